#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The kind of a file system entry.
public enum FileKind: Hashable, Sendable {
  /// A regular file.
  case file
  /// A folder.
  case directory
  /// A symbolic link, whatever it points to.
  case symbolicLink
  /// A device, socket or named pipe.
  case other
}

/// The status of a file; for a symbolic link, that of the link itself.
public struct FileStatus: Hashable, Sendable {
  /// Its kind.
  public let kind: FileKind
  /// Its length in bytes.
  public let size: Int
  /// Its permission bits, `0o7777` at most.
  public let mode: UInt32
  /// When its contents last changed, in nanoseconds since 1970.
  public let modifiedNanoseconds: Int64
  /// When its contents, mode, owner or names last changed, in nanoseconds since 1970; no program can
  /// set it.
  public let changedNanoseconds: Int64
  /// Its inode number.
  public let inode: UInt64
  /// The device number of its file system.
  public let device: UInt64
  /// How many names (hard links) it has.
  public let linkCount: Int
  /// The user that it belongs to.
  public let owner: UInt32
  /// The group that it belongs to.
  public let group: UInt32

  /// Whether its owner may execute it.
  public var isExecutable: Bool { mode & 0o100 != 0 }

  /// The status of an open file; nil, and `errno` set, where the system refuses it.
  public init?(ofOpen descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    kind =
      switch mode_t(status.st_mode) & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      default: .other
      }
    size = Int(status.st_size)
    mode = UInt32(status.st_mode) & 0o7777
    #if canImport(Darwin)
    let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
    let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    modifiedNanoseconds = Int64(modified.tv_sec) * 1_000_000_000 + Int64(modified.tv_nsec)
    changedNanoseconds = Int64(changed.tv_sec) * 1_000_000_000 + Int64(changed.tv_nsec)
    inode = UInt64(status.st_ino)
    device = UInt64(truncatingIfNeeded: status.st_dev)
    linkCount = Int(status.st_nlink)
    owner = status.st_uid
    group = status.st_gid
  }
}
