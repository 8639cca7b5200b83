#if os(Linux)
import CSandbox
import Glibc

/// Makes a build say which URLs it wants: answers names with made-up addresses, has connections to
/// the outside arrive here instead, reads the first request and resets the connection.
///
/// Nothing is ever answered to a request, so a build gets no further than it would with a network
/// that fails. Connections arrive at the resolver's port, from source ports that ``connect`` kept.
final class URLSink {
  /// The most open connections; one more closes the oldest.
  private static let connectionLimit = 256
  /// How long a client may send nothing legible. One that waits for the server to speak first would
  /// otherwise wait for as long as it likes.
  private static let patience = Duration.seconds(10)
  private static let resolverPort: UInt16 = 53

  private let record: RunRecord
  private var madeUp = MadeUpAddresses()
  /// Where a source port's connection was to go, until it arrives.
  private var expected: [UInt16: Goal] = [:]
  private var connections: [Connection] = []

  private struct Goal {
    let target: Attempt.Target
    let host: String
    let port: UInt16
    let program: BuildProgram
  }

  private struct Connection {
    let descriptor: Int32
    let goal: Goal
    let deadline: Duration
    var received: [UInt8] = []
  }

  init(record: RunRecord) {
    self.record = record
  }

  /// The answer to a lookup: an address that no other name has.
  func answer(_ question: DNSQuestion) -> [UInt8] {
    guard let address = madeUp.address(of: question.name) else { return question.serverFailure }
    return question.answer(address: address)
  }

  // MARK: - Connections that begin

  /// Performs a connect of `socket`, a copy of the program's, if it is to an address outside.
  ///
  /// - Returns: what the program gets, 0 or a negative errno; nil if it is not such a call.
  func connect(_ request: csandbox_request, _ socket: Int32) -> Int32? {
    guard case .elsewhere(let address, let port)? = Destination(request.destination) else {
      return nil
    }
    let transport = SocketTable.transport(of: socket)
    let name = madeUp.name(of: address)
    guard transport == "tcp" else {
      // Connecting a datagram socket sends nothing. Resolvers do it to sort the addresses of a name,
      // and the name's lookup has been recorded.
      if name == nil { return nil }
      var destination = request.destination
      return csandbox_connect(socket, &destination)
    }
    let program = FilterAnswers.asker(of: request)
    let target =
      name.map { .name($0) }
      ?? Attempt.Target.address(
        address, port: port, transport: transport)
    if name == nil { record.add(target, by: program) }
    let status = csandbox_redirect(socket, Self.resolverPort)
    // A non-blocking socket is connected although its program has to wait for that. Any failure is
    // what it would be without a network.
    guard status == 0 || status == -EINPROGRESS else { return -ENETUNREACH }
    expected[UInt16(truncatingIfNeeded: csandbox_local_port(socket))] = Goal(
      target: target, host: name ?? address, port: port, program: program)
    return status
  }

  /// Takes over a connection that arrived from `source`, if it was redirected here.
  func adopt(_ descriptor: Int32, from source: UInt16) -> Bool {
    guard let goal = expected.removeValue(forKey: source) else { return false }
    if connections.count == Self.connectionLimit { end(at: 0, with: .illegible) }
    connections.append(
      Connection(descriptor: descriptor, goal: goal, deadline: record.elapsed + Self.patience))
    return true
  }

  // MARK: - Connections that are open

  /// The descriptors to poll.
  var descriptors: [Int32] { connections.map(\.descriptor) }

  /// How many milliseconds the loop may wait before ``endSilent()``; -1 for any time.
  var timeout: Int32 {
    guard let next = connections.map(\.deadline).min() else { return -1 }
    let wait = max(.zero, next - record.elapsed)
    return Int32(
      clamping: wait.components.seconds * 1000 + wait.components.attoseconds
        / 1_000_000_000_000_000 + 1)
  }

  /// Reads what has arrived.
  ///
  /// - Returns: whether the connection is one of these.
  func serve(_ descriptor: Int32) -> Bool {
    guard let place = connections.firstIndex(where: { $0.descriptor == descriptor }) else {
      return false
    }
    read(at: place)
    return true
  }

  private func read(at place: Int) {
    let descriptor = connections[place].descriptor
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    guard count > 0 else { return end(at: place, with: .illegible) }
    connections[place].received += bytes[..<count]
    let connection = connections[place]
    let reading = OpeningBytes(
      connection.received, host: connection.goal.host, port: connection.goal.port
    ).reading
    if reading != .incomplete { end(at: place, with: reading) }
  }

  /// Ends connections whose client has sent nothing legible for too long.
  func endSilent() {
    while let place = connections.firstIndex(where: { $0.deadline <= record.elapsed }) {
      end(at: place, with: .illegible)
    }
  }

  /// Ends all connections; what they sent is recorded.
  func closeAll() {
    while !connections.isEmpty { end(at: 0, with: .illegible) }
  }

  private func end(at place: Int, with reading: OpeningBytes.Reading) {
    let connection = connections.remove(at: place)
    let goal = connection.goal
    switch (reading, goal.target) {
    case (.url(let url), _): record.add(url: url, of: goal.target, by: goal.program)
    // The port at least, which a lookup does not say.
    case (_, .name):
      record.add(url: "tcp://\(goal.host):\(goal.port)", of: goal.target, by: goal.program)
    default: break
    }
    // With a reset, because an orderly end looks like an empty answer.
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      connection.descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    close(connection.descriptor)
  }
}
#endif
