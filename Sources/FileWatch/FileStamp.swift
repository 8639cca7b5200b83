#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The metadata that shows whether a file has changed, without reading it.
public struct FileStamp: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  private let bytes: Int64
  private let seconds: Int
  private let nanoseconds: Int

  var isEmpty: Bool { bytes == 0 }

  /// The stamp of the file at `path`, links followed; nil when there is none.
  ///
  /// The time of the last change of the inode is left out: a second name for the file changes it.
  public init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(status.st_ino)
    bytes = Int64(status.st_size)
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    seconds = time.tv_sec
    nanoseconds = time.tv_nsec
  }
}
