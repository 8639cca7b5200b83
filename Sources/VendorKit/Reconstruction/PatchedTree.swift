internal import SafeFiles

/// A folder of staged files, and the list of them, while patches are applied.
struct PatchedTree {
  private let folder: DirectoryHandle
  private var contents: [RelativePath: FileList.Entry.Content]

  /// The files of `list`, which lie in `folder`.
  init(_ list: FileList, in folder: DirectoryHandle) {
    self.folder = folder
    contents = Dictionary(uniqueKeysWithValues: list.entries.map { ($0.path, $0.content) })
  }

  /// Applies one patch; when it throws, no file has been changed by it unless writing failed.
  mutating func apply(_ patch: Patch) throws {
    try write(
      patch.applied { (path) throws(VendorError) in try file(at: path, for: patch.name) },
      for: patch.name)
  }

  /// The patch with its hunks where their lines are in these files; see ``Patch/moved(reading:)``.
  func placing(_ patch: Patch) throws -> (patch: Patch, moves: [Patch.Move]) {
    try patch.moved { (path) throws(VendorError) in try file(at: path, for: patch.name) }
  }

  /// Writes files, and removes those that are nil.
  ///
  /// - Parameter patch: the name of the patch that asks for it, for messages.
  mutating func write(_ files: [RelativePath: FileSnapshot?], for patch: String) throws {
    for (path, file) in files.sorted(by: { $0.key < $1.key }) where file == nil {
      guard contents[path] != nil else { continue }
      try folder.removeFile(path)
      contents[path] = nil
    }
    for case (let path, let file?) in files.sorted(by: { $0.key < $1.key }) {
      if contents[path] != nil { try folder.removeFile(path) }
      try checkIsFree(path, patch: patch)
      if let parent = path.parent { try folder.createDirectories(parent) }
      let new = try folder.createFile(path, isExecutable: file.isExecutable)
      try new.write(file.bytes)
      contents[path] = .file(
        digest: SHA256.digest(of: file.bytes), isExecutable: file.isExecutable)
    }
    try removeEmptyFolders(of: files.filter { $0.value == nil }.map(\.key))
  }

  /// The list of what is there now.
  func list() throws(VendorError) -> FileList {
    try FileList(
      contents.map { FileList.Entry(path: $0.key, content: $0.value) }, named: "the patched files")
  }

  /// The file at `path`; nil when there is none.
  ///
  /// - Throws: `VendorError` with `patch` when it is a link.
  func file(
    at path: RelativePath, for patch: String
  ) throws(VendorError) -> FileSnapshot? {
    switch contents[path] {
    case nil: return nil
    case .link:
      throw VendorError(
        .patch, at: patch, "changes \(path), which is a symbolic link, expected a file")
    case .file(_, let isExecutable):
      do {
        let bytes = try folder.readFile(path, limitBytes: Patch.maximumBytes)
        return FileSnapshot(bytes: bytes, isExecutable: isExecutable)
      } catch {
        throw VendorError(.inputOutput, at: error.location, error.problem, remedy: error.remedy)
      }
    }
  }

  /// A patch may not put a file where a folder is, or below a file.
  private func checkIsFree(_ path: RelativePath, patch: String) throws {
    var parent = path.parent
    while let folder = parent {
      if contents[folder] != nil {
        throw VendorError(.patch, at: patch, "adds a file below \(folder), which is a file")
      }
      parent = folder.parent
    }
    if let status = try folder.statusIfPresent(of: path) {
      let what = status.kind == .directory ? "a folder" : "something"
      throw VendorError(.patch, at: patch, "adds a file at \(path), where \(what) is")
    }
  }

  /// Lists have no folders: folders that a patch empties are removed, so that equal lists mean
  /// equal trees.
  private func removeEmptyFolders(of paths: [RelativePath]) throws(FileError) {
    for path in paths {
      var parent = path.parent
      while let candidate = parent {
        do {
          try folder.removeDirectory(candidate)
        } catch  where [.notEmpty, .exists, .notFound].contains(error.code) {
          break
        }
        parent = candidate.parent
      }
    }
  }
}
