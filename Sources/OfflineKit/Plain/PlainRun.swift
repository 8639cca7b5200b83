#if os(Linux)
import CSandbox
import Glibc

/// One run without namespaces, where they are forbidden: seccomp and Landlock hold the command, and
/// the supervisor decides about every socket. What that cannot do stands in ``limits(landlock:)``.
final class PlainRun {
  private let command: BuildCommand
  private let plan: SandboxPlan
  private let allowed: [AllowedSocket]
  private let output: Int32
  private let record: RunRecord
  private var duration: Duration?
  private var ending: Outcome.Ending?
  private var leftovers: [BuildProgram] = []
  private var interruption: Int32?
  private var interruptionCount = 0

  init(
    _ command: BuildCommand, allowed: [AllowedSocket], output: Int32, record: RunRecord
  ) {
    self.command = command
    self.allowed = allowed
    self.record = record
    self.output = output
    plan = SandboxPlan(command, variation: nil, isPlain: true)
  }

  /// What a verdict of this mode does not cover, one sentence each.
  ///
  /// - Parameter landlock: the version of Landlock that was in force, 0 for none.
  static func limits(landlock: Int32) -> [String] {
    var limits = [
      "a server that the build starts can be reached from other machines",
      "datagrams to the loopback interface do not arrive and are not counted, and a lookup by name "
        + "over TCP is reported by the server's address",
      "what the build leaves running is killed by a process of assetkit, not by the kernel",
      "a service outside that the build reaches through a file or a pipe is neither held nor heard",
      "32-bit programs do not run",
    ]
    if landlock == 0 {
      limits.append("Landlock is not available: debuggers do not work, and signals are not held")
    } else if landlock < 6 {
      limits.append(
        "Landlock has version \(landlock), not 6: the build can end processes outside, this one too"
      )
    }
    if geteuid() == 0 {
      limits.append("the command runs as root of this machine and could have others act for it")
    }
    return limits
  }

  /// Runs the command to its end.
  func outcome() throws(OfflineError) -> Outcome {
    // So that an attempt is not lost with a run that fails.
    defer { record.reportChanges() }
    let signals = csandbox_watch_signals()
    guard signals >= 0 else { throw Refusal.ofNamespaces(-signals) }
    defer { csandbox_unwatch_signals() }
    let streams = try StandardStreams(output: output)
    let (process, control) = try plan.clone(standard: streams.descriptors)
    streams.handOver()
    var isReaped = false
    defer {
      close(control)
      if !isReaped {
        var status: Int32 = 0
        csandbox_wait(process, &status)
      }
    }
    for note in plan.notes + streams.notes { record.notes.add(note) }
    csandbox_tell(control, CSANDBOX_GO, 0)
    let ready = try awaitReady(control)
    let guardProcess = ProcessFolder(pid: process)
    record.begin(under: guardProcess)
    record.limits = Self.limits(landlock: ready.value)
    csandbox_tell(control, CSANDBOX_GO, 0)

    let answers = PlainAnswers(
      listener: ready.descriptors.listener, allowed: allowed, record: record)
    defer { answers.closeAll() }
    while try serve(answers, streams, control, signals, guardProcess) {}
    streams.finish(signals: signals)

    var status: Int32 = 0
    csandbox_wait(process, &status)
    isReaped = true
    guard let ending = ending ?? endingByUs else {
      throw OfflineError(
        .sandboxForbidden, "sandbox", "its first process was killed before the command ended")
    }
    return Outcome(
      ending: ending, attempts: record.log.attempts, omittedCount: record.log.omittedCount,
      notes: record.notes.texts, leftovers: leftovers, duration: duration ?? record.elapsed,
      interruption: interruption, limits: record.limits)
  }

  private var endingByUs: Outcome.Ending? {
    if interruption != nil { return .signaled(SIGKILL) }
    return record.isStopping ? .stopped : nil
  }

  private func awaitReady(_ control: Int32) throws(OfflineError) -> csandbox_message {
    var message = csandbox_message()
    guard csandbox_receive(control, &message) == 0 else {
      throw Refusal.ofNamespaces(errno)
    }
    switch csandbox_event(UInt32(bitPattern: message.event)) {
    case CSANDBOX_READY: return message
    case CSANDBOX_REFUSED:
      throw Refusal.ofStage(message.stage, message.value, command: command)
    default:
      throw OfflineError(.sandboxForbidden, "sandbox", "its first process ended immediately")
    }
  }

  /// One turn of the loop.
  ///
  /// - Returns: false once the guard has ended.
  private func serve(
    _ answers: PlainAnswers, _ streams: StandardStreams, _ control: Int32, _ signals: Int32,
    _ guardProcess: ProcessFolder
  ) throws(OfflineError) -> Bool {
    // The control socket comes last, so that attempts made before the end are recorded.
    let waiting = answers.descriptors + [signals, control]
    var polled =
      streams.polled + waiting.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let count = poll(&polled, nfds_t(polled.count), record.reportTimeout)
    defer { record.reportIfDue() }
    guard count > 0 else { return true }
    for entry in polled where entry.revents != 0 {
      switch entry.fd {
      case control: return try readGuard(control, guardProcess)
      case signals: passOnSignals(signals, control)
      case _ where streams.serve(entry): break
      default: answers.serve(entry.fd, isEnded: entry.revents & Int16(POLLIN) == 0)
      }
      if record.isStopping { csandbox_tell(control, CSANDBOX_FINISH, 0) }
    }
    return true
  }

  private func readGuard(
    _ control: Int32, _ guardProcess: ProcessFolder
  ) throws(OfflineError) -> Bool {
    var message = csandbox_message()
    guard csandbox_receive(control, &message) == 0 else { return false }
    switch csandbox_event(UInt32(bitPattern: message.event)) {
    case CSANDBOX_ENDED:
      duration = record.elapsed
      var number: Int32 = 0
      let isSignal = csandbox_ended_by_signal(message.value, &number) != 0
      ending = isSignal ? .signaled(number) : .exited(number)
      leftovers = guardProcess.descendants.map(\.program)
        .filter { !$0.name.isEmpty && $0.executable != nil }
      csandbox_tell(control, CSANDBOX_FINISH, 0)
      return true
    case CSANDBOX_REFUSED:
      throw Refusal.ofStage(message.stage, message.value, command: command)
    default:
      return false
    }
  }

  /// As in ``LinuxRun``: unless it came from the terminal, and so reached the command already.
  private func passOnSignals(_ signals: Int32, _ control: Int32) {
    var signal = csandbox_signal()
    while read(signals, &signal, MemoryLayout<csandbox_signal>.size) > 0 {
      let number = Int32(signal.number)
      if [SIGHUP, SIGINT, SIGQUIT, SIGTERM].contains(number) {
        interruption = number
        interruptionCount += 1
      }
      if interruptionCount >= 3 {
        csandbox_tell(control, CSANDBOX_FINISH, 0)
      } else if signal.is_from_terminal == 0 {
        csandbox_tell(control, CSANDBOX_SIGNAL, number)
      }
    }
  }
}
#endif
