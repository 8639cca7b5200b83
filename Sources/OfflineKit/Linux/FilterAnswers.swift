#if os(Linux)
import CSandbox
import Glibc

/// Answers the seccomp filter's notifications and records what they ask for.
///
/// A connection is made by us, on a copy of the program's socket; what may continue by itself is what
/// cannot leave the sandbox, whatever the program does to its memory meanwhile.
struct FilterAnswers {
  /// The filter's listener; -1 once closed.
  private(set) var listener: Int32
  private let record: RunRecord
  private let loopback: LoopbackPorts
  private let names: NameServers
  private let sink: URLSink?
  private var locals: LocalCalls
  /// Whether a Unix socket for datagrams was ever made inside.
  private var hasLocalDatagrams = false

  /// Takes over the descriptors.
  init(
    listener: Int32, names: NameServers, sockets: SocketTable, allowed: [AllowedSocket],
    record: RunRecord, sink: URLSink? = nil
  ) throws(OfflineError) {
    self.sink = sink
    self.listener = listener
    self.record = record
    self.names = names
    loopback = LoopbackPorts(sockets: sockets, record: record)
    locals = try LocalCalls(listener: listener, allowed: allowed, record: record)
    csandbox_tune_listener(listener)
  }

  /// Becomes readable when a call has been performed.
  var results: Int32 { locals.results }

  /// Stops listening: calls that are notified from now on fail with ENOSYS.
  mutating func close() {
    if listener >= 0 { Glibc.close(listener) }
    listener = -1
  }

  /// Ends everything; the provisional attempts are settled.
  mutating func finish() {
    close()
    locals.close()
    loopback.settle()
    csandbox_forget_programs()
    csandbox_forget_networks()
  }

  /// The command has ended; its network namespace is about to disappear.
  func takeStock() { loopback.takeStock() }

  /// Answers the calls that have been performed.
  mutating func answerPerformed() { locals.answer() }

  /// Answers notifications until none waits, or for long enough that others may have their turn.
  mutating func answerWaiting() {
    for _ in 0..<64 {
      answerNext()
      guard csandbox_has_request(listener) != 0 else { return }
    }
  }

  private mutating func answerNext() {
    var request = csandbox_request()
    guard csandbox_next_request(listener, &request) == 0 else { return }
    if request.error != 0, request.error != EFAULT, request.error != EINVAL {
      record.add(.unreadable, by: Self.asker(of: request))
      answer(request, 0, EACCES)
      return
    }
    switch csandbox_call(UInt32(bitPattern: request.call)) {
    case CSANDBOX_CONNECT: connect(&request)
    case CSANDBOX_SEND: send(&request)
    case CSANDBOX_BIND: bind(&request)
    case CSANDBOX_LISTEN: listen(&request)
    case CSANDBOX_TYPE: refuse(request, "the input of a terminal (TIOCSTI)", EPERM)
    case CSANDBOX_UPCALL: refuse(request, "the kernel's requests for keys (request_key)", ENOKEY)
    case CSANDBOX_LIST:
      if csandbox_answer_listing(listener, &request) > 0 { record.reversedListingCount += 1 }
    default: makeSocket(request)
    }
  }

  /// A program gets no answer to the attempt that is to end the command.
  private func answer(_ request: csandbox_request, _ value: Int64, _ error: Int32) {
    if !record.isStopping { csandbox_answer(listener, request.id, value, error) }
  }

  private func refuse(_ request: csandbox_request, _ service: String, _ error: Int32) {
    record.add(.service(service), by: Self.asker(of: request))
    answer(request, 0, error)
  }

  private func allow(_ request: csandbox_request) {
    if !record.isStopping { csandbox_allow(listener, request.id) }
  }

  static func asker(of request: csandbox_request) -> BuildProgram {
    ProcessFolder(pid: request.thread).leader.program
  }

  // MARK: - Calls

