import Findings
import SafeFiles
import TextFormats

/// Checks the Contents.json files of asset catalogues against the files next to them.
struct CatalogueLint {
  private let files: [RelativePath: [UInt8]]
  private let isThere: (RelativePath) -> Bool
  private(set) var findings: [Finding] = []
  /// What the entries of app icons require of their files.
  private(set) var expectations: [RelativePath: Expectation] = [:]
  /// How many files were checked.
  private(set) var count = 0

  /// - Parameter isThere: whether a file exists that was not read.
  init(_ files: [RelativePath: [UInt8]], isThere: @escaping (RelativePath) -> Bool) {
    self.files = files
    self.isThere = isThere
  }

  /// Checks one Contents.json and its folder.
  mutating func judge(_ path: RelativePath) {
    count += 1
    guard let bytes = files[path], let contents = JSON(bytes), case .object = contents else {
      report(.contentsUnreadable, path, "is not a JSON object", "restore the file that Xcode wrote")
      return
    }
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
    var roles: [CatalogueRole] = []
    for image in images {
      let role = CatalogueRole(image)
      if isAppIcon { judge(role, image, in: path) }
      guard let name = image["filename"]?.text, !name.isEmpty else { continue }
      guard let file = path.beside(name), files[file] != nil || isThere(file) else {
        report(
          .contentsMissingFile, path,
          "names '\(Printable.text(of: name.utf8))', which does not exist",
          "add the file or remove the entry")
        continue
      }
      mentioned.insert(file)
      if isAppIcon {
        roles.append(role)
        expectations[file] = expectations[file] ?? Expectation(role: role)
      } else {
        expectations[file] = expectations[file] ?? Expectation()
      }
    }
    if isAppIcon { requireSizes(roles, path) }
    for file in files.keys where file.parent == path.parent && file.bytes.hasSuffix(".png") {
      guard !mentioned.contains(file) else { continue }
      report(
        .orphanFile, file, "has no entry in Contents.json",
        "remove it, or add an entry for it")
    }
  }

  private mutating func judge(_ role: CatalogueRole, _ image: JSON, in path: RelativePath) {
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

  private mutating func requireSizes(_ roles: [CatalogueRole], _ path: RelativePath) {
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

  private mutating func report(
    _ rule: Finding.Rule, _ path: RelativePath, _ problem: String, _ remedy: String
  ) {
    findings.append(Finding(rule, path: path, problem, remedy: remedy))
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

extension CatalogueRole {
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
  func beside(_ name: String) -> RelativePath? {
    // An invalid path names no file.
    (try? RelativePath(name)).map { parent?.appending($0) ?? $0 }
  }
}
