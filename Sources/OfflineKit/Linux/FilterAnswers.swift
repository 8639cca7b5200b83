#if os(Linux)
import CSandbox
import Glibc

/// Answers the seccomp filter's notifications, one at a time, and records what they ask for.
struct FilterAnswers {
  /// The filter's listener; -1 once closed.
  private(set) var listener: Int32
  private let record: RunRecord
  private let sockets: SocketTable
  private let sink: URLSink?

  init(
    listener: Int32, guardProcess: ProcessFolder, record: RunRecord, sink: URLSink? = nil
  ) {
    self.sink = sink
    self.listener = listener
    self.record = record
    sockets = SocketTable(guardProcess: guardProcess)
  }

  /// Stops listening: calls that are notified from now on fail with ENOSYS.
  mutating func close() {
    if listener >= 0 { Glibc.close(listener) }
    listener = -1
  }

  /// Takes the next notification and answers it.
  func answerNext() {
    var request = csandbox_request()
    guard csandbox_next_request(listener, &request) == 0 else { return }
    if request.call == CSANDBOX_SOCKET.rawValue, request.family == AF_VSOCK {
      // A virtual machine's channel to its host; a network namespace does not confine it.
      record.add(.service("a vsock socket"), by: asker(of: request))
      if record.isStopping { return }
      csandbox_deny(listener, &request, EAFNOSUPPORT)
      return
    }
    if sink?.connect(&request, listener: listener) == true { return }
    note(request)
    if record.isStopping { return }
    csandbox_allow(listener, &request)
  }

  private func note(_ request: csandbox_request) {
    if request.is_unreadable != 0 { record.add(.unreadable, by: asker(of: request)) }
    let destinations = withUnsafeBytes(of: request.destinations) {
      Array($0.bindMemory(to: csandbox_destination.self).prefix(Int(request.destination_count)))
    }
    for destination in destinations.compactMap({ Destination($0) }) {
      switch destination {
      case .elsewhere(let address, let port):
        let program = ProcessFolder(pid: request.thread).leader
        let transport = SocketTable.protocolName(
          of: csandbox_socket_protocol(program.pid, request.socket))
        record.add(.address(address, port: port, transport: transport), by: program.program)
      case .loopback(let address, let port):
        noteUnanswered(address, port, request)
      case .local(let path):
        noteLocal(path, request)
      }
    }
  }

  /// Notes a connection to a loopback port without a server. The host may have one there, which the
  /// sandbox cannot reach: not an attempt, but it explains a failure.
  private func noteUnanswered(_ address: String, _ port: UInt16, _ request: csandbox_request) {
    guard request.call == CSANDBOX_CONNECT.rawValue, port != 0, port != 53 else { return }
    let program = ProcessFolder(pid: request.thread).leader
    guard csandbox_socket_protocol(program.pid, request.socket) == Int32(IPPROTO_TCP),
      !sockets.hasListener(on: port)
    else { return }
    record.notes.add(
      "\(program.program.name) tried to reach \(address):\(port), where the build runs no server")
  }

  private func noteLocal(_ path: String, _ request: csandbox_request) {
    let inside = path.hasPrefix("/") ? "root\(path)" : "cwd/\(path)"
    var status = stat()
    guard stat("/proc/\(request.thread)/\(inside)", &status) == 0 else { return }
    if status.st_mode & S_IFMT != S_IFSOCK {
      guard MaskedSockets.isFetcher(path) else { return }
      record.add(.service(path), by: asker(of: request))
    } else if !sockets.hasLocalSocket(named: path) {
      record.notes.add(
        "\(asker(of: request).name) connected to a process outside through \(path), "
          + "whose network use is not checked")
    }
  }

  private func asker(of request: csandbox_request) -> BuildProgram {
    ProcessFolder(pid: request.thread).leader.program
  }
}
#endif
