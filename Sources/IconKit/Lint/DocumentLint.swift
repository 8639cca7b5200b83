import Findings
import SafeFiles
import TextFormats

/// Checks the documents that name icons, Contents.json of asset catalogs and web manifests, against
/// the files next to them.
struct DocumentLint {
  let files: FilesOfLint
  let remedy: IconRemedy
  private(set) var findings: [Finding] = []
  /// What the entries of app icons and manifests require of their files.
  private(set) var expectations: [RelativePath: Expectation] = [:]
  /// How many documents were checked.
  private(set) var count = 0

  init(_ files: FilesOfLint, remedy: IconRemedy) {
    self.files = files
    self.remedy = remedy
  }

  /// Checks one Contents.json and its folder.
  mutating func checkCatalog(_ path: RelativePath) {
    guard
      let contents = object(
        path, .contentsUnreadable, "restore it from version control, or make the set again")
    else { return }
    checkLayers(contents, at: path)
    checkAssets(contents, at: path)
    guard let images = contents["images"]?.elements else { return }
    checkImages(images, at: path)
  }

  private mutating func checkImages(_ images: [JSON], at path: RelativePath) {
    // Entries of other sets than app icon sets come in too many kinds to check.
    let type = path.parent?.lastComponent
    let isForMessages = type?.hasSuffix(".stickersiconset") == true
    let isAppIcon =
      isForMessages
      || type?.hasSuffix(".imageset") != true
        && images.contains { $0["size"]?.text != nil }
    let set = isAppIcon ? path.parent : nil
    var mentioned: Set<RelativePath> = []
    var roles: [CatalogRole] = []
    for image in images {
      let role = CatalogRole(image)
      guard let name = image["filename"]?.text, !name.isEmpty else { continue }
      if isAppIcon, !isForMessages { judge(role, name, in: path) }
      let maker = set.map { IconRemedy.Maker([role], of: $0) }
      guard let file = file(name, in: path, by: maker) else { continue }
      mentioned.insert(file)
      if isAppIcon { roles.append(role) }
      var expectation = isAppIcon ? Expectation(role: role) : Expectation()
      expectation.maker = maker
      if set.map({ files.hasBundle(named: $0.setName) }) == true { expectation.isMacIcon = false }
      expect(expectation, of: file)
    }
    if isAppIcon {
      if !isForMessages { requireSizes(roles, path) }
      checkSlots(images, at: path)
    }
    for file in files.beside(path) where file.isImageName && !mentioned.contains(file) {
      report(
        .orphanFile, file, "has no entry in Contents.json",
        "remove it with rm \(remedy.word(file)), or add an entry for it")
    }
  }

  /// Two entries with images for the same slot: Xcode shows one of them.
  private mutating func checkSlots(_ images: [JSON], at path: RelativePath) {
    var names: [CatalogSlot: String] = [:]
    for image in images {
      guard let name = image["filename"]?.text, !name.isEmpty, image["unassigned"] != .bool(true)
      else { continue }
      let slot = CatalogSlot(image)
      guard let other = names.updateValue(name, forKey: slot) else { continue }
      let labels = other == name ? "'\(other)' twice" : "both '\(other)' and '\(name)'"
      report(
        .duplicateSlot, path, "has \(Printable.text(of: labels.utf8)) for \(slot)",
        "remove one of the two entries from \(remedy.word(path))",
        severity: other == name ? .warning : .error)
    }
  }

  /// Checks that no Swift package copies a catalog with an icon set, which then is not compiled.
  mutating func checkPackages(_ project: IconProject, catalogs: [RelativePath]) {
    for catalog in catalogs {
      guard let rule = project.copy(of: catalog) else { continue }
      report(
        .copiedCatalog, catalog,
        "is copied by \(Printable.text(of: rule.utf8)) in Package.swift, so that Xcode finds no icon",
        "write .process in place of .copy in Package.swift")
    }
  }

