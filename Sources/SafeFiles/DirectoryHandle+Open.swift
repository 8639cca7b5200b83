#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension DirectoryHandle {
  /// Opens the regular file at `path` for reading.
  ///
  /// A folder, a device or a named pipe is refused, without waiting for it.
  public func openFile(_ path: RelativePath) throws(FileError) -> OpenFile {
    try openFileWithStatus(path).file
  }

  /// Opens the regular file at `path` for reading, and returns its status too, which opening needs
  /// anyway.
  public func openFileWithStatus(
    _ path: RelativePath
  ) throws(FileError) -> (file: OpenFile, status: FileStatus) {
    // O_NONBLOCK: opening a named pipe would otherwise wait for somebody to write to it.
    let descriptor = openBeneath(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(at: path, cannot: "be opened") }
    let file = OpenFile(adopting: descriptor, at: path, in: self)
    let status = try file.status()
    switch status.kind {
    case .file: return (file, status)
    case .directory: throw FileError(.isADirectory, at: file.name, "is a folder, not a file")
    default: throw FileError(.unsupported, at: file.name, "is not a regular file")
    }
  }

  /// Reads the whole regular file at `path`.
  ///
  /// - Parameter limitBytes: the most bytes; a larger file is refused.
  public func readFile(_ path: RelativePath, limitBytes: Int) throws(FileError) -> [UInt8] {
    try openFile(path).readAll(limitBytes: limitBytes)
  }

  /// Creates the file at `path`, which must not exist, for writing.
  ///
  /// - Parameter isExecutable: whether its mode becomes 755 and not 644; the process's mask does not
  ///   matter, so that the same run gives the same modes everywhere.
  public func createFile(
    _ path: RelativePath, isExecutable: Bool = false
  ) throws(FileError) -> OpenFile {
    let descriptor = openBeneath(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: 0o600)
    guard descriptor >= 0 else { throw failure(at: path, cannot: "be created") }
    let file = OpenFile(adopting: descriptor, at: path, in: self)
    try file.setMode(isExecutable ? 0o755 : 0o644)
    return file
  }

  /// Creates the file at `path`, which must not exist, with these contents, flushed to the disk.
  public func createFile(
    _ path: RelativePath, holding bytes: [UInt8], isExecutable: Bool = false
  ) throws(FileError) {
    let file = try createFile(path, isExecutable: isExecutable)
    try file.write(bytes)
    try file.sync()
  }
}

extension DirectoryHandle {
  /// The nearest folder from `start` upwards of which `condition` holds; nil when there is none.
  ///
  /// - Throws: `FileError` when a folder on the way cannot be opened, and what `condition` throws.
  public static func nearest(
    from start: String = ".", where condition: (DirectoryHandle) throws(FileError) -> Bool
  ) throws(FileError) -> DirectoryHandle? {
    var path = start
    var folder = try DirectoryHandle(path: path)
    while true {
      if try condition(folder) { return folder }
      path = path == "." ? ".." : path + "/.."
      let parent = try DirectoryHandle(path: path)
      let (here, above) = (try folder.status(), try parent.status())
      if here.inode == above.inode, here.device == above.device { return nil }
      folder = parent
    }
  }
}
