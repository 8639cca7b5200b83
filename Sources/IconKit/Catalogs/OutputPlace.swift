public import SafeFiles

/// Where an output path leads: a folder that sets go into, or one set itself, such as
/// `Assets.xcassets/AppIcon.appiconset`.
public struct OutputPlace: Sendable {
  /// The output folder.
  public let folder: String
  /// The set in it that all files go into; nil where the presets name their sets.
  public let set: RelativePath?

  /// The place that `output` leads to.
  ///
  /// - Parameters:
  ///   - output: a folder, a catalog or a set.
  ///   - presets: what is made there.
  ///   - name: the name of the set, if one was given.
  /// - Throws: `IconError` with the right path where `output` cannot be what was meant: inside a set,
  ///   in or beside an asset catalog that the icons would not be part of.
  public init(_ output: String, of presets: [Preset], named name: SetName? = nil) throws(IconError)
  {
    let path = OutputPath(output)
    // A project's own presets and --size may write anywhere.
    let builtIn = presets.filter { Preset.named($0.name) != nil }
    if let index = path.components.firstIndex(where: \.isSet), !builtIn.isEmpty {
      let set = path.components[index]
      let isWhole = index == path.components.count - 1
      let makers = presets.filter { $0.makes(set) }
      guard isWhole, let own = RelativePath(name: set), makers.count == presets.count else {
        throw Self.inside(path, index, presets, makers)
      }
      guard name == nil || name?.description == set.stem else {
        throw IconError(
          .options, output, "is a set itself, so its name cannot be another",
          remedy: "leave out the name, or name the folder above as output")
      }
      (folder, self.set) = (path.above(1), own)
      return
    }
    (folder, set) = (output, nil)
    let presets = presets.map { preset in name.map(preset.named) ?? preset }
    let sets = Set(presets.flatMap(\.catalogSets))
    if sets.isEmpty, !builtIn.isEmpty, builtIn.count == presets.count,
      path.components.last?.hasSuffix(".xcassets") == true
    {
      throw IconError(
        .options, output,
        "is an asset catalog, and \(Self.names(presets)) makes nothing that goes into one",
        remedy: "use \(Self.options(Preset.all.filter { !$0.catalogSets.isEmpty })), or choose "
          + "another output folder")
    }
    for set in sets.sorted() { try Self.checkIsNew(set, below: output, path) }
  }

  /// Refuses a set where a catalog is beside it, or has it elsewhere.
  private static func checkIsNew(
    _ set: RelativePath, below output: String, _ path: OutputPath
  ) throws(IconError) {
    // What does not exist or cannot be read has no catalogs.
    guard let folder = try? DirectoryHandle(path: output),
      (try? folder.statusIfPresent(of: set)) == .some(nil)
    else { return }
    let inside = path.components.lastIndex { $0.hasSuffix(".xcassets") }
    let around = set.parent?.components.contains { $0.text.hasSuffix(".xcassets") } ?? false
    if let inside {
      let depth = path.components.count - 1 - inside
      let catalog = path.above(depth)
      guard let root = try? DirectoryHandle(path: catalog),
        let other = find(set.lastComponent, in: root)
      else { return }
      throw IconError(
        .options, output, "is not where the asset catalog has \(set.lastComponent)",
        remedy: "use -o '\(join(catalog, other.parent))'")
    }
    guard !around, let above = set.parent.map({ try? folder.subdirectory($0) }) ?? folder,
      let entries = try? above.entries()
    else { return }
    let catalogs = entries.filter { $0.kind == .directory }.compactMap { try? $0.path() }
      .filter { $0.text.hasSuffix(".xcassets") }
    func holdsIcons(_ catalog: RelativePath) -> Bool {
      (try? above.subdirectory(catalog)).map { find(set.lastComponent, in: $0) != nil } ?? false
    }
    let usual = RelativePath(known: "Assets.xcassets")
    guard
      let catalog = catalogs.first(where: holdsIcons)
        ?? (catalogs.contains(usual) ? usual : catalogs.first)
    else { return }
    let place = set.parent?.appending(catalog) ?? catalog
    throw IconError(
      .options, output, "has the asset catalog \(place), and a set beside it is part of no target",
      remedy: "use -o '\(join(output, place))'")
  }

  private static func inside(
    _ path: OutputPath, _ index: Int, _ presets: [Preset], _ makers: [Preset]
  ) -> IconError {
    let others = presets.filter { preset in !makers.contains { $0.name == preset.name } }
    if !makers.isEmpty, others.isEmpty {
      return IconError(
        .options, path.text, "is inside the set \(path.components[index])",
        remedy: "use -o '\(path.above(path.components.count - 1 - index))'")
    }
    let able = Preset.all.filter { $0.makes(path.components[index]) }
    let remedy =
      able.isEmpty || index < path.components.count - 1
      ? "use -o '\(path.above(path.components.count - index))'"
      : "use \(options(able)), or choose another output folder"
    return IconError(
      .options, path.text,
      "is \(index < path.components.count - 1 ? "inside " : "")the set \(path.components[index]); "
        + "files of \(names(others)) do not belong in it", remedy: remedy)
  }