  /// Checks one web application manifest (W3C, `icons` member). Absolute URLs are skipped.
  mutating func checkManifest(_ path: RelativePath) {
    guard let manifest = object(path, .manifest, "make it again with --preset web") else { return }
    checkName(of: manifest, at: path)
    for icon in manifest["icons"]?.elements ?? [] {
      guard let source = icon["src"]?.text, let file = file(ofIcon: source, in: path) else {
        continue
      }
      var expectation = Expectation()
      if let sizes = icon["sizes"]?.text, !sizes.contains(" ") {
        expectation.size = CatalogRole(idiom: "web", size: sizes).pixels
      }
      if icon["purpose"]?.text?.split(separator: " ").contains("maskable") == true {
        expectation.opacity = .opaque
        expectation.isOnGround = true
        expectation.shape = .safeCircle(diameter: 80, visible: 100, of: 100)
      }
      expect(expectation, of: file)
    }
  }

  /// A name that is left out is not needed where the other one is there (W3C Web Application
  /// Manifest, `short_name`); an empty one is nobody's.
  private mutating func checkName(of manifest: JSON, at path: RelativePath) {
    let names = ["name", "short_name"].map { ($0, manifest[$0]?.text) }
    let empty = names.filter { $1?.allSatisfy(\.isWhitespace) ?? false }.map(\.0)
    let hasNone = names.allSatisfy { $1 == nil }
    guard hasNone || !empty.isEmpty else { return }
    report(
      .manifestName, path,
      hasNone ? "has no name" : "has an empty \(empty.joined(separator: " and "))",
      "name the app with --manifest name='My App', or manifest = { name = \"My App\" } in "
        + "assetkit.toml")
  }

  /// The file that a manifest names as `source`; nil, and a finding, where it does not exist. Addresses and
  /// templates are skipped.
  private mutating func file(ofIcon source: String, in manifest: RelativePath) -> RelativePath? {
    let name = source.prefix { $0 != "?" && $0 != "#" }
    guard !name.isEmpty, !name.contains(where: { ":{}$<%".contains($0) }), !name.hasPrefix("//")
    else { return nil }
    // The root of the site is not known: the manifest's folder, or any above it.
    let words = name.split(separator: "/").filter { $0 != "." }
    if let last = words.last, !words.contains("..") {
      var folder = manifest.parent
      while true {
        // What is not a valid path names no file.
        if let path = try? RelativePath(words.joined(separator: "/")),
          let file = files.find(folder?.appending(path) ?? path)?.path
        {
          return file
        }
        guard name.hasPrefix("/"), let next = folder else { break }
        folder = next.parent
      }
      // Builds flatten and move folders; a file of this name next to the manifest is meant.
      if let file = manifest.beside(String(last)), let found = files.find(file)?.path {
        return found
      }
    } else {
      return nil
    }
    report(
      .manifest, manifest, "names '\(Printable.text(of: source.utf8))', which does not exist",
      "add the file or remove the entry", severity: name.hasPrefix("/") ? .warning : .error)
    return nil
  }

  // MARK: - What both kinds of document share

  /// The document at `path`; nil, and a finding of `rule`, where it is not a JSON object.
  private mutating func object(
    _ path: RelativePath, _ rule: Finding.Rule, _ remedy: String
  ) -> JSON? {
    count += 1
    if let value = files.object(at: path) { return value }
    report(rule, path, "is not a JSON object", remedy)
    return nil
  }

