import Findings
import SafeFiles

/// What the files of a project around its icons say about them: which icon set a build takes for the store, which
/// catalogs belong to extensions, and how Swift packages treat a catalog.
///
/// Everything is text that others wrote. It is searched for single settings; what cannot be read
/// says nothing.
struct IconProject: Sendable {
  /// What an icon set is used for.
  enum Use: Sendable {
    /// The icon that the app has in the store.
    case store
    /// An alternate icon, or one of a development build.
    case alternate
    /// That of an app extension: a widget, a share sheet, a Messages app.
    case appExtension
    /// Other images of an asset catalog.
    case image
    /// Outside asset catalogs.
    case none
  }

  /// The folder that is checked, from the topmost one that was read; nil for that one.
  private let root: RelativePath?
  private let settings: [BuildSettings]
  private let propertyLists: [(folder: [RelativePath], isExtension: Bool)]
  private let packages: [PackageManifest]
  /// The icon sets by their catalog, from the topmost folder.
  private let setsByCatalog: [RelativePath?: [RelativePath]]

  /// - Parameters:
  ///   - files: the files that can say something, from the topmost folder.
  ///   - root: the folder that is checked, from the topmost folder; nil for that one.
  ///   - sets: the icon sets, from the folder that is checked.
  init(_ files: [IconFile], root: RelativePath? = nil, sets: [RelativePath] = []) {
    self.root = root
    var settings: [BuildSettings] = []
    var propertyLists: [(folder: [RelativePath], isExtension: Bool)] = []
    var packages: [PackageManifest] = []
    let texts = files.filter { Self.isAboutIcons($0.path) && $0.bytes.count < 1 << 25 }
      .map { (path: $0.path, text: String(decoding: $0.bytes, as: UTF8.self)) }
    let variables = BuildSettings.variables(
      in: texts.filter { !$0.path.hasSuffix("Package.swift") }.map(\.text))
    for (path, text) in texts {
      let folder = path.parent?.components ?? []
      switch path.lastComponent.text {
      case "Package.swift": packages.append(PackageManifest(folder: folder, text: text))
      case let name where name.hasSuffix("Info.plist"):
        propertyLists.append((folder, text.contains("<key>NSExtension</key>")))
      case let name:
        settings.append(
          BuildSettings(
            // A project file lies in its .xcodeproj; a configuration file may lie anywhere.
            folder: name == "project.pbxproj" ? Array(folder.dropLast()) : nil, text: text,
            variables: variables))
      }
    }
    self.settings = settings.filter { !$0.names.isEmpty }
    self.propertyLists = propertyLists
    self.packages = packages
    let all = sets.map { root?.appending($0) ?? $0 }
    setsByCatalog = Dictionary(grouping: all) { $0.catalog }
  }

  private func full(_ path: RelativePath) -> RelativePath { root?.appending(path) ?? path }

  /// Whether a file with this name is read for what it says about icons.
  static func isAboutIcons(_ path: RelativePath) -> Bool {
    let name = path.lastComponent.text
    return name == "project.pbxproj" || name == "Package.swift" || name.hasSuffix(".xcconfig")
      || name.hasSuffix("Info.plist")
  }

  /// What the set that `path` is in or stands for is used for.
  func use(of path: RelativePath) -> Use {
    let path = full(path)
    guard let set = path.iconSet else { return path.catalog == nil ? .none : .image }
    if set.hasSuffix(".stickersiconset") || isInExtension(set) { return .appExtension }
    return names(for: set).map { $0.contains(set.setName) } ?? isUsual(set) ? .store : .alternate
  }

  /// The rule of a Package.swift that copies `catalog`, as it is written; nil for none.
  func copy(of catalog: RelativePath) -> String? {
    let place = full(catalog).components
    return packages.lazy.compactMap { $0.rule(thatCopies: place) }.first
  }

  /// The set's name where nothing says which one the build takes: the usual name, or the only set.
  private func isUsual(_ set: RelativePath) -> Bool {
    let name = set.setName
    if name == "AppIcon" || name == "App Icon & Top Shelf Image" { return true }
    let others = setsByCatalog[set.catalog, default: []].filter { $0 != set }
    return !others.contains { $0.setType == set.setType }
  }

