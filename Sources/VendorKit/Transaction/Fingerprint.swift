internal import SafeFiles

/// Detects changes to a file or folder without reading any contents.
///
/// A digest over path, kind, mode, size, inode and modification time of everything below. Moving the
/// whole does not change it; any edit by an editor or git changes a file's time or inode.
enum Fingerprint {
  /// The fingerprint of the file or folder at `path`; nil when there is none.
  ///
  /// - Complexity: O(n log n) in the number of files; one system call for each.
  static func of(_ path: RelativePath, in root: DirectoryHandle) throws(FileError) -> SHA256Digest?
  {
    do {
      guard let status = try root.statusIfPresent(of: path) else { return nil }
      var digest = SHA256()
      add(status, [], to: &digest)
      if status.kind == .directory {
        let folder = try root.subdirectory(path)
        try add(contentsOf: nil, in: folder, to: &digest)
      }
      return digest.finish()
    } catch  where error.code == .notFound || error.code == .notADirectory {
      return nil
    }
  }

  /// Adds what is in a folder below `top`, nil for `top` itself.
  private static func add(
    contentsOf path: RelativePath?, in top: DirectoryHandle, to digest: inout SHA256
  ) throws(FileError) {
    let prefix = path.map { $0.bytes + [UInt8(ascii: "/")] } ?? []
    for (entry, status) in try entries(of: path, in: top) {
      let name = prefix + entry.name
      // A name that is not a valid path is not assetkit's; only its name is hashed.
      guard let status, let entryPath = try? RelativePath(bytes: name) else {
        add("odd \(name)", to: &digest)
        continue
      }
      add(status, name, to: &digest)
      if entry.kind == .directory { try add(contentsOf: entryPath, in: top, to: &digest) }
    }
  }

  /// The folder is closed again, so that the depth of a tree takes no descriptors.
  private static func entries(
    of path: RelativePath?, in top: DirectoryHandle
  ) throws(FileError) -> [(DirectoryHandle.Entry, FileStatus?)] {
    let folder = if let path { try top.subdirectory(path) } else { top }
    var entries: [(DirectoryHandle.Entry, FileStatus?)] = []
    for entry in try folder.entries() {
      // Without a status for a name that is not a valid path.
      guard let name = try? entry.path() else {
        entries.append((entry, nil))
        continue
      }
      entries.append((entry, try folder.status(of: name)))
    }
    return entries
  }

  private static func add(_ status: FileStatus, _ name: [UInt8], to digest: inout SHA256) {
    // A folder's own time changes when this program moves things in and out of its parent.
    let changes =
      status.kind == .directory
      ? "" : "\(status.size) \(status.modifiedNanoseconds) \(status.inode)"
    add("\(status.kind) \(status.mode) \(changes) \(name.count) ", to: &digest)
    name.withUnsafeBytes { digest.update($0) }
  }

  private static func add(_ text: String, to digest: inout SHA256) {
    var text = text
    text.withUTF8 { digest.update(UnsafeRawBufferPointer($0)) }
  }
}
