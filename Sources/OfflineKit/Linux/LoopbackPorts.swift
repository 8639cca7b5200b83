#if os(Linux)
import CSandbox
import Glibc

/// Which ports of the loopback the build serves itself, and attempts on those that it does not.
///
/// The host may have a server there (a proxy, a registry), which the sandbox cannot reach. An attempt
/// counts if nothing inside ever served that port, before or after.
final class LoopbackPorts {
  /// Ports on which something inside listened or received datagrams, in any network namespace.
  private(set) var served = PortSet()
  /// Ports that were looked up in the table of bound sockets, without success.
  private var absent = PortSet()
  /// Datagrams that were seen on their way to a port without a socket, and all that arrived at one.
  private var seenLost = 0
  private var lost = 0
  /// Targets to which a socket for datagrams was connected. That alone sends nothing: the C library's
  /// getaddrinfo does it to find out which of several addresses is reachable.
  private var connected: Set<Attempt.Target> = []
  private let sockets: SocketTable
  private let record: RunRecord

  init(sockets: SocketTable, record: RunRecord) {
    self.sockets = sockets
    self.record = record
  }

  func serve(_ port: UInt16) { served.insert(port) }

  /// Notes a call with a port that is not served (yet).
  func note(_ address: String, _ port: UInt16, _ request: csandbox_request, _ socket: Int32) {
    guard port != 0, !served.contains(port) else { return }
    let target = Attempt.Target.address(
      address, port: port, transport: SocketTable.transport(of: socket))
    if csandbox_socket_option(socket, SO_TYPE) == Int32(SOCK_DGRAM.rawValue) {
      guard !isBound(port) else { return }
      if request.call == Int32(bitPattern: CSANDBOX_SEND.rawValue) { seenLost += 1 }
      guard !isReply(to: port, from: socket, request) else { return }
      if request.call == Int32(bitPattern: CSANDBOX_CONNECT.rawValue) {
        connected.insert(target)
      } else {
        connected.remove(target)
      }
    }
    record.addProvisionally(target, by: FilterAnswers.asker(of: request))
  }

  /// Whether a socket is bound to a port that it was given without asking, as a client is.
  private func isBound(_ port: UInt16) -> Bool {
    if absent.contains(port) { return false }
    guard sockets.hasDatagramSocket(on: port) else {
      absent.insert(port)
      return false
    }
    served.insert(port)
    return true
  }

  /// Whether this is a server's late reply to a client that has gone.
  private func isReply(to port: UInt16, from socket: Int32, _ request: csandbox_request) -> Bool {
    request.call == Int32(bitPattern: CSANDBOX_SEND.rawValue) && port >= Self.firstClientPort
      && served.contains(UInt16(truncatingIfNeeded: csandbox_local_port(socket)))
  }

  /// The first port that Linux gives out by default (ip(7), ip_local_port_range).
  private static let firstClientPort: UInt16 = 32768

  /// Reads the counters of the network namespace while there is one.
  func takeStock() { lost = sockets.lostDatagrams }

  /// Counts the attempts on ports that were never served.
  func settle() {
    record.settle { attempt in
      guard case .address(_, let port, _) = attempt.target, !served.contains(port) else {
        return false
      }
      return lost > seenLost || !connected.contains(attempt.target)
    }
  }
}
#endif
