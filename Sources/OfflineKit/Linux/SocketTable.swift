#if os(Linux)
/// The sockets of the sandbox's network namespace, read from the /proc of a process inside.
struct SocketTable {
  let guardProcess: ProcessFolder

  enum Transport: String {
    case tcp, udp
  }

  /// Columns of /proc/net/tcp and udp, from proc(5).
  private enum Column {
    static let local = 1
    static let state = 3
    static let inode = 9
  }

  /// The program that holds the socket bound to `port`.
  ///
  /// That program is waiting for its answer, so it still exists.
  /// - Complexity: reads the descriptor folder of every process in the sandbox.
  func owner(of port: UInt16, _ transport: Transport) -> BuildProgram {
    let inodes = rows(transport).filter { $0.port == port }.map(\.inode)
    let links = Set(inodes.filter { $0 != "0" }.map { "socket:[\($0)]" })
    guard !links.isEmpty else { return .unknown }
    for process in ProcessFolder.all() where process.shares("net", with: guardProcess) {
      for descriptor in FileSystem.names(in: "/proc/\(process.pid)/fd") {
        if let link = process.link("fd/\(descriptor)"), links.contains(link) {
          return process.program
        }
      }
    }
    return .unknown
  }

  /// Whether a process in the sandbox accepts connections on `port`.
  func hasListener(on port: UInt16) -> Bool {
    rows(.tcp).contains { $0.port == port && $0.state == "0A" }
  }

  /// Whether a socket in the sandbox is bound to a path with the same last component as `path`.
  ///
  /// The table has the path as the server gave it, which may be relative to its folder at the time;
  /// so only the last component is compared.
  func hasLocalSocket(named path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    // If the guard has ended, no listener is left.
    guard let table = guardProcess.read("net/unix", limit: 16 << 20) else { return false }
    return String(decoding: table, as: UTF8.self).split(separator: "\n").contains { line in
      line.hasSuffix("/\(name)") || line.hasSuffix(" \(name)")
    }
  }

  private struct Row {
    let port: UInt16
    let state: Substring
    let inode: Substring

    init?(_ line: Substring) {
      let columns = line.split(separator: " ")
      guard columns.count > Column.inode,
        let colon = columns[Column.local].lastIndex(of: ":"),
        let port = UInt16(columns[Column.local][colon...].dropFirst(), radix: 16)
      else { return nil }
      self.port = port
      state = columns[Column.state]
      inode = columns[Column.inode]
    }
  }

  private func rows(_ transport: Transport) -> [Row] {
    [transport.rawValue, transport.rawValue + "6"].flatMap { table -> [Row] in
      // A kernel without IPv6 has no table for it.
      guard let text = guardProcess.read("net/\(table)", limit: 16 << 20) else { return [] }
      return String(decoding: text, as: UTF8.self).split(separator: "\n").dropFirst()
        .compactMap(Row.init)
    }
  }

  /// IANA's name of a protocol that builds use; nil for others and for an errno below zero.
  static func protocolName(of number: Int32) -> String? {
    switch number {
    // 262 is Multipath TCP, a number that only Linux uses.
    case 6, 262: "tcp"
    case 17: "udp"
    case 1, 58: "icmp"
    case 132: "sctp"
    case 136: "udplite"
    default: nil
    }
  }
}
#endif