  private mutating func connect(_ request: inout csandbox_request) {
    if request.error != 0 {
      answer(request, 0, request.error)
      return
    }
    if Int32(request.destination.family) == AF_UNIX {
      locals.start(&request)
      return
    }
    let socket = csandbox_copy_socket(listener, &request)
    guard socket >= 0 else {
      answer(request, 0, -socket)
      return
    }
    defer { Glibc.close(socket) }
    let port = UInt16(bigEndian: request.destination.port)
    // The way of every connection to a server of the build: nothing is allocated on it.
    let isServed = loopback.served.contains(port)
    if !isServed || !Destination.isLoopback(request.destination) {
      if let status = sink?.connect(request, socket) {
        answer(request, 0, -status)
        return
      }
      note(request, request.destination, socket)
    }
    let status = csandbox_connect(socket, &request.destination)
    if status == -EAGAIN && csandbox_socket_option(socket, SO_TYPE) != Int32(SOCK_DGRAM.rawValue) {
      locals.start(&request)
      return
    }
    if port == 53 { names.remember(socket, request) }
    answer(request, 0, -status)
  }

  private mutating func send(_ request: inout csandbox_request) {
    if request.error != 0 {
      answer(request, 0, request.error)
      return
    }
    let isNamed = request.destination.length != 0 || request.message_count > 1
    if !isNamed && !hasLocalDatagrams {
      allow(request)
      return
    }
    let socket = csandbox_copy_socket(listener, &request)
    guard socket >= 0 else {
      answer(request, 0, -socket)
      return
    }
    defer { Glibc.close(socket) }
    if hasLocalDatagrams, csandbox_socket_option(socket, SO_DOMAIN) == AF_UNIX,
      csandbox_socket_option(socket, SO_TYPE) == Int32(SOCK_DGRAM.rawValue)
    {
      locals.start(&request)
      return
    }
    noteMessages(request, socket)
    allow(request)
  }

  private func noteMessages(_ request: csandbox_request, _ socket: Int32) {
    note(request, request.destination, socket)
    guard request.message_count > 1 else { return }
    var request = request
    var destination = csandbox_destination()
    for index in 1..<request.message_count {
      guard csandbox_read_message(&request, index, &destination) == 0 else { return }
      note(request, destination, socket)
    }
  }

  private func note(
    _ request: csandbox_request, _ destination: csandbox_destination, _ socket: Int32
  ) {
    switch Destination(destination) {
    case .elsewhere(let address, let port):
      record.add(
        .address(address, port: port, transport: SocketTable.transport(of: socket)),
        by: Self.asker(of: request))
    case .loopback(_, port: 53):
      names.serve(destination, networkOf: socket)
      names.remember(socket, request)
    case .loopback(let address, let port):
      loopback.note(address, port, request, socket)
    case .local, nil:
      break
    }
  }

  private func bind(_ request: inout csandbox_request) {
    let socket = csandbox_copy_socket(listener, &request)
    guard socket >= 0 else {
      answer(request, 0, -socket)
      return
    }
    defer { Glibc.close(socket) }
    if Int32(request.destination.family) == AF_UNIX { csandbox_note_network(socket) }
    var port: Int32 = 0
    let status = csandbox_bind(socket, &request.destination, &port)
    if port != 0 { loopback.serve(UInt16(truncatingIfNeeded: port)) }
    if status == -EAFNOSUPPORT {
      allow(request)
    } else {
      answer(request, 0, -status)
    }
  }

  private func listen(_ request: inout csandbox_request) {
    let socket = csandbox_copy_socket(listener, &request)
    guard socket >= 0 else {
      answer(request, 0, -socket)
      return
    }
    defer { Glibc.close(socket) }
    var port: Int32 = 0
    let status = csandbox_listen(socket, request.argument, &port)
    if port != 0 { loopback.serve(UInt16(truncatingIfNeeded: port)) }
    if status == -EAFNOSUPPORT {
      allow(request)
    } else {
      answer(request, 0, -status)
    }
  }

  private mutating func makeSocket(_ request: csandbox_request) {
    switch request.argument {
    case AF_UNIX:
      hasLocalDatagrams = true
      allow(request)
    case AF_VSOCK:
      // A virtual machine's channel to its host; a network namespace does not confine it.
      refuse(request, "a vsock socket", EAFNOSUPPORT)
    case AF_INET, AF_INET6, AF_NETLINK, AF_PACKET, AF_ALG:
      allow(request)
    default:
      // The 32-bit socketcall, which the filter cannot look into.
      answer(request, 0, EAFNOSUPPORT)
    }
  }
}
#endif
