#if canImport(Darwin)
import CSandbox
import Darwin

/// One run under `sandbox-exec`. Written from the manuals and **not tested**: no Mac was at hand.
///
/// The kernel refuses every connection but those to this machine, and logs each refusal under a tag
/// of this run; the attempts are read from the log afterwards. Names are asked of mDNSResponder
/// through a socket in the file system; that, too, is refused and logged, without the name. There
/// are no namespaces: user, host name and processes left running stay as they are.
struct DarwinRun {
  private let command: BuildCommand
  private let variation: Variation?
  private let output: Int32
  private var notes: [String]
  private let tag = "assetkit-offline-\(getpid())-\(UInt32.random(in: .min ... .max))"

  init(_ command: BuildCommand, variation: Variation?, output: Int32, notes: [String]) {
    self.command = command
    self.variation = variation
    self.output = output
    self.notes = notes
    self.notes.append(
      "on macOS, looked-up names and processes left running are not reported, and Unix sockets of "
        + "processes outside are not refused")
  }

  /// Later rules win: everything is allowed, except the network, except this machine itself.
  private var profile: String {
    """
    (version 1)
    (allow default)
    (deny network-outbound (with message "\(tag)"))
    (allow network-outbound (remote ip "localhost:*"))
    (allow network-outbound (remote unix-socket))
    (deny network-outbound (literal "/private/var/run/mDNSResponder") (with message "\(tag)"))
    """
  }

  /// Runs the command to its end.
  func outcome() throws(OfflineError) -> Outcome {
    let signals = csandbox_watch_signals()
    defer { csandbox_unwatch_signals() }
    let wallClockStart = time(nil)
    let start = ContinuousClock.now
    let mask = variation?.fileCreationMask.map { "umask \(String($0, radix: 8)); " } ?? ""
    let process = try spawn(
      [
        "/usr/bin/sandbox-exec", "-p", profile, "/bin/sh", "-c",
        mask + "cd \"$1\" && shift && exec \"$@\"", "sh", command.directory,
      ] + command.arguments, output: output)
    let (status, interruption) = wait(for: process, signals: signals)
    let duration = start.duration(to: .now)
    var number: Int32 = 0
    let isSignal = csandbox_ended_by_signal(status, &number) != 0
    return Outcome(
      ending: isSignal ? .signaled(number) : .exited(number),
      attempts: try attempts(since: wallClockStart, within: duration), omittedCount: 0,
      notes: notes, leftovers: [], duration: duration, interruption: interruption)
  }

  private func spawn(_ arguments: [String], output: Int32) throws(OfflineError) -> pid_t {
    var actions: posix_spawn_file_actions_t?
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if output != STDOUT_FILENO {
      posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    }
    var process: pid_t = 0
    let list = CStrings(arguments)
    let environment = CStrings(command.environment.entries)
    let status = withExtendedLifetime((list, environment)) {
      posix_spawn(&process, arguments[0], &actions, nil, list.list, environment.list)
    }
    guard status == 0 else {
      throw OfflineError(
        .sandboxForbidden, arguments[0], "cannot be run: \(String(cString: strerror(status)))")
    }
    return process
  }

  /// Waits for the process and passes on signals that did not come from the terminal.
  private func wait(for process: pid_t, signals: Int32) -> (status: Int32, interruption: Int32?) {
    var interruption: Int32?
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      var polled = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 50) > 0 else { continue }
      var signal = csandbox_signal()
      guard read(signals, &signal, MemoryLayout<csandbox_signal>.size) > 0 else { continue }
      let number = Int32(signal.number)
      if number != SIGUSR1 && number != SIGUSR2 { interruption = number }
      if signal.is_from_terminal == 0 { kill(process, number) }
    }
    return (status, interruption)
  }

  // MARK: - The log

  /// The refusals that carry this run's tag.
  private func attempts(
    since start: time_t, within duration: Duration
  ) throws(OfflineError) -> [Attempt] {
    let file = try ScratchFile()
    let process = try spawn(
      [
        "/usr/bin/log", "show", "--style", "compact", "--start", "@\(start)", "--predicate",
        "eventMessage CONTAINS \"\(tag)\"",
      ], output: file.descriptor)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    guard status == 0 else {
      throw OfflineError(
        .sandboxForbidden, "log", "the system log, which lists the refusals, cannot be read",
        remedy: "run it as a user who may read the log")
    }
    var log = AttemptLog()
    for line in try file.text().split(separator: "\n") {
      guard let refusal = Refusal(line) else { continue }
      log.record(refusal.target, by: refusal.program, at: duration)
    }
    return log.attempts
  }

  /// A line such as `… Sandbox: curl(123) deny(1) network-outbound 192.0.2.1:80`.
  private struct Refusal {
    let program: BuildProgram
    let target: Attempt.Target

    init?(_ line: Substring) {
      let words = line.split(separator: " ")
      guard let sandbox = words.firstIndex(of: "Sandbox:"), words.count > sandbox + 4,
        words[sandbox + 3] == "network-outbound"
      else { return nil }
      let asker = words[sandbox + 1].split(separator: "(")
      program = BuildProgram(
        name: String(asker[0]), pid: asker.last.flatMap { Int32($0.dropLast()) } ?? 0,
        executable: nil, commandLine: "")
      let place = words[sandbox + 4]
      if place.hasSuffix("mDNSResponder") {
        target = .service("the system's resolver")
      } else if let colon = place.lastIndex(of: ":"),
        let port = UInt16(place[place.index(after: colon)...])
      {
        target = .address(String(place[..<colon]), port: port, transport: nil)
      } else {
        target = .service(String(place))
      }
    }
  }
}
#endif
