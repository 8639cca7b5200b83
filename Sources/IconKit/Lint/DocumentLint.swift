import Findings
import SafeFiles
import TextFormats

/// Checks the documents that name icons, Contents.json of asset catalogs and web manifests, against
/// the files next to them.
struct DocumentLint {
  private let files: [RelativePath: [UInt8]]
  private let isThere: (RelativePath) -> Bool
  private(set) var findings: [Finding] = []
  /// What the entries of app icons and manifests require of their files.
  private(set) var expectations: [RelativePath: Expectation] = [:]
  /// How many documents were checked.
  private(set) var count = 0

  /// - Parameter isThere: whether a file exists that was not read.
  init(_ files: [RelativePath: [UInt8]], isThere: @escaping (RelativePath) -> Bool) {
    self.files = files
    self.isThere = isThere
  }

  /// Checks one Contents.json and its folder.
  mutating func checkCatalog(_ path: RelativePath) {
    guard
      let contents = object(path, .contentsUnreadable, "restore the file that Xcode wrote")
    else { return }
    for asset in contents["assets"]?.elements ?? [] where asset["role"]?.text == nil {
      report(
        .contentsMissingRole, path,
        "has an asset without a role: \(asset["filename"]?.text ?? "no file")",
        "add its role: primary-app-icon, top-shelf-image or top-shelf-image-wide")
    }
    guard let images = contents["images"]?.elements else { return }
    // Entries of other sets than app icon sets come in too many kinds to check.
    let isAppIcon = images.contains { $0["size"]?.text != nil }
    var mentioned: Set<RelativePath> = []
    var roles: [CatalogRole] = []
    for image in images {
      let role = CatalogRole(image)
      if isAppIcon { judge(role, image, in: path) }
      guard let name = image["filename"]?.text, !name.isEmpty,
        let file = file(name, for: name, in: path, .contentsMissingFile)
      else { continue }
      mentioned.insert(file)
      if isAppIcon { roles.append(role) }
      expect(isAppIcon ? Expectation(role: role) : Expectation(), of: file)
    }
    if isAppIcon { requireSizes(roles, path) }
    for file in files.keys where file.parent == path.parent && file.bytes.hasSuffix(".png") {
      guard !mentioned.contains(file) else { continue }
      report(
        .orphanFile, file, "has no entry in Contents.json",
        "remove it, or add an entry for it")
    }
  }

  /// Checks one web application manifest (W3C, `icons` member). Absolute URLs are skipped.
  mutating func checkManifest(_ path: RelativePath) {
    guard let manifest = object(path, .manifest, "make it again with --preset web") else { return }
    checkName(of: manifest, at: path)
    for icon in manifest["icons"]?.elements ?? [] {
      guard let source = icon["src"]?.text, source.hasSuffix(".png"), !source.contains(":"),
        !source.hasPrefix("//")
      else { continue }
      // The site's root folder is not known, so only the file name is looked up, next to the manifest.
      let name = source.split(separator: "/").last.map(String.init) ?? source
      guard let file = file(name, for: source, in: path, .manifest) else { continue }
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

  // MARK: - What both kinds of document share

  /// The document at `path`; nil, and a finding of `rule`, where it is not a JSON object.
  private mutating func object(
    _ path: RelativePath, _ rule: Finding.Rule, _ remedy: String
  ) -> JSON? {
    count += 1
    if let bytes = files[path], let value = JSON(bytes), case .object = value { return value }
    report(rule, path, "is not a JSON object", remedy)
    return nil
  }

  /// The file called `name` next to `document`, which names it as `text`; nil, and a finding of
  /// `rule`, where it does not exist.
  private mutating func file(
    _ name: String, for text: String, in document: RelativePath, _ rule: Finding.Rule
  ) -> RelativePath? {
    if let file = document.beside(name), files[file] != nil || isThere(file) { return file }
    report(
      rule, document, "names '\(Printable.text(of: text.utf8))', which does not exist",
      "add the file or remove the entry")
    return nil
  }

  /// Requires `expectation` of `file`, unless an earlier entry required something.
  private mutating func expect(_ expectation: Expectation, of file: RelativePath) {
    expectations[file] = expectations[file] ?? expectation
  }

  private mutating func report(
    _ rule: Finding.Rule, _ path: RelativePath, _ problem: String, _ remedy: String
  ) {
    findings.append(Finding(rule, path: path, problem, remedy: remedy))
  }

  // MARK: - Entries of app icons

  private mutating func judge(_ role: CatalogRole, _ image: JSON, in path: RelativePath) {
    let name =
      image["filename"]?.text.map { "'\(Printable.text(of: $0.utf8))'" }
      ?? "an entry without a file"
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
          + "know for \(role.idiom) and ignores", "use a size that --list-presets lists")
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
        "make it with --preset ios-legacy")
    }
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
  fileprivate init(_ image: JSON) {
    let appearances = image["appearances"]?.elements ?? []
    self.init(
      idiom: image["idiom"]?.text ?? "", size: image["size"]?.text, scale: image["scale"]?.text,
      platform: image["platform"]?.text, role: image["role"]?.text,
      subtype: image["subtype"]?.text,
      appearance: appearances.compactMap { $0["value"]?.text }.first)
  }
}

extension RelativePath {
  /// The file of this name in the same folder; nil where `name` is not a valid path.
  fileprivate func beside(_ name: String) -> RelativePath? {
    // An invalid path names no file.
    (try? RelativePath(name)).map { parent?.appending($0) ?? $0 }
  }
}
