#if os(Linux)
import CSandbox
import Glibc

/// The sockets of the sandbox's network namespace, read from the /proc of a process inside.
struct SocketTable {
  let guardProcess: ProcessFolder

  enum Transport: String {
    case tcp, udp
  }

  /// Columns of /proc/net/tcp and udp, from proc(5).
  private enum Column {
    static let local = 1
    static let inode = 9
  }

  /// The program that holds the socket bound to `port`.
  ///
  /// That program is waiting for its answer, so it still exists; nil if its network is another.
  /// - Complexity: reads the descriptor folder of every process in the sandbox.
  func owner(of port: UInt16, _ transport: Transport) -> BuildProgram? {
    let inodes = rows(transport).filter { $0.port == port }.map(\.inode)
    let links = Set(inodes.filter { $0 != "0" }.map { "socket:[\($0)]" })
    guard !links.isEmpty else { return nil }
    for process in ProcessFolder.all() where process.shares("net", with: guardProcess) {
      for descriptor in FileSystem.names(in: "/proc/\(process.pid)/fd") {
        if let link = process.link("fd/\(descriptor)"), links.contains(link) {
          return process.program
        }
      }
    }
    return nil
  }

  /// Whether a socket for datagrams is bound to `port`.
  func hasDatagramSocket(on port: UInt16) -> Bool { rows(.udp).contains { $0.port == port } }

  /// How many datagrams came to a port without a socket (RFC 1213 and RFC 4113, udpNoPorts).
  var lostDatagrams: Int {
    let text = guardProcess.read("net/snmp").map { String(decoding: $0, as: UTF8.self) } ?? ""
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("Udp: ") }
      .map { $0.split(separator: " ") }
    var count = 0
    if lines.count == 2, let column = lines[0].firstIndex(of: "NoPorts"), column < lines[1].count {
      count += Int(lines[1][column]) ?? 0
    }
    // A kernel without IPv6 has no counters for it.
    let text6 = guardProcess.read("net/snmp6").map { String(decoding: $0, as: UTF8.self) } ?? ""
    for line in text6.split(separator: "\n") {
      let columns = line.split { $0 == " " || $0 == "\t" }
      if columns.count == 2, columns[0] == "Udp6NoPorts" { count += Int(columns[1]) ?? 0 }
    }
    return count
  }

  private struct Row {
    let port: UInt16
    let inode: Substring

    init?(_ line: Substring) {
      let columns = line.split(separator: " ")
      guard columns.count > Column.inode,
        let colon = columns[Column.local].lastIndex(of: ":"),
        let port = UInt16(columns[Column.local][colon...].dropFirst(), radix: 16)
      else { return nil }
      self.port = port
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

  /// IANA's name of a socket's protocol, if it is one that builds use.
  static func transport(of socket: Int32) -> String? {
    switch csandbox_socket_option(socket, SO_PROTOCOL) {
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
