#if os(Linux)
import CSandbox
import Glibc

/// The servers that the build has started, as far as its programs may connect to them: sockets on
/// which one of them has called listen.
struct OwnServers {
  private struct File: Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ status: stat) {
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
    }
  }

  private var inodes: Set<UInt64> = []
  private var files: Set<File> = []
  private var abstractNames: Set<[UInt8]> = []

  /// A program calls listen on the socket.
  ///
  /// - Parameter copy: of a Unix socket, to see where it is bound.
  mutating func add(_ inode: UInt64, copy: Int32?, of process: Int32) {
    inodes.insert(inode)
    guard let copy, let address = Self.address(of: copy), address.count > 2 else { return }
    if address[2] == 0 {
      abstractNames.insert(Array(address[2...]))
    } else if let status = Self.status(of: Array(address[2...]), for: process) {
      files.insert(File(status))
    }
  }

  /// Whether sockets of the build accept connections on the port, and none of the outside: it might
  /// be the one at the address that is asked for.
  ///
  /// - Complexity: reads the tables of all TCP sockets of this machine, proc_net_tcp(5).
  func has(port: UInt16) -> Bool {
    let listeners = ["tcp", "tcp6"].flatMap { Self.listeners(on: port, in: $0) }
    return !listeners.isEmpty && listeners.allSatisfy(inodes.contains)
  }

  private static func listeners(on port: UInt16, in table: String) -> [UInt64] {
    // A kernel without IPv6 has no table for it.
    guard let text = FileSystem.read("/proc/self/net/\(table)", limit: 64 << 20) else { return [] }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
      let columns = line.split(separator: " ")
      guard columns.count > 9, columns[3] == "0A",
        columns[1].split(separator: ":").last.flatMap({ UInt16($0, radix: 16) }) == port
      else { return nil }
      return UInt64(columns[9])
    }
  }

  /// Whether the abstract name, with its leading zero, is one of the build.
  func has(abstractName: [UInt8]) -> Bool { abstractNames.contains(abstractName) }

  /// Whether the file is a socket of the build.
  func has(file status: stat) -> Bool { files.contains(File(status)) }

  /// A path as a process sees it, for this one.
  static func path(_ path: [UInt8], for process: Int32) -> [UInt8] {
    let end = path.prefix { $0 != 0 }
    return Array("/proc/\(process)/\(end.first == UInt8(ascii: "/") ? "root" : "cwd/")".utf8) + end
      + [0]
  }

  private static func status(of path: [UInt8], for process: Int32) -> stat? {
    var status = stat()
    let path = self.path(path, for: process).map(CChar.init(bitPattern:))
    return stat(path, &status) == 0 ? status : nil
  }

  /// What a Unix socket is bound to, family first; nil for other sockets.
  private static func address(of socket: Int32) -> [UInt8]? {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
    }
    guard status == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
    let size = min(Int(length), MemoryLayout<sockaddr_un>.size)
    return withUnsafeBytes(of: address) { Array($0.prefix(size)) }
  }
}
#endif