  private func names(for set: RelativePath) -> Set<String>? {
    guard !settings.isEmpty else { return nil }
    let place = set.components
    let depth = settings.compactMap { setting in
      setting.folder.flatMap { place.starts(with: $0) ? $0.count : nil }
    }.max()
    let near = settings.filter { setting in
      guard let folder = setting.folder, let depth else { return true }
      return folder.count == depth && place.starts(with: folder)
    }
    return Set(near.flatMap(\.names))
  }

  private func isInExtension(_ set: RelativePath) -> Bool {
    let folders = (set.catalog ?? set).components.dropLast()
    // The property list that is nearest belongs to the same target.
    for count in stride(from: folders.count, to: 0, by: -1) {
      let lists = propertyLists.filter { $0.folder.elementsEqual(folders.prefix(count)) }
      if !lists.isEmpty { return lists.allSatisfy(\.isExtension) }
      let name = folders[count - 1].text.lowercased()
      if Self.extensionNames.contains(where: name.contains) { return true }
    }
    return false
  }

  private static let extensionNames = [
    "extension", "widget", "sharesheet", "imessage", "sticker", "intents", "appclip",
  ]
}

extension RelativePath {
  /// The path from `folder`; nil where it is not in it.
  func below(_ folder: RelativePath?) -> RelativePath? {
    guard let folder else { return self }
    guard isInside(folder), bytes.count > folder.bytes.count else { return nil }
    // The rest of a valid path is one.
    return try? RelativePath(bytes: bytes.dropFirst(folder.bytes.count + 1))
  }

  /// The path without its last `count` names; nil where none is left.
  func dropping(_ count: Int) -> RelativePath? {
    (0..<count).reduce(self) { path, _ in path?.parent }
  }

  func hasSuffix(_ suffix: String) -> Bool { bytes.hasSuffix(suffix) }

  /// The asset catalog that this is in or is; nil outside of one.
  var catalog: RelativePath? { outermost { $0.hasSuffix(".xcassets") } }

  /// The app's icon set that this is in or is: its outermost folder of such a type.
  var iconSet: RelativePath? {
    outermost { name in Self.setTypes.contains { name.hasSuffix($0) } }
  }

  /// The name of an icon set without its type.
  var setName: String { String(lastComponent.text.dropLast(setType.count)) }

  /// The type of an icon set, `.appiconset` and the like.
  var setType: String { Self.setTypes.first { hasSuffix($0) } ?? "" }

  private static let setTypes = [
    ".appiconset", ".brandassets", ".solidimagestack", ".stickersiconset",
  ]

  private func outermost(_ isWanted: (RelativePath) -> Bool) -> RelativePath? {
    var path: RelativePath?
    for component in components {
      path = path?.appending(component) ?? component
      if isWanted(component) { return path }
    }
    return nil
  }
}

extension IconProject {
  /// The finding as serious as what it is about: a store refuses the icon of an app, not one that an app or a
  /// developer may choose instead, and a platform that scales or fills an image refuses nothing. Nil where it does
  /// not matter there.
  func weighed(_ finding: Finding) -> Finding? {
    guard let path = finding.path else { return finding }
    let breaksBuilds = [Finding.Rule.contentsUnreadable, .unreadablePNG]
    // A catalog is more than its images.
    if finding.isOf(.copiedCatalog) { return finding }
    var weighed = finding
    switch use(of: path) {
    case .store: break
    case .none:
      let isScaled = path.parent?.lastComponent.text.hasPrefix("mipmap-") == true
      if finding.isOf(.notOpaque) || finding.isOf(.wrongSize) && isScaled {
        weighed.rule.severity = .warning
      }
    case .alternate, .appExtension:
      // An alpha channel without transparency matters to the store alone.
      if finding.isOf(.alphaRefused), finding.rule.severity == .warning { return nil }
      if !breaksBuilds.contains(where: finding.isOf) { weighed.rule.severity = .warning }
    case .image: weighed.rule.severity = .warning
    }
    return weighed
  }
}

extension Finding {
  /// Whether it is of that rule, however serious.
  fileprivate func isOf(_ rule: Rule) -> Bool { self.rule.id == rule.id }
}
