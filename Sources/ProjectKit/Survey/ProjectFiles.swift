import SafeFiles

/// The files of a project that can say something about its icons or packages, by their names.
///
/// No link is followed. Folders of tools, of build results and of other people's code are not
/// entered, and neither are other git repositories.
struct ProjectFiles {
  /// The files in the order of their folders, each name before those below it.
  private(set) var paths: [RelativePath] = []
  /// What was not looked at and should have been, as sentences that begin with the place.
  private(set) var omissions: [String] = []

  private var nameCount = 0
  private var unusableNames = 0
  private var isCut = false

  /// The most names that are read; a survey of more takes too long.
  static let limitNames = 200_000
  /// The deepest folder: each level keeps a descriptor open.
  static let limitDepth = 32
  private static let limitOmissions = 10

  /// Walks through `root`.
  ///
  /// - Throws: `FileError` when `root` itself cannot be listed.
  init(in root: DirectoryHandle, limitNames: Int = ProjectFiles.limitNames) throws(FileError) {
    try collect(from: root, below: nil, depth: 0, limitNames: limitNames)
    if unusableNames > 0 {
      omissions.append(
        "\(unusableNames) names have control characters or backslashes, or are not UTF-8; such "
          + "files cannot be named in assetkit.toml")
    }
    if isCut {
      omissions.append("only the first \(limitNames) names were looked at; run it in a subfolder")
    }
  }

  private mutating func collect(
    from folder: DirectoryHandle, below path: RelativePath?, depth: Int, limitNames: Int
  ) throws(FileError) {
    let entries = try folder.entries()
    // A repository of its own, such as a submodule, looks after its own icons.
    if path != nil, entries.contains(where: { $0.name == Array(".git".utf8) }) { return }
    let isBuildFolder = path.map { Self.isNamed($0, "build") } ?? false
    for entry in entries {
      nameCount += 1
      guard nameCount <= limitNames else {
        isCut = true
        return
      }
      guard entry.kind == .file || entry.kind == .directory else { continue }
      // Counted below, because such a file cannot be named.
      guard let name = try? entry.path(), String(validating: name.bytes, as: UTF8.self) != nil
      else {
        unusableNames += 1
        continue
      }
      let place = path?.appending(name) ?? name
      if entry.kind == .file {
        if Self.isOfInterest(place) { paths.append(place) }
      } else if !isBuildFolder, !Self.isSkipped(name) {
        try enter(name, of: folder, at: place, depth: depth + 1, limitNames: limitNames)
      }
    }
  }

  private mutating func enter(
    _ name: RelativePath, of folder: DirectoryHandle, at place: RelativePath, depth: Int,
    limitNames: Int
  ) throws(FileError) {
    guard depth < Self.limitDepth else {
      return omit("\(place): is more than \(Self.limitDepth) folders deep")
    }
    do throws(FileError) {
      try collect(
        from: try folder.subdirectory(name), below: place, depth: depth, limitNames: limitNames)
    } catch {
      omit("\(place): \(error.problem)")
    }
  }

  private mutating func omit(_ sentence: String) {
    if omissions.count == Self.limitOmissions {
      omissions.append("further folders that were not looked into are not listed")
    }
    if omissions.count < Self.limitOmissions { omissions.append(sentence) }
  }

  /// Folders that hold no icons of this project; hidden ones are skipped too.
  private static let skipped: Set<String> = [
    "node_modules", "bower_components", "pods", "carthage", "vendor", "third_party",
    "third-party", "thirdparty", "deriveddata", "sourcepackages", "checkouts", "target", "dist",
    "out", "venv", "__pycache__",
  ]

  private static func isSkipped(_ name: RelativePath) -> Bool {
    name.bytes.first == UInt8(ascii: ".") || skipped.contains(name.description.lowercased())
  }

  private static func isNamed(_ path: RelativePath, _ name: String) -> Bool {
    path.lastComponent.description.lowercased() == name
  }

  private static let names: Set<String> = [
    "Package.resolved", "Podfile.lock", ".gitmodules", "vendor.lock", "manifest.json",
    "site.webmanifest", "manifest.webmanifest", "package.json",
  ]
  private static let suffixes = [".png", ".webp", ".ico", ".icns", ".svg"]
  private static let catalogs = [".appiconset", ".brandassets", ".solidimagestack"]

  private static func isOfInterest(_ path: RelativePath) -> Bool {
    let name = path.lastComponent
    if suffixes.contains(where: name.hasSuffix) || names.contains(name.description) { return true }
    guard let parent = path.parent else { return false }
    if name.description == "icon.json" { return parent.lastComponent.hasSuffix(".icon") }
    guard name.description == "Contents.json" else { return false }
    return catalogs.contains { parent.lastComponent.hasSuffix($0) }
  }
}

extension RelativePath {
  /// Whether the bytes end like that.
  func hasSuffix(_ suffix: String) -> Bool {
    bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  /// The path without a suffix that it has.
  func dropping(_ suffix: String) -> String {
    precondition(hasSuffix(suffix), "it has another suffix")
    return String(decoding: bytes.dropLast(suffix.utf8.count), as: UTF8.self)
  }

  /// The exact text, which may contain what no terminal should get; survey paths are UTF-8.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