  /// The file or folder called `name` next to a Contents.json that names it; nil, and a finding, where it does not
  /// exist.
  mutating func file(
    _ name: String, in document: RelativePath, by maker: IconRemedy.Maker? = nil
  ) -> RelativePath? {
    let label = Printable.text(of: name.utf8)
    let path = document.beside(name)
    guard let found = path.flatMap(files.find) else {
      let make = path.flatMap { path in maker.map { remedy.making(path, by: $0) } }
      report(
        .contentsMissingFile, document, "names '\(label)', which does not exist",
        (make.map { "\($0), or " } ?? "restore the file, or ") + "remove the entry")
      return nil
    }
    if !found.isExact {
      report(
        .contentsMissingFile, document,
        "names '\(label)', but the file is called '\(found.path.lastComponent)'; only some disks "
          + "take them as the same",
        "write the name in Contents.json as it is on disk", severity: .warning)
    }
    return found.path
  }

  /// Requires `expectation` of `file`, unless an earlier entry required something.
  mutating func expect(_ expectation: Expectation, of file: RelativePath) {
    expectations[file] = expectations[file] ?? expectation
  }

  mutating func report(
    _ rule: Finding.Rule, _ path: RelativePath, _ problem: String, _ remedy: String,
    severity: Finding.Severity? = nil
  ) {
    findings.append(Finding(rule.with(severity), path: path, problem, remedy: remedy))
  }

  // MARK: - Entries of app icons

  private mutating func judge(_ role: CatalogRole, _ file: String, in path: RelativePath) {
    let name = "'\(Printable.text(of: file.utf8))'"
    guard let sizes = Self.sizesByIdiom[role.idiom] else {
      if !Self.otherIdioms.contains(role.idiom) {
        report(
          .contentsUnknownEntry, path,
          "has the unknown idiom '\(Printable.text(of: role.idiom.utf8))' for \(name)",
          "use one of Xcode's: universal, iphone, ipad, mac, watch, …")
      }
      return
    }
    if let size = role.size, !sizes.contains(size) {
      report(
        .contentsUnknownEntry, path,
        "has the size '\(Printable.text(of: size.utf8))' for \(name), which Xcode does not "
          + "know for \(role.idiom) and ignores",
        "remove the entry; the sizes that Xcode knows: assetkit icons --list-presets")
    }
    if role.idiom == "watch", role.role == nil {
      report(
        .contentsMissingRole, path, "has no role for \(name)",
        "add its role: notificationCenter, companionSettings, appLauncher or quickLook")
    }
  }

  private mutating func requireSizes(_ roles: [CatalogRole], _ path: RelativePath) {
    func require(_ idiom: String, _ side: Int, _ code: String) {
      let own = roles.filter { $0.idiom == idiom }
      guard !own.isEmpty, !own.contains(where: { $0.pixels?.width == side }) else { return }
      report(
        .missingRequiredSize, path,
        "has no \(idiom) image of \(side) pixels, which the App Store requires (\(code))",
        remedy.making(path, by: IconRemedy.Maker(roles, of: path.parent ?? path)))
    }
    // Xcode 14 and later makes every size from this one.
    let isSingle = roles.contains { $0.idiom == "universal" && $0.size == "1024x1024" }
    guard !isSingle else { return }
    require("iphone", 120, "ITMS-90022")
    require("ipad", 152, "ITMS-90023")
    require("ipad", 167, "ITMS-90023")
  }

  /// The sizes that the presets use, by idiom.
  private static let sizesByIdiom: [String: Set<String>] = {
    var sizes: [String: Set<String>] = [:]
    for role in Preset.all.flatMap(\.icons).compactMap(\.role) {
      if let size = role.size { sizes[role.idiom, default: []].insert(size) }
    }
    return sizes
  }()

  private static let otherIdioms: Set<String> = ["car", "tv", "vision", "universal"]
}

extension CatalogRole {
  /// An entry of `images`.
  init(_ image: JSON) {
    let appearances = image["appearances"]?.elements ?? []
    self.init(
      idiom: image["idiom"]?.text ?? "", size: image["size"]?.text, scale: image["scale"]?.text,
      platform: image["platform"]?.text, role: image["role"]?.text,
      subtype: image["subtype"]?.text,
      appearance: appearances.compactMap { $0["value"]?.text }.first)
  }
}
