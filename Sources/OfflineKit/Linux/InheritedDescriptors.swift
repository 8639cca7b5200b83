#if os(Linux)
import CSandbox
import Glibc

/// Which of this process's open descriptors the command may have.
///
/// A descriptor keeps the rights of whoever opened it: through a socket, a ring of io_uring, a
/// process descriptor, the host's /proc or the master side of a terminal, a program leaves the
/// sandbox without a call that could be observed. So the command gets files, pipes, terminals and the
/// like, which includes make's job server, and nothing else.
enum InheritedDescriptors {
  /// What a descriptor refers to.
  enum Kind: Equatable {
    case harmless
    case socket
    /// Anything else, by a name for messages.
    case other(String)
  }

  /// What descriptor `number` refers to; nil when it is not open.
  static func kind(of number: Int32) -> Kind? {
    var status = stat()
    guard fstat(number, &status) == 0 else { return nil }
    let link = FileSystem.linkTarget(of: "/proc/self/fd/\(number)") ?? ""
    switch status.st_mode & S_IFMT {
    case S_IFSOCK:
      // Not one that was opened with O_PATH, which is only a place in the file system.
      return link.hasPrefix("socket:") ? .socket : .other("path of a socket")
    case S_IFIFO: return .harmless
    case S_IFDIR: return .other("folder")
    case S_IFREG where link.hasPrefix("/"):
      return isOfKernel(number) ? .other(link) : .harmless
    case S_IFCHR:
      return isPlainDevice(number, status) ? .harmless : .other(link)
    default:
      return link == "anon_inode:[eventfd]" ? .harmless : .other(link)
    }
  }

  /// Whether a socket carries a stream of bytes, as a pipe does.
  static func isStreamSocket(_ number: Int32) -> Bool {
    var type: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(number, SOL_SOCKET, SO_TYPE, &type, &length) == 0
      && type == Int32(SOCK_STREAM.rawValue)
  }

  /// File systems whose files are settings or objects of the kernel, by their magic numbers
  /// (statfs(2), <linux/magic.h>).
  private static let kernelMagic: Set<UInt32> = [
    0x9fa0, 0x6265_6572, 0x6265_6570, 0x6e73_6673, 0x5049_4446, 0x0904_1934, 0x27_e0eb,
    0x6367_7270, 0x6462_6720, 0x7472_6163, 0x7363_6673, 0xcafe_4a11, 0x4249_4e4d, 0xde5e_81e4,
    0xf97c_ff8c, 0x4341_5d53, 0x6e66_7364, 0x6759_6969,
  ]

  private static func isOfKernel(_ number: Int32) -> Bool {
    let type = csandbox_file_system(number)
    return type < 0 || kernelMagic.contains(UInt32(truncatingIfNeeded: type))
  }

  /// A terminal, but not the side of one at which its user sits (ptmx(4)): what is written there is
  /// typed into the programs outside. Or null, zero, full, random, urandom (mem(4), random(4)).
  private static func isPlainDevice(_ number: Int32, _ status: stat) -> Bool {
    // The device numbers of the manuals, as <sys/sysmacros.h> packs small ones: major, minor.
    if status.st_rdev >> 8 == 1 { return [3, 5, 7, 8, 9].contains(status.st_rdev & 0xff) }
    return isatty(number) == 1 && status.st_rdev != 5 << 8 | 2
  }

  /// The descriptors above standard error.
  struct Others {
    /// Those that the command inherits, in ascending order.
    var kept: [Int32] = []
    /// Those that it does not, although exec would keep them, each with a description.
    var withheld: [String] = []
    /// The highest that is open.
    var highest: Int32 = 2
  }

  /// Looks at every descriptor above standard error.
  static var others: Others {
    var others = Others()
    for number in FileSystem.names(in: "/proc/self/fd").compactMap({ Int32($0) }).sorted()
    where number > STDERR_FILENO {
      let flags = fcntl(number, F_GETFD)
      guard flags >= 0, let kind = kind(of: number) else { continue }
      others.highest = number
      if flags & FD_CLOEXEC != 0 { continue }
      switch kind {
      case .harmless: others.kept.append(number)
      case .socket: others.withheld.append("\(number) (socket)")
      case .other(let name): others.withheld.append("\(number) (\(name))")
      }
    }
    return others
  }
}
#endif