  /// The set of that name in a catalog, below its groups.
  private static func find(
    _ set: RelativePath, in folder: DirectoryHandle, depth: Int = 0
  ) -> RelativePath? {
    // What cannot be read holds nothing.
    guard depth < 8, let entries = try? folder.entries() else { return nil }
    let folders = entries.filter { $0.kind == .directory }.compactMap { try? $0.path() }
    if folders.contains(set) { return set }
    for name in folders where !name.text.isSet {
      guard let group = try? folder.subdirectory(name) else { continue }
      if let found = find(set, in: group, depth: depth + 1) { return name.appending(found) }
    }
    return nil
  }

  private static func join(_ folder: String, _ path: RelativePath?) -> String {
    guard let path else { return folder }
    return folder == "." ? path.text : "\(folder)\(folder.hasSuffix("/") ? "" : "/")\(path.text)"
  }

  private static func names(_ presets: [Preset]) -> String {
    presets.isEmpty ? "--size" : presets.map(\.name).joined(separator: ", ")
  }

  private static func options(_ presets: [Preset]) -> String {
    "--preset \(presets.map(\.name).joined(separator: ", "))"
  }
}

/// A path as it was given, and where it leads.
private struct OutputPath {
  let text: String
  /// The names from the root, with links resolved where the folders exist.
  let components: [String]

  init(_ output: String) {
    var text = output
    while text.count > 1, text.hasSuffix("/") { text.removeLast() }
    self.text = text
    var (known, missing) = (text, [Substring]())
    while realPath(known) == nil, let slash = known.lastIndex(of: "/") {
      missing.insert(known[known.index(after: slash)...], at: 0)
      known = slash == known.startIndex ? "/" : String(known[..<slash])
    }
    if realPath(known) == nil {
      missing.insert(known[...], at: 0)
      known = "."
    }
    components =
      (realPath(known) ?? known).split(separator: "/").map(String.init) + missing.map(String.init)
  }

  /// The folder `count` levels above, in the words of the path where it has them.
  func above(_ count: Int) -> String {
    var own = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard own.suffix(count).elementsEqual(components.suffix(count)), own.count >= count else {
      return ([text] + Array(repeating: "..", count: count)).joined(separator: "/")
    }
    own.removeLast(count)
    if own.isEmpty { return "." }
    return own == [""] ? "/" : own.joined(separator: "/")
  }
}

extension Preset {
  /// Whether it makes sets of the kind of `set`, told by the ending.
  fileprivate func makes(_ set: String) -> Bool {
    guard let set = RelativePath(name: set) else { return false }
    let inside = inside(set)
    return !inside.icons.isEmpty || !inside.containers.isEmpty || !inside.documents.isEmpty
  }

  /// The sets of asset catalogs that it makes.
  fileprivate var catalogSets: [RelativePath] {
    documents.compactMap { document in
      guard document.noun != nil, let parent = document.path.parent else { return nil }
      let components = parent.components
      guard let index = components.firstIndex(where: \.text.isSet) else { return nil }
      return components[...index].dropFirst().reduce(components[0]) { $0.appending($1) }
    }
  }

  /// This preset with only its files of one set, which is called `set` whatever its own name.
  public func inside(_ set: RelativePath) -> Preset {
    moved { path -> RelativePath? in
      let components = path.components
      guard components.count > 1, components[0].text.ending == set.text.ending else { return nil }
      return components.dropFirst().reduce(set) { $0.appending($1) }
    }
  }
}

extension String {
  /// Whether a folder of this name is a set, by its ending (Asset Catalog Format Reference; and
  /// `iconutil`, Icon Composer).
  fileprivate var isSet: Bool { Self.setEndings.contains(ending) }

  private static let setEndings: Set<String> = [
    "appiconset", "brandassets", "colorset", "complicationset", "cubetextureset", "dataset",
    "gcdashboardimage", "gcleaderboard", "gcleaderboardset", "icon", "iconset", "imageset",
    "imagestack", "imagestacklayer", "launchimage", "mipmapset", "solidimagestack",
    "solidimagestacklayer", "spriteatlas", "sticker", "stickerpack", "stickersequence",
    "symbolset", "textureset",
  ]

  fileprivate var ending: String {
    lastIndex(of: ".").map { String(self[index(after: $0)...]) } ?? ""
  }

  fileprivate var stem: String { lastIndex(of: ".").map { String(self[..<$0]) } ?? self }
}
