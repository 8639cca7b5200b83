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
        try add(contentsOf: try root.subdirectory(path), [], to: &digest)
      }
      return digest.finish()
    } catch  where error.code == .notFound || error.code == .notADirectory {
      return nil
    }
  }

  private static func add(
    contentsOf folder: DirectoryHandle, _ prefix: [UInt8], to digest: inout SHA256
  ) throws(FileError) {
    for entry in try folder.entries() {
      let name = prefix + entry.name
      // A name that is not a valid path is not assetkit's; only its name is hashed.
      guard let path = try? entry.path() else {
        add("odd \(name)", to: &digest)
        continue
      }
      add(try folder.status(of: path), name, to: &digest)
      if entry.kind == .directory {
        try add(contentsOf: try folder.subdirectory(path), name + [0x2F], to: &digest)
      }
    }
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
