public import SafeFiles

extension IconLint {
  /// What lies around the files that are checked.
  public struct Surroundings: Sendable {
    /// Files that exist and were not read.
    public var names: [RelativePath] = []
    /// Project files, from the topmost folder that was looked at.
    var settings: [IconFile] = []
    /// The folder that is checked, from that topmost one; nil for itself.
    var root: RelativePath?
    /// Whether a file or folder exists that was not read and is not among the names.
    var isThere: @Sendable (RelativePath) -> Bool = { _ in false }

    /// Nothing.
    public init() {}

    /// The same for files of which only those that are given are checked.
    var withoutNames: Surroundings {
      var surroundings = self
      surroundings.names = []
      return surroundings
    }
  }
}

/// A folder as lint reads it: the files that can be icons or their documents by name, at any depth, the names of the
/// others, and the project files in it and above it.
public struct LintedFolder: Sendable {
  /// The files to check.
  public private(set) var files: [IconFile] = []
  /// What lies around them.
  public private(set) var surroundings = IconLint.Surroundings()

  /// Reads the folder at `directory`.
  ///
  /// - Throws: `FileError` when a folder or file cannot be read, or there are more than 20,000 images.
  public init(_ directory: String) throws(FileError) {
    let folder = try DirectoryHandle(path: directory)
    try collect(from: folder, below: nil, depth: 0)
    try readAbove(directory, folder)
  }

  private static let suffixes = [
    ".png", ".ico", ".icns", ".json", ".webmanifest", ".webp", ".jpg", ".jpeg", ".pdf",
  ]
  /// The folders of what other tools fetch or build.
  private static let foreign: Set<String> = ["node_modules", "Pods", "Carthage", "DerivedData"]
  private static let limitFiles = 20_000
  private static let limitDepth = 24
  private static let limitBytes = 1 << 28
  private static let limitLevels = 8

  private mutating func collect(
    from folder: DirectoryHandle, below path: RelativePath?, depth: Int
  ) throws(FileError) {
    for entry in try folder.entries() where entry.name.first != UInt8(ascii: ".") {
      // No icon has a name that is not a valid path.
      guard let name = try? entry.path() else { continue }
      let place = path?.appending(name) ?? name
      if entry.kind == .directory, depth < Self.limitDepth, !Self.foreign.contains(name.text) {
        try collect(from: try folder.subdirectory(name), below: place, depth: depth + 1)
      }
      if entry.kind != .directory { surroundings.names.append(place) }
      guard entry.kind == .file else { continue }
      if IconProject.isAboutIcons(name) {
        surroundings.settings.append(
          IconFile(path: place, bytes: try folder.readFile(name, limitBytes: Self.limitBytes)))
      }
      guard Self.isChecked(place) else { continue }
      guard files.count < Self.limitFiles else {
        throw FileError(
          .unsupported, at: folder.name, "contains more than \(Self.limitFiles) images",
          remedy: "name the folder that contains the icons")
      }
      files.append(
        IconFile(path: place, bytes: try folder.readFile(name, limitBytes: Self.limitBytes)))
    }
  }

  private static func isChecked(_ place: RelativePath) -> Bool {
    place.iconBundle != nil
      || suffixes.contains(where: { place.hasSuffix($0) })
        && place.hasSuffix(".json") == place.isCatalogContents
  }

  /// Adds the project files directly in the folders above, up to that of the repository. What cannot be read there
  /// says nothing.
  private mutating func readAbove(_ directory: String, _ start: DirectoryHandle) throws(FileError) {
    var names: [RelativePath] = []
    var found: [(level: Int, path: RelativePath, bytes: [UInt8])] = []
    var (folder, path) = (start, directory)
    for level in 1...Self.limitLevels {
      let git = RelativePath(known: ".git")
      if (try? folder.statusIfPresent(of: git)) != nil { break }
      path += "/.."
      guard let above = try? DirectoryHandle(path: path), let entries = try? above.entries(),
        let name = try? Self.name(of: folder, among: entries, in: above)
      else { break }
      names.append(name)
      for entry in entries {
        guard var file = try? entry.path() else { continue }
        if entry.kind == .directory, file.hasSuffix(".xcodeproj") {
          file = file.appending(RelativePath(known: "project.pbxproj"))
        }
        guard IconProject.isAboutIcons(file),
          let bytes = try? above.readFile(file, limitBytes: Self.limitBytes)
        else { continue }
        found.append((level, file, bytes))
      }
      folder = above
    }
    guard !names.isEmpty else { return }
    let root = names.reversed().dropFirst().reduce(names[names.count - 1]) { $0.appending($1) }
    surroundings.settings =
      surroundings.settings.map { IconFile(path: root.appending($0.path), bytes: $0.bytes) }
      + found.map { level, path, bytes in
        let folders = root.components.dropLast(level)
        let folder = folders.dropFirst().reduce(folders.first) { $0?.appending($1) }
        return IconFile(path: folder?.appending(path) ?? path, bytes: bytes)
      }
    surroundings.root = root
  }

  /// The name of `folder` in the one above it.
  private static func name(
    of folder: DirectoryHandle, among entries: [DirectoryHandle.Entry], in above: DirectoryHandle
  ) throws(FileError) -> RelativePath? {
    let own = try folder.status()
    for entry in entries where entry.kind == .directory {
      // A name that is not a valid path is not one of a project.
      guard let name = try? entry.path(), let status = try above.statusIfPresent(of: name) else {
        continue
      }
      if status.inode == own.inode, status.device == own.device { return name }
    }
    return nil
  }
}
