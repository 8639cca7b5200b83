import CFileCalls

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension DirectoryHandle {
  /// Creates the folder at `path`, with mode 755 less the process's mask; its parent must exist.
  public func createDirectory(_ path: RelativePath) throws(FileError) {
    guard at(path, { mkdirat($0, $1, 0o755) }) == 0 else {
      throw failure(at: path, cannot: "be created as a folder")
    }
  }

  /// Creates the folder at `path` and its parents where they are missing.
  public func createDirectories(_ path: RelativePath) throws(FileError) {
    let result = at(path) { mkdirat($0, $1, 0o755) }
    if result == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let parent = path.parent else {
      throw failure(at: path, cannot: "be created as a folder")
    }
    try createDirectories(parent)
    guard at(path, { mkdirat($0, $1, 0o755) }) == 0 || errno == EEXIST else {
      throw failure(at: path, cannot: "be created as a folder")
    }
  }

  /// Creates a symbolic link at `path` that points to `target`, which is not checked.
  public func createSymbolicLink(_ path: RelativePath, to target: [UInt8]) throws(FileError) {
    precondition(!target.contains(0), "a link's target cannot contain a NUL")
    let target = target.map { CChar(bitPattern: $0) } + [0]
    let result = at(path) { directory, name in symlinkat(target, directory, name) }
    guard result == 0 else { throw failure(at: path, cannot: "be created as a symbolic link") }
  }

  /// Gives the file at `path` a second name (a hard link).
  public func link(
    _ path: RelativePath, as newPath: RelativePath, in other: DirectoryHandle? = nil
  ) throws(FileError) {
    try move(path, to: newPath, in: other, cannot: "be linked to") {
      linkat($0, $1, $2, $3, 0)
    }
  }

  /// Renames what is at `path`; a file that has the new name, or an empty folder, is replaced.
  public func rename(
    _ path: RelativePath, to newPath: RelativePath, in other: DirectoryHandle? = nil
  ) throws(FileError) {
    try move(path, to: newPath, in: other, cannot: "be renamed to") { renameat($0, $1, $2, $3) }
  }

  /// Renames what is at `path` and fails with the code `exists` if the new name is taken.
  ///
  /// Fails with the code `unsupported` on file systems that cannot (NFS, some FUSE ones).
  public func renameExclusively(
    _ path: RelativePath, to newPath: RelativePath, in other: DirectoryHandle? = nil
  ) throws(FileError) {
    try move(path, to: newPath, in: other, cannot: "be renamed to") {
      file_calls_rename_exclusively($0, $1, $2, $3)
    }
  }

  /// Exchanges what two names stand for, atomically.
  ///
  /// Fails with the code `unsupported` on file systems that cannot (NFS, some FUSE ones).
  public func exchange(
    _ path: RelativePath, with otherPath: RelativePath, in other: DirectoryHandle? = nil
  ) throws(FileError) {
    try move(path, to: otherPath, in: other, cannot: "be exchanged with") {
      file_calls_exchange($0, $1, $2, $3)
    }
  }

  /// Gives the file or folder at `path` the permission bits `mode`.
  public func setMode(_ mode: UInt32, of path: RelativePath) throws(FileError) {
    // Through a descriptor: fchmodat has no no-follow on older kernels.
    let file = openBeneath(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw failure(at: path, cannot: "be opened") }
    defer { close(file) }
    guard fchmod(file, mode_t(mode)) == 0 else {
      throw failure(at: path, cannot: "be given another mode")
    }
  }

  private func move(
    _ path: RelativePath, to newPath: RelativePath, in other: DirectoryHandle?,
    cannot action: String,
    _ body: (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>) -> Int32
  ) throws(FileError) {
    let target = other ?? self
    let result = at(path) { from, oldName in
      target.at(newPath) { to, newName in body(from, oldName, to, newName) }
    }
    guard result == 0 else {
      throw failure(at: path, cannot: "\(action) \(target.location(of: newPath))")
    }
  }
}

extension DirectoryHandle {
  /// Flushes the whole file system of this folder to the disk.
  ///
  /// - Returns: false where the system has no such call, or one that does not report failures: single
  ///   flushes that follow are cheap then.
  /// - Throws: `FileError` when something that was written since this folder was opened is not there.
  public func flushFileSystem() throws(FileError) -> Bool {
    let result = file_calls_flush_file_system(descriptor)
    guard result >= 0 else {
      throw FileError(errno: errno, at: name, cannot: "be flushed to the disk")
    }
    return result > 0
  }
}
