#if os(Linux)
import CSandbox
import Glibc

/// The command's standard input, output and error.
///
/// These are the caller's own files, pipes and terminals. A socket is replaced by a pipe, and this
/// program relays the data: through a TCP socket the command could talk to whoever is at the other end,
/// and through a Unix socket it could receive descriptors, of sockets outside among them (unix(7)).
final class StandardStreams {
  /// The descriptors that become the command's 0, 1 and 2.
  private(set) var descriptors: (Int32, Int32, Int32) = (0, 1, 2)
  /// What was replaced, one sentence each.
  private(set) var notes: [String] = []
  private var input: InputRelay?
  private var outputs: [OutputRelay] = []
  /// The command's ends of the pipes, and replacements, until it has them.
  private var given: [Int32] = []

  /// Looks at the streams; `output` is what becomes standard output.
  init(output: Int32) throws(OfflineError) {
    descriptors.0 = try replacement(of: STDIN_FILENO, name: "standard input")
    descriptors.1 = try replacement(of: output, name: "standard output")
    descriptors.2 = try replacement(of: STDERR_FILENO, name: "standard error")
  }

  deinit { handOver() }

  private func replacement(of stream: Int32, name: String) throws(OfflineError) -> Int32 {
    switch InheritedDescriptors.kind(of: stream) {
    case nil, .harmless: return stream
    case .socket where InheritedDescriptors.isStreamSocket(stream):
      note("\(name) is a socket; the command got a pipe, and its data was passed on")
      if name == "standard input" {
        let pipe = try Pipe()
        input = InputRelay(from: stream, to: pipe.write)
        given.append(pipe.read)
        return pipe.read
      }
      // Output and error are often one socket; with one pipe they stay in order.
      if let same = outputs.first(where: { $0.isFor(stream) }) { return same.commandEnd }
      let pipe = try Pipe()
      outputs.append(OutputRelay(from: pipe.read, to: stream, commandEnd: pipe.write))
      given.append(pipe.write)
      return pipe.write
    case .socket, .other:
      note("\(name) is not a file, pipe or terminal; the command got /dev/null")
      let null = open("/dev/null", O_RDWR | O_CLOEXEC)
      guard null >= 0 else { throw OfflineError(.fileSystem, "/dev/null", "cannot be opened") }
      let raised = Pipe.raised(null)
      given.append(raised)
      return raised
    }
  }

  private func note(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }

  /// Closes what now is the command's.
  func handOver() {
    for descriptor in given { close(descriptor) }
    given = []
  }

  /// What the loop has to wait for.
  var polled: [pollfd] { (input?.polled ?? []) + outputs.flatMap(\.polled) }

  /// Passes on what can be, if `entry` is about one of the streams.
  func serve(_ entry: pollfd) -> Bool {
    if let input, input.polled.contains(where: { $0.fd == entry.fd }) {
      input.serve(entry)
      return true
    }
    guard let output = outputs.first(where: { $0.polled.contains { $0.fd == entry.fd } }) else {
      return false
    }
    output.serve()
    return true
  }

  /// After the command's end: passes on the rest of its output, for as long as its reader takes, or
  /// until a signal arrives at `signals`.
  func finish(signals: Int32) {
    input?.end()
    input = nil
    while true {
      var waiting = polled + [pollfd(fd: signals, events: Int16(POLLIN), revents: 0)]
      guard waiting.count > 1 else { return }
      let count = poll(&waiting, nfds_t(waiting.count), -1)
      if count < 0 && errno != EINTR { return }
      for entry in waiting where count > 0 && entry.revents != 0 {
        if entry.fd == signals { return }
        _ = serve(entry)
      }
    }
  }
}

/// The two ends of a pipe, neither of which is a standard stream.
private struct Pipe {
  let read: Int32
  let write: Int32

  init() throws(OfflineError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw OfflineError(.fileSystem, "pipe", "cannot be made: \(String(cString: strerror(errno)))")
    }
    (read, write) = (Self.raised(ends[0]), Self.raised(ends[1]))
    for end in [read, write] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  /// The descriptor under a number above 2, where a standard stream that was closed left one free.
  static func raised(_ descriptor: Int32) -> Int32 {
    guard descriptor <= STDERR_FILENO else { return descriptor }
    let raised = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    close(descriptor)
    return raised
  }
}
#endif
