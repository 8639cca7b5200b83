#if os(Linux)
/// What one run has recorded so far: attempts, with the time since the command began, and notes.
final class RunRecord {
  private(set) var log = AttemptLog()
  /// See ``Outcome/limits``.
  var limits: [String] = []
  var notes: NoteList
  /// The listings of folders whose order was changed.
  var reversedListingCount = 0
  private let clock = ContinuousClock()
  private var start: ContinuousClock.Instant
  /// The first process of the sandbox, and the command, which is its child.
  private var guardProcess: ProcessFolder?
  private var command: ProcessFolder?
  private let endsAtFirstAttempt: Bool
  private let observer: (@Sendable (Outcome) -> Void)?
  private var pace = ReportPace()
  /// Attempts on ports of the loopback where nobody listened at the time.
  private var provisional = AttemptLog()

  init(
    notes: [String], endsAtFirstAttempt: Bool = false,
    observer: (@Sendable (Outcome) -> Void)? = nil
  ) {
    self.notes = NoteList(notes)
    self.endsAtFirstAttempt = endsAtFirstAttempt
    self.observer = observer
    start = clock.now
  }

  /// The command begins now; it is the only child of `guardProcess`.
  func begin(under guardProcess: ProcessFolder) {
    self.guardProcess = guardProcess
    command = guardProcess.child
    start = clock.now
    pace = ReportPace()
  }

  /// The time since the command began.
  var elapsed: Duration { start.duration(to: clock.now) }

  /// Records an attempt made now.
  func add(_ target: Attempt.Target, by program: BuildProgram, recordType: String? = nil) {
    log.record(
      target, by: program, at: elapsed, recordType: recordType, ancestry: ancestry(of: program))
    pace.noteChange()
  }

  /// Records the URL that `program` asked a target for.
  func add(url: String, of target: Attempt.Target, by program: BuildProgram) {
    log.record(
      url: url, of: target, by: program, at: elapsed, ancestry: ancestry(of: program))
    pace.noteChange()
  }

  private func ancestry(of program: BuildProgram) -> Attempt.Ancestry {
    guard let guardProcess, program.outerPid > 0 else { return .none }
    return ProcessFolder(pid: program.outerPid)
      .ancestry(upTo: guardProcess, command: command)
  }

  /// Whether an attempt was made that is to end the command; it gets no answer then.
  var isStopping: Bool { endsAtFirstAttempt && !log.attempts.isEmpty }

  // MARK: - Reports while it runs

  /// How many milliseconds the loop may wait before ``reportIfDue()``; -1 for any time.
  var reportTimeout: Int32 {
    guard observer != nil, let wait = pace.wait(at: elapsed) else { return -1 }
    let milliseconds = wait.components.attoseconds / 1_000_000_000_000_000
    return Int32(clamping: wait.components.seconds * 1000 + milliseconds + 1)
  }

  /// Gives the observer what has changed, unless it was given something a moment ago.
  func reportIfDue() {
    if pace.wait(at: elapsed) == .zero { report() }
  }

  /// Gives the observer what has changed, at once.
  func reportChanges() {
    if pace.wait(at: elapsed) != nil { report() }
  }

  private func report() {
    guard let observer else { return }
    let start = elapsed
    observer(
      Outcome(
        ending: .running, attempts: log.attempts, omittedCount: log.omittedCount,
        notes: notes.texts, leftovers: [], duration: start, interruption: nil,
        limits: limits))
    pace.noteReport(from: start, to: elapsed)
  }

  /// Records an attempt that counts unless the build turns out to serve that port itself: a test
  /// suite polls until its own server is up.
  func addProvisionally(_ target: Attempt.Target, by program: BuildProgram) {
    provisional.record(target, by: program, at: elapsed, ancestry: ancestry(of: program))
  }

  /// Counts the provisional attempts for which `isAttempt` says so. Called once, at the end.
  func settle(_ isAttempt: (Attempt) -> Bool) {
    log.merge(provisional.attempts.filter(isAttempt))
    provisional = AttemptLog()
  }
}
#endif
