import CFileCalls

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An open folder, whose methods only reach what is below it.
///
/// The path that opens it may go through symbolic links, because a person named it. Below the
/// folder no link is followed, neither as the last component of a path nor before, so a link that
/// another process creates at any moment cannot redirect an operation. Failures are `FileError`s
/// that name the file.
///
/// Safe to use from several threads: it holds a descriptor and a name, and neither changes.
public final class DirectoryHandle: Sendable {
  /// The descriptor, open as long as this object exists.
  public let descriptor: Int32
  /// The name of this folder in messages.
  public let name: String

  init(adopting descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  deinit {
    close(descriptor)
  }

  /// Opens the folder at `path`, which is resolved as a shell would.
  public convenience init(path: String) throws(FileError) {
    let descriptor = uninterrupted { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else {
      throw FileError(errno: errno, at: path, cannot: "be opened as a folder")
    }
    self.init(adopting: descriptor, name: path)
  }

  /// Opens the folder at `path` as ``init(path:)`` does; nil where nothing exists there.
  public static func existing(_ path: String) throws(FileError) -> DirectoryHandle? {
    try ifPresent { () throws(FileError) in try DirectoryHandle(path: path) }
  }

  /// Opens the folder at `path` below this one.
  ///
  /// - Parameter createIfMissing: whether to create it and its parents, with mode 755 less the
  ///   process's mask.
  public func subdirectory(
    _ path: RelativePath, createIfMissing: Bool = false
  ) throws(FileError) -> DirectoryHandle {
    if createIfMissing { try createDirectories(path) }
    let descriptor = openBeneath(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(at: path, cannot: "be opened as a folder") }
    return DirectoryHandle(adopting: descriptor, name: location(of: path))
  }

  /// The status of this folder itself.
  public func status() throws(FileError) -> FileStatus {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw FileError(errno: errno, at: name, cannot: "be examined")
    }
    return FileStatus(status)
  }

  /// The status of what is at `path`.
  public func status(of path: RelativePath) throws(FileError) -> FileStatus {
    guard let status = examined(path) else { throw failure(at: path, cannot: "be examined") }
    return status
  }

  /// The status of what is at `path`; nil if nothing is there.
  public func statusIfPresent(of path: RelativePath) throws(FileError) -> FileStatus? {
    if let status = examined(path) { return status }
    // The text of an error takes longer than the call.
    if errno == ENOENT { return nil }
    throw failure(at: path, cannot: "be examined")
  }

  /// The status of what is at `path`; nil, and `errno` set, where it cannot be had.
  private func examined(_ path: RelativePath) -> FileStatus? {
    var status = stat()
    let result = at(path) { fstatat($0, $1, &status, AT_SYMLINK_NOFOLLOW) }
    return result == 0 ? FileStatus(status) : nil
  }

  /// The target of the link at `path`, byte for byte.
  public func readLink(_ path: RelativePath) throws(FileError) -> [UInt8] {
    // One byte more than any target may have, so that a longer one is detected.
    var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = at(path) { readlinkat($0, $1, &target, target.count) }
    guard count >= 0, count < target.count else {
      throw failure(at: path, cannot: "be read as a symbolic link")
    }
    return target.prefix(count).map { UInt8(bitPattern: $0) }
  }

  /// Flushes the names in this folder to the disk, but not the contents of its files.
  public func sync() throws(FileError) {
    // Some file systems refuse to flush a folder and do not need it.
    guard uninterrupted({ fsync(descriptor) }) == 0 || errno == EINVAL else {
      throw FileError(errno: errno, at: name, cannot: "be flushed to the disk")
    }
  }
}

// MARK: - How every path is walked

extension DirectoryHandle {
  /// Opens `path` below this folder; fails with ELOOP if any component is a symbolic link.
  ///
  /// - Returns: a descriptor, or -1 with `errno` set.
  func openBeneath(_ path: RelativePath, _ flags: Int32, mode: mode_t = 0) -> Int32 {
    let opened = path.withCString { path in
      uninterrupted { file_calls_open_beneath(descriptor, path, flags, UInt32(mode)) }
    }
    guard opened < 0, errno == ENOSYS else { return opened }
    return at(path) { openat($0, $1, flags | O_NOFOLLOW, mode) }
  }

  /// Calls `body` with a descriptor of the folder that holds `path` and the last component.
  ///
  /// - Returns: what `body` returns, or -1 with `errno` set when the folder cannot be opened.
  func at<Result: SignedInteger>(
    _ path: RelativePath, _ body: (Int32, UnsafePointer<CChar>) -> Result
  ) -> Result {
    guard let parent = path.parent else {
      return path.withCString { name in uninterrupted { body(descriptor, name) } }
    }
    let directory = openFolderBeneath(parent)
    guard directory >= 0 else { return -1 }
    let result = path.lastComponent.withCString { name in uninterrupted { body(directory, name) } }
    closePreservingErrno(directory)
    return result
  }

  private func openFolderBeneath(_ path: RelativePath) -> Int32 {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    let whole = uninterrupted {
      path.withCString { file_calls_open_beneath(descriptor, $0, flags, 0) }
    }
    return whole < 0 && errno == ENOSYS ? walk(path) : whole
  }

  /// Opens `path` one component at a time, for systems without a single call for it.
  func walk(_ path: RelativePath) -> Int32 {
    var current = descriptor
    for component in path.components {
      let next = component.withCString { name in
        uninterrupted { openat(current, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW) }
      }
      // With O_DIRECTORY and O_NOFOLLOW, Linux returns ENOTDIR for a link.
      if next < 0, errno == ENOTDIR, isLink(component, in: current) { errno = ELOOP }
      if current != descriptor { closePreservingErrno(current) }
      guard next >= 0 else { return -1 }
      current = next
    }
    return current
  }

  private func isLink(_ name: RelativePath, in directory: Int32) -> Bool {
    var status = stat()
    let result = name.withCString { fstatat(directory, $0, &status, AT_SYMLINK_NOFOLLOW) }
    let isLink = result == 0 && mode_t(status.st_mode) & S_IFMT == S_IFLNK
    errno = ENOTDIR
    return isLink
  }

  private func closePreservingErrno(_ descriptor: Int32) {
    let number = errno
    close(descriptor)
    errno = number
  }

  /// The name in messages of what is at `path`.
  func location(of path: RelativePath) -> String {
    Self.location(of: path, inFolderNamed: name)
  }

  static func location(of path: RelativePath, inFolderNamed name: String) -> String {
    name == "." ? path.description : "\(name)/\(path)"
  }

  /// The failure of the system call that has just left its number in `errno`.
  func failure(at path: RelativePath, cannot action: String) -> FileError {
    FileError(errno: errno, at: location(of: path), cannot: action)
  }
}
