#if os(Linux)
/// What one run has recorded so far: attempts, with the time since the command began, and notes.
final class RunRecord {
  private(set) var log = AttemptLog()
  var notes: NoteList
  private let clock = ContinuousClock()
  private var start: ContinuousClock.Instant

  init(notes: [String]) {
    self.notes = NoteList(notes)
    start = clock.now
  }

  /// The command begins now.
  func begin() { start = clock.now }

  /// The time since the command began.
  var elapsed: Duration { start.duration(to: clock.now) }

  /// Records an attempt made now.
  func add(_ target: Attempt.Target, by program: BuildProgram, recordType: String? = nil) {
    log.record(target, by: program, at: elapsed, recordType: recordType)
  }
}
#endif
