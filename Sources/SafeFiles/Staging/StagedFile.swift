import CFileCalls

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file whose contents are written before it gets its final name.
enum StagedFile: Sendable {
  /// A file without a name, which vanishes with its descriptor.
  case unnamed(OpenFile)
  /// A file in a staging folder.
  case named(RelativePath, in: DirectoryHandle)

  /// How many files without a name are held open at a time: a quarter of what the process
  /// may open.
  static let maximumUnnamed: Int = {
    var limit = rlimit()
    #if canImport(Darwin)
    let result = getrlimit(RLIMIT_NOFILE, &limit)
    #else
    let result = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #endif
    return result == 0 ? Int(clamping: limit.rlim_cur / 4) : 128
  }()

  /// Creates a file without a name; messages call it `location`.
  ///
  /// - Returns: nil if the file system does not support unnamed files.
  static func createUnnamed(
    in folder: DirectoryHandle, location: String
  ) throws(FileError) -> (StagedFile, OpenFile)? {
    let descriptor = uninterrupted { file_calls_open_unnamed(folder.descriptor, 0o600) }
    guard descriptor >= 0 else {
      // A system without the flag takes this for an attempt to open a folder for writing.
      if [ENOTSUP, EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(errno) { return nil }
      throw FileError(errno: errno, at: location, cannot: "be created")
    }
    let file = OpenFile(adopting: descriptor, name: location)
    try file.setMode(0o644)
    return (.unnamed(file), file)
  }

  /// Creates a file with a number as its name; messages call it `location`.
  static func create(
    _ number: Int, in container: StagingFolder, location: String
  ) throws(FileError) -> (StagedFile, OpenFile) {
    let name = RelativePath(unchecked: Array("\(number)".utf8))
    container.noteFile(number)
    let descriptor = container.handle.openBeneath(
      name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: 0o600)
    guard descriptor >= 0 else {
      throw FileError(errno: errno, at: location, cannot: "be created")
    }
    let file = OpenFile(adopting: descriptor, name: location)
    try file.setMode(0o644)
    return (.named(name, in: container.handle), file)
  }

  /// Gives the file its name, which must be free.
  func appear(as path: RelativePath, in folder: DirectoryHandle) throws(FileError) {
    switch self {
    case .named(let name, let container):
      try container.rename(name, to: path, in: folder)
    case .unnamed(let file):
      let result = folder.at(path) { file_calls_link_unnamed(file.descriptor, $0, $1) }
      guard result == 0 else {
        throw FileError(errno: errno, at: file.name, cannot: "be created")
      }
    }
  }
}
