#if os(Linux)
import CSandbox
import Glibc

/// One run: starts the guard, then serves the filter, the resolver and signals until the command
/// ends, in one `poll` loop on the calling thread.
final class LinuxRun {
  private let command: BuildCommand
  private let plan: SandboxPlan
  private let variation: Variation?
  private let allowed: [AllowedSocket]
  private let output: Int32
  private let record: RunRecord
  private let sink: URLSink?
  private var duration: Duration?
  private var ending: Outcome.Ending?
  private var leftovers: [BuildProgram] = []
  private var interruption: Int32?
  private var interruptionCount = 0

  init(
    _ command: BuildCommand, variation: Variation?, allowed: [AllowedSocket], output: Int32,
    record: RunRecord, showsURLs: Bool = false
  ) {
    self.command = command
    self.allowed = allowed
    self.record = record
    sink = showsURLs ? URLSink(record: record) : nil
    self.variation = variation
    plan = SandboxPlan(command, variation: variation)
    self.output = output
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
    // Closing the control socket ends a guard that still waits, and with it all its processes.
    var isReaped = false
    defer {
      close(control)
      if !isReaped {
        var status: Int32 = 0
        csandbox_wait(process, &status)
      }
    }

    for note in plan.notes + streams.notes { record.notes.add(note) }
    csandbox_tell(control, CSANDBOX_GO, try giveIdentity(to: process))
    let ready = try awaitReady(control)
    let guardProcess = ProcessFolder(pid: process).keepingNamespaces()
    record.begin(under: guardProcess)
    csandbox_tell(control, CSANDBOX_GO, 0)

    let resolver = CatchAllResolver(ready.descriptors, sink: sink)
    let names = NameServers(resolver, socket: ready.descriptors.udp4)
    var supervisor = Inputs(
      answers: try FilterAnswers(
        listener: ready.descriptors.listener, names: names,
        sockets: SocketTable(guardProcess: guardProcess), allowed: allowed, record: record,
        sink: sink),
      resolver: resolver, names: names, control: control, signals: signals,
      guardProcess: guardProcess, streams: streams)
    defer { supervisor.closeAll() }
    while try serve(&supervisor) {}
    supervisor.answers.finish()
    streams.finish(signals: signals)
    sink?.closeAll()

    var status: Int32 = 0
    csandbox_wait(process, &status)
    isReaped = true
    guard let ending = ending ?? endingByUs else {
      throw OfflineError(
        .sandboxForbidden, "sandbox", "its first process was killed before the command ended")
    }
    var outcome = Outcome(
      ending: ending, attempts: record.log.attempts, omittedCount: record.log.omittedCount,
      notes: record.notes.texts, leftovers: leftovers, duration: duration ?? record.elapsed,
      interruption: interruption)
    outcome.observation = plan.memory.observation
    outcome.observation?.reversedListingCount = record.reversedListingCount
    return outcome
  }

  /// How the command ended where the guard did not say, because it was told to end everything.
  private var endingByUs: Outcome.Ending? {
    if interruption != nil { return .signaled(SIGKILL) }
    return record.isStopping ? .stopped : nil
  }

  // MARK: - Before the command

  /// Writes the ID maps of the guard.
  ///
  /// - Returns: which of the plan's maps it got.
  private func giveIdentity(to process: Int32) throws(OfflineError) -> Int32 {
    var status: Int32 = 0
    for (number, map) in plan.maps.enumerated() {
      status = map.write(to: process)
      if status == 0 { return Int32(number) }
    }
    throw Refusal.ofNamespaces(status)
  }

  private func awaitReady(_ control: Int32) throws(OfflineError) -> csandbox_message {
    var message = csandbox_message()
    guard csandbox_receive(control, &message) == 0 else {
      throw Refusal.ofNamespaces(errno)
    }
    switch csandbox_event(UInt32(bitPattern: message.event)) {
    case CSANDBOX_READY:
      if message.has_foreign_proc != 0 {
        record.notes.add("/proc could not be remounted: process IDs in it are those of the host")
      }
      return message
    case CSANDBOX_REFUSED:
      throw Refusal.ofStage(message.stage, message.value, command: command)
    default:
      throw OfflineError(.sandboxForbidden, "sandbox", "its first process ended immediately")
    }
  }

  // MARK: - While it runs

  /// The descriptors that the loop polls.
  private struct Inputs {
    var answers: FilterAnswers
    let resolver: CatchAllResolver
    let names: NameServers
    let control: Int32
    let signals: Int32
    let guardProcess: ProcessFolder
    let streams: StandardStreams

