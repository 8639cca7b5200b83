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

  /// Who holds the socket that is bound to `port`.
  ///
  /// The asker waits for its answer meanwhile, so it is still there to be found.
  /// - Complexity: reads the descriptor folder of every process in the sandbox.
  func owner(of port: UInt16, _ transport: Transport) -> BuildProgram {
    let inodes = rows(transport).filter { $0.port == port }.map(\.inode)
    let links = Set(inodes.filter { $0 != "0" }.map { "socket:[\($0)]" })
    guard !links.isEmpty else { return .unknown }
    for process in ProcessFolder.all() where process.shares("net", with: guardProcess) {
      for descriptor in FolderListing.names(in: "/proc/\(process.pid)/fd") {
        if let link = process.link("fd/\(descriptor)"), links.contains(link) {
          return process.program
        }
      }
    }
    return .unknown
  }

  /// Whether somebody in the sandbox accepts connections on `port`.
  func hasListener(on port: UInt16) -> Bool {
    rows(.tcp).contains { $0.port == port && $0.state == "0A" }
  }

  /// Whether a socket in the sandbox is bound to a path that ends in the name that `path` ends in.
  ///
  /// The table has the path as the server wrote it, which may be relative to wherever it was then;
  /// the last component is what both have in common.
  func hasLocalSocket(named path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    // Without the guard there is nobody left who could listen.
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
      // There is no table of IPv6 where the kernel has none.
      guard let text = guardProcess.read("net/\(table)", limit: 16 << 20) else { return [] }
      return String(decoding: text, as: UTF8.self).split(separator: "\n").dropFirst()
        .compactMap(Row.init)
    }
  }
}
#endif
