import BroadcastPool
public import Findings
public import SafeFiles

/// What stores, devices and Xcode would hold against the icons in a folder, whoever made them.
public struct IconLint: Sendable {
  /// What was found, in the order of the paths.
  public let findings: [Finding]
  /// The names of the presets whose files these are, in the table's order.
  public let presets: [String]
  /// How many files something could be said of.
  public let checked: Int

  /// Judges `files`.
  ///
  /// - Parameters:
  ///   - presets: the presets whose files they ought to be; nil to recognise them by their names.
  ///   - all: those that can be recognised.
  ///   - threads: the most threads; without it as many as there are processors.
  ///   - isThere: whether there is another file, which was not read.
  /// - Throws: `PoolError` when no thread can be started.
  public static func judge(
    _ files: [IconFile], presets: [Preset]? = nil, of all: [Preset] = Preset.all,
    threads: Int? = nil, isThere: @escaping (RelativePath) -> Bool = { _ in false }
  ) throws -> IconLint {
    let bytesByPath = Dictionary(files.map { ($0.path, $0.bytes) }) { $1 }
    let paths = bytesByPath.keys.sorted()
    let survey = PresetSurvey(of: paths, presets ?? all, areGiven: presets != nil)
    var catalogues = CatalogueLint(bytesByPath, isThere: isThere)
    if presets.map(PresetSurvey.haveCatalogues) ?? true {
      for path in paths where path.isCatalogueContents { catalogues.judge(path) }
    }
    var manifests = ManifestLint(bytesByPath, isThere: isThere)
    for path in paths where path.bytes.hasSuffix(".webmanifest") { manifests.judge(path) }
    // The table knows more of its own files than an entry says.
    let expectations = survey.expectations.merging(
      catalogues.expectations.merging(manifests.expectations) { a, _ in a }
    ) { a, _ in a }
    let images = bytesByPath.sorted { $0.key < $1.key }.compactMap { path, bytes in
      expectations[path].map { ImageLint(path: path, bytes: bytes, expectation: $0) }
    }
    let judged = try images.mapSideBySide(threads: threads, name: "lint") { image, _ in
      image.findings
    }
    let containers = survey.containers(among: bytesByPath)
    let findings =
      survey.missing + catalogues.findings + manifests.findings + judged.joined()
      + containers.flatMap { ContainerLint.findings($0.path, $0.bytes, $0.preset) }
    // A table's file that is not there may be one that an entry names, too.
    let named = Set(catalogues.findings.map(\.path))
    return IconLint(
      findings: Set(findings.filter { $0.rule != .missingFile || !named.contains($0.path) })
        .sorted(), presets: survey.names,
      checked: images.count + catalogues.count + manifests.count + containers.count)
  }

  /// The files of the folder at `directory` that icons can be: by their names, at any depth.
  ///
  /// - Throws: `FileError` when a folder or file cannot be read, or there are more than 20,000.
  public static func files(in directory: String) throws(FileError) -> [IconFile] {
    var files: [IconFile] = []
    try collect(from: try DirectoryHandle(path: directory), below: nil, depth: 0, into: &files)
    return files
  }

  private static let suffixes = [".png", ".ico", ".icns", ".json", ".webmanifest"]
  private static let limitFiles = 20_000
  private static let limitDepth = 24

  private static func collect(
    from folder: DirectoryHandle, below path: RelativePath?, depth: Int,
    into files: inout [IconFile]
  ) throws(FileError) {
    for entry in try folder.entries() where entry.name.first != UInt8(ascii: ".") {
      // A name that is no path is no icon's.
      guard let name = try? entry.path() else { continue }
      let place = path?.appending(name) ?? name
      if entry.kind == .directory, depth < limitDepth {
        try collect(
          from: try folder.subdirectory(name), below: place, depth: depth + 1, into: &files)
      }
      guard entry.kind == .file, suffixes.contains(where: { name.bytes.hasSuffix($0) }),
        name.bytes.hasSuffix(".json") == (name.bytes == Array("Contents.json".utf8))
      else { continue }
      guard files.count < limitFiles else {
        throw FileError(
          .unsupported, at: folder.name, "holds more than \(limitFiles) pictures",
          remedy: "name the folder that the icons are in")
      }
      files.append(IconFile(path: place, bytes: try folder.readFile(name, limitBytes: 1 << 28)))
    }
  }
}

extension [UInt8] {
  func hasSuffix(_ suffix: String) -> Bool {
    self.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }
}

extension RelativePath {
  fileprivate var isCatalogueContents: Bool { lastComponent.bytes == Array("Contents.json".utf8) }
}
