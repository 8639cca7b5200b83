import BroadcastPool
public import Findings
public import SafeFiles

/// A check of the icons in a folder against the rules of stores, devices and Xcode, whichever tool
/// made them.
public struct IconLint: Sendable {
  /// The findings, in the order of their paths.
  public internal(set) var findings: [Finding]
  /// The names of the presets whose files these are, in the order of the presets.
  public let presets: [String]
  /// How many files were checked.
  public let checked: Int

  /// Checks `files`.
  ///
  /// - Parameters:
  ///   - presets: the presets to expect; nil to recognise them by the files' names.
  ///   - all: the presets that can be recognised.
  ///   - threads: the maximum number of threads; nil for one per processor.
  ///   - isThere: whether a file exists that was not read.
  ///   - remedy: what to do about a missing file; nil for the usual command.
  ///   - allowingGaps: whether files that a platform works without may be missing.
  /// - Throws: `PoolError` when no thread can be started.
  public static func judge(
    _ files: [IconFile], presets: [Preset]? = nil, of all: [Preset] = Preset.recognised,
    threads: Int? = nil, isThere: @escaping (RelativePath) -> Bool = { _ in false },
    remedy: String? = nil, allowingGaps: Bool = true
  ) throws -> IconLint {
    let bytesByPath = Dictionary(files.map { ($0.path, $0.bytes) }) { $1 }
    let farReduced = Set(files.filter(\.isFarReduced).map(\.path))
    let paths = bytesByPath.keys.sorted()
    let survey = PresetSurvey(of: paths, presets ?? all, areGiven: presets != nil)
    var documents = DocumentLint(bytesByPath, isThere: isThere)
    if presets.map(PresetSurvey.haveCatalogs) ?? true {
      for path in paths where path.isCatalogContents { documents.checkCatalog(path) }
    }
    for path in paths where path.bytes.hasSuffix(".webmanifest") { documents.checkManifest(path) }
    let bundles = BundleLint(bytesByPath, isThere: isThere)
    // A preset requires more of its own files than a catalog or manifest entry says.
    let expectations = survey.expectations.merging(documents.expectations) { a, _ in a }
    let images = bytesByPath.sorted { $0.key < $1.key }.compactMap { path, bytes in
      expectations[path].map {
        ImageLint(
          path: path, bytes: bytes, expectation: $0, isFarReduced: farReduced.contains(path))
      }
    }
    let judged = try images.mapSideBySide(threads: threads, name: "lint") { image, _ in
      image.findings
    }
    let containers = survey.containers(among: bytesByPath)
    let findings =
      survey.missing(remedy: remedy, allowingGaps: allowingGaps) + documents.findings
      + bundles.findings + judged.joined()
      + containers.flatMap { ContainerLint.findings($0.path, $0.bytes, $0.presets) }
    return IconLint(
      findings: Set(findings).sorted(), presets: survey.names,
      checked: images.count + documents.count + bundles.count + containers.count)
  }

  /// The same with each path replaced by its place.
  func moved(to place: (RelativePath) -> RelativePath) -> IconLint {
    var moved = self
    for i in findings.indices { moved.findings[i].path = findings[i].path.map(place) }
    return moved
  }

  /// The same with `others` among its findings.
  func adding(_ others: [Finding]) -> IconLint {
    var lint = self
    lint.findings = Set(findings + others).sorted()
    return lint
  }

  /// The same as findings of this entry of the project.
  func attributed(to entry: String?) -> IconLint {
    var attributed = self
    for i in findings.indices { attributed.findings[i].entry = entry }
    return attributed
  }

  /// All of `lints` together; what several found is there once.
  public static func union(_ lints: [IconLint]) -> IconLint {
    if lints.count == 1 { return lints[0] }
    var names: Set<String> = []
    return IconLint(
      findings: Set(lints.flatMap(\.findings)).sorted(),
      presets: lints.flatMap(\.presets).filter { names.insert($0).inserted },
      checked: lints.reduce(0) { $0 + $1.checked })
  }

  /// The files below `directory` that can be icons or their documents by name, at any depth.
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
      // No icon has a name that is not a valid path.
      guard let name = try? entry.path() else { continue }
      let place = path?.appending(name) ?? name
      if entry.kind == .directory, depth < limitDepth {
        try collect(
          from: try folder.subdirectory(name), below: place, depth: depth + 1, into: &files)
      }
      guard entry.kind == .file,
        place.iconBundle != nil
          || suffixes.contains(where: { name.bytes.hasSuffix($0) })
            && name.bytes.hasSuffix(".json") == (name.bytes == Array("Contents.json".utf8))
      else { continue }
      guard files.count < limitFiles else {
        throw FileError(
          .unsupported, at: folder.name, "contains more than \(limitFiles) images",
          remedy: "name the folder that contains the icons")
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
  fileprivate var isCatalogContents: Bool { lastComponent.bytes == Array("Contents.json".utf8) }
}