    mutating func closeAll() {
      answers.close()
      resolver.closeAll()
    }
  }

  /// One turn of the loop.
  ///
  /// - Returns: false once the guard has ended.
  private func serve(_ inputs: inout Inputs) throws(OfflineError) -> Bool {
    // The control socket comes last, so that attempts made before the end are recorded.
    let waiting =
      [inputs.answers.listener, inputs.answers.results] + inputs.resolver.descriptors
      + (sink?.descriptors ?? []) + [
        inputs.signals, inputs.control,
      ]
    var polled =
      inputs.streams.polled + waiting.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let timeouts = [record.reportTimeout, sink?.timeout ?? -1].filter { $0 >= 0 }
    let count = poll(&polled, nfds_t(polled.count), timeouts.min() ?? -1)
    defer {
      sink?.endSilent()
      record.reportIfDue()
    }
    guard count > 0 else { return true }

    for entry in polled where entry.revents != 0 {
      switch entry.fd {
      case inputs.answers.listener:
        if entry.revents & Int16(POLLIN) != 0 {
          inputs.answers.answerWaiting()
        } else {
          // No process is left behind the filter.
          inputs.answers.close()
        }
      case inputs.answers.results:
        inputs.answers.answerPerformed()
      case inputs.control:
        return try readGuard(inputs)
      case inputs.signals:
        passOnSignals(inputs)
      default:
        if inputs.streams.serve(entry) || sink?.serve(entry.fd) == true { break }
        answerResolver(entry.fd, &inputs)
      }
      if record.isStopping { csandbox_tell(inputs.control, CSANDBOX_FINISH, 0) }
    }
    return true
  }

  private func readGuard(_ inputs: Inputs) throws(OfflineError) -> Bool {
    var message = csandbox_message()
    guard csandbox_receive(inputs.control, &message) == 0 else { return false }
    switch csandbox_event(UInt32(bitPattern: message.event)) {
    case CSANDBOX_ENDED:
      duration = record.elapsed
      inputs.answers.takeStock()
      var number: Int32 = 0
      let isSignal = csandbox_ended_by_signal(message.value, &number) != 0
      ending = isSignal ? .signaled(number) : .exited(number)
      leftovers = programsStillRunning(under: inputs.guardProcess)
      csandbox_tell(inputs.control, CSANDBOX_FINISH, 0)
      return true
    case CSANDBOX_REFUSED:
      throw Refusal.ofStage(message.stage, message.value, command: command)
    default:
      return false
    }
  }

  private func programsStillRunning(under guardProcess: ProcessFolder) -> [BuildProgram] {
    ProcessFolder.all().filter { process in
      process.pid != guardProcess.pid
        && (process.shares("pid", with: guardProcess) || process.shares("net", with: guardProcess))
    }
    .map(\.program)
    // What is ours performs a connect for one of them, see Performer.c.
    .filter { !$0.name.isEmpty && $0.executable != nil && $0.name != "assetkit-calls" }
  }

  /// Passes a signal on to the command, unless it came from the terminal and so reached the command
  /// already. The third signal ends everything.
  private func passOnSignals(_ inputs: Inputs) {
    var signal = csandbox_signal()
    while read(inputs.signals, &signal, MemoryLayout<csandbox_signal>.size) > 0 {
      let number = Int32(signal.number)
      if [SIGHUP, SIGINT, SIGQUIT, SIGTERM].contains(number) {
        interruption = number
        interruptionCount += 1
      }
      if interruptionCount >= 3 {
        csandbox_tell(inputs.control, CSANDBOX_FINISH, 0)
      } else if signal.is_from_terminal == 0 {
        csandbox_tell(inputs.control, CSANDBOX_SIGNAL, number)
      }
    }
  }

  private func answerResolver(_ descriptor: Int32, _ inputs: inout Inputs) {
    let sockets = SocketTable(guardProcess: inputs.guardProcess)
    let names = inputs.names
    let hostname = variation?.hostname ?? Self.machineName
    inputs.resolver.serve(descriptor) { question, port, transport in
      if question.isLocal(hostname: hostname) { return question.loopback }
      record.add(
        .name(question.name),
        by: names.asker(from: port) ?? sockets.owner(of: port, transport) ?? names.latestAsker,
        recordType: question.typeName)
      if record.isStopping { return [] }
      return sink?.answer(question) ?? question.serverFailure
    }
  }

  static var machineName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
#endif
