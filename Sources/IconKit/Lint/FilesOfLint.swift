import SafeFiles
import TextFormats

/// The files that are checked, and the names of all others beside them.
struct FilesOfLint {
  let bytes: [RelativePath: [UInt8]]
  private let isThere: (RelativePath) -> Bool
  private let namesByFolder: [RelativePath?: [RelativePath]]
  /// The names as Apple's file systems compare them: canonically equivalent, and in any case.
  private let spellings: [String: RelativePath]

  /// - Parameters:
  ///   - names: the files that exist and were not read.
  ///   - isThere: whether a file or folder exists that is in neither.
  init(
    _ bytes: [RelativePath: [UInt8]], names: [RelativePath],
    isThere: @escaping (RelativePath) -> Bool
  ) {
    self.bytes = bytes
    self.isThere = isThere
    let all = Set(names).union(bytes.keys).sorted()
    namesByFolder = Dictionary(grouping: all) { $0.parent }
    spellings = Dictionary(all.map { ($0.text.lowercased(), $0) }) { a, _ in a }
  }

  /// The file or folder at `path`, and whether its name is exactly that one; nil where it does not exist.
  func find(_ path: RelativePath) -> (path: RelativePath, isExact: Bool)? {
    if bytes[path] != nil || namesByFolder[path] != nil || isThere(path) { return (path, true) }
    guard let other = spellings[path.text.lowercased()] else { return nil }
    // Two spellings of an accented letter are the same file on every Mac.
    return (other, other.text == path.text)
  }

  /// The files in the folder of `path`.
  func beside(_ path: RelativePath) -> [RelativePath] { namesByFolder[path.parent, default: []] }

  /// The folders in `folder` that have files.
  func folders(in folder: RelativePath?) -> [RelativePath] {
    namesByFolder.keys.compactMap { $0 }.filter { $0.parent == folder }.sorted()
  }

  /// The JSON object that the file at `path` contains; nil for anything else.
  func object(at path: RelativePath) -> JSON? {
    guard let bytes = bytes[path], let value = JSON(bytes), case .object = value else { return nil }
    return value
  }

  /// Whether some bundle of Icon Composer has this name: systems from 26 on show that one.
  func hasBundle(named name: String) -> Bool {
    let document = RelativePath(known: "icon.json")
    return namesByFolder.contains { folder, names in
      folder?.lastComponent.text == "\(name).icon"
        && names.contains { $0.lastComponent == document }
    }
  }
}

extension RelativePath {
  /// Whether its name is that of an image.
  var isImageName: Bool {
    let name = lastComponent.text.lowercased()
    return [".png", ".jpg", ".jpeg", ".webp", ".heic", ".pdf", ".svg"]
      .contains { name.hasSuffix($0) }
  }

  /// The file of this name in the same folder; nil where `name` is not a valid path.
  func beside(_ name: String) -> RelativePath? {
    // An invalid path names no file.
    (try? RelativePath(name)).map { parent?.appending($0) ?? $0 }
  }
}
