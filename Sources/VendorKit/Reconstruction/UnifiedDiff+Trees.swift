internal import SafeFiles

extension UnifiedDiff {
  /// The patch that turns one list of files into the other.
  static func text(
    from old: (list: FileList, folder: DirectoryHandle),
    to new: (list: FileList, folder: DirectoryHandle)
  ) throws -> [UInt8] {
    var text: [UInt8] = []
    var refused: [String] = []
    let paths = Set(old.list.entries.map(\.path)).union(new.list.entries.map(\.path))
    for path in paths.sorted() where old.list[path] != new.list[path] {
      do {
        text += try Self.text(
          of: path, from: try snapshot(of: path, in: old), to: try snapshot(of: path, in: new))
      } catch let error as VendorError where error.code == .patch {
        refused.append("\(error.location) \(error.problem)")
      }
    }
    guard refused.isEmpty else {
      throw VendorError(
        .patch, at: new.folder.name, refused.joined(separator: "; "),
        remedy: "restore those files, then run it again")
    }
    return text
  }

  private static func snapshot(
    of path: RelativePath, in side: (list: FileList, folder: DirectoryHandle)
  ) throws -> FileSnapshot? {
    switch side.list[path]?.content {
    case nil: return nil
    case .link:
      throw VendorError(
        .patch, at: path.description, "is a symbolic link; patches cannot change links")
    case .file(let digest, let isExecutable):
      let bytes = try side.folder.readFile(path, limitBytes: Patch.maximumBytes)
      guard SHA256.digest(of: bytes) == digest else {
        throw VendorError(
          .changedMeanwhile, at: path.description, "was edited during the run",
          remedy: "run it again")
      }
      return FileSnapshot(bytes: bytes, isExecutable: isExecutable)
    }
  }
}
