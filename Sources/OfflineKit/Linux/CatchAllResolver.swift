#if os(Linux)
import CSandbox
import Glibc

/// A DNS server on port 53 of the sandbox's loopback that receives every query and resolves none.
///
/// All sockets are non-blocking. They belong to the namespace but are served from outside it.
final class CatchAllResolver {
  /// The most open connections; one more closes the oldest.
  private static let connectionLimit = 32
  private static let messageLimit = 4096

  private struct Connection {
    let descriptor: Int32
    let port: UInt16
    var received: [UInt8] = []
  }

  private var datagrams: [Int32]
  private var listeners: [Int32]
  private var connections: [Connection] = []

  /// Takes over connections that are not lookups.
  private let sink: URLSink?

  init(_ descriptors: csandbox_descriptors, sink: URLSink? = nil) {
    self.sink = sink
    datagrams = [descriptors.udp4, descriptors.udp6].filter { $0 >= 0 }
    listeners = [descriptors.tcp4, descriptors.tcp6].filter { $0 >= 0 }
  }

  /// The descriptors to poll.
  var descriptors: [Int32] { datagrams + listeners + connections.map(\.descriptor) }

  /// Reads what has arrived at `descriptor` and passes each question, with the client's port, to
  /// `answer`; an empty answer is not sent.
  func serve(
    _ descriptor: Int32, answer: (DNSQuestion, UInt16, SocketTable.Transport) -> [UInt8]
  ) {
    if datagrams.contains(descriptor) {
      serveDatagrams(descriptor, answer)
    } else if listeners.contains(descriptor) {
      accept(from: descriptor)
    } else if let place = connections.firstIndex(where: { $0.descriptor == descriptor }) {
      serveConnection(at: place, answer)
    }
  }

  /// Also serves two more sockets on port 53, of another address.
  func add(datagram: Int32, listener: Int32) {
    if datagram >= 0 { datagrams.append(datagram) }
    if listener >= 0 { listeners.append(listener) }
  }

  func closeAll() {
    for descriptor in descriptors { close(descriptor) }
    (datagrams, listeners, connections) = ([], [], [])
  }

  private func serveDatagrams(
    _ descriptor: Int32, _ answer: (DNSQuestion, UInt16, SocketTable.Transport) -> [UInt8]
  ) {
    var bytes = [UInt8](repeating: 0, count: Self.messageLimit)
    while true {
      var sender = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let count = withUnsafeMutablePointer(to: &sender) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          recvfrom(descriptor, &bytes, bytes.count, 0, $0, &length)
        }
      }
      guard count >= 0 else { return }
      guard let question = DNSQuestion(bytes[..<count]) else { continue }
      let reply = answer(question, Self.port(of: sender), .udp)
      if reply.isEmpty { continue }
      _ = withUnsafePointer(to: &sender) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          sendto(descriptor, reply, reply.count, Int32(MSG_NOSIGNAL), $0, length)
        }
      }
    }
  }

  private func accept(from listener: Int32) {
    while true {
      var sender = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let descriptor = withUnsafeMutablePointer(to: &sender) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.accept(listener, $0, &length)
        }
      }
      guard descriptor >= 0 else { return }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      if sink?.adopt(descriptor, from: Self.port(of: sender)) == true { continue }
      if connections.count == Self.connectionLimit { close(connections.removeFirst().descriptor) }
      connections.append(Connection(descriptor: descriptor, port: Self.port(of: sender)))
    }
  }

  /// Over TCP each message is preceded by its length in two bytes (RFC 1035, section 4.2.2).
  private func serveConnection(
    at place: Int, _ answer: (DNSQuestion, UInt16, SocketTable.Transport) -> [UInt8]
  ) {
    var connection = connections[place]
    var bytes = [UInt8](repeating: 0, count: Self.messageLimit)
    let count = recv(connection.descriptor, &bytes, bytes.count, 0)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    var isOpen = count > 0
    if isOpen { connection.received += bytes[..<count] }
    while isOpen, connection.received.count >= 2 {
      let length = Int(connection.received[0]) << 8 | Int(connection.received[1])
      if length > Self.messageLimit { isOpen = false }
      guard isOpen, connection.received.count >= 2 + length else { break }
      guard let question = DNSQuestion(connection.received[2..<2 + length]) else {
        isOpen = false
        break
      }
      let reply = answer(question, connection.port, .tcp)
      if reply.isEmpty { return }
      let framed = [UInt8(reply.count >> 8), UInt8(reply.count & 0xff)] + reply
      send(connection.descriptor, framed, framed.count, Int32(MSG_NOSIGNAL))
      connection.received.removeFirst(2 + length)
    }
    if isOpen {
      connections[place] = connection
    } else {
      close(connection.descriptor)
      connections.remove(at: place)
    }
  }

  /// The port of an IPv4 or IPv6 address; it is at the same offset in both.
  private static func port(of address: sockaddr_storage) -> UInt16 {
    withUnsafeBytes(of: address) {
      UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
    }
  }
}
#endif
