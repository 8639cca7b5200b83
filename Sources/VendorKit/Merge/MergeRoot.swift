internal import SafeFiles

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Whose a merge is: a project's root, by its path and by its identity.
///
/// A project keeps its merge when it is moved within its file system, where inode and device stay the
/// same, and when its file system gets another device number, where path and inode stay the same.
/// Another project at its old path has another inode, and so another merge.
struct MergeRoot {
  /// The name of its merge's folder: a digest of path and inode.
  let key: RelativePath
  /// What its merge records, to be found again where the path has changed.
  let record: [UInt8]

  /// The identity of an open root.
  init(of root: DirectoryHandle) throws(FileError) {
    guard let real = realpath(root.name, nil) else {
      throw FileError(errno: errno, at: root.name, cannot: "be found")
    }
    defer { free(real) }
    let status = try root.status()
    let name = SHA256.digest(of: Array("\(status.inode) \(String(cString: real))".utf8)).hex
    key = RelativePath(known: String(name.prefix(32)))
    record = Array("\(status.inode) \(status.device)\n".utf8)
  }
}
