/// Turns events into changes of files: a pure state machine that is given the time.
///
/// A file has settled when nothing has happened to it for a moment and no process is writing it:
/// between the first write and the close, or the rename, it never counts as settled. Files that are
/// written at the same time wait for each other, up to a limit.
struct ChangeSettling {
  /// An event on a file.
  enum Event: Hashable {
    /// Some of a file was written; a close follows.
    case written(file: Int)
    /// A file was closed by a writer, or moved to its name: it is complete.
    case saved(file: Int)
    /// A file got its name: by a link, and is complete, or from a process that writes it next.
    case created(file: Int)
    /// A file lost its name.
    case gone(file: Int)
    /// A folder on the way changed, or events were lost: look at all files.
    case elsewhere
  }

  /// The evidence that a file has changed, the weakest first.
  enum Evidence: Comparable {
    /// It may be unchanged: its stamp must be compared.
    case elsewhere
    /// As `elsewhere`, but an empty file does not count yet.
    case created
    /// It was saved.
    case saved
  }

  /// How long a file must be quiet.
  static let quiet = Duration.milliseconds(40)
  /// After this long, files count as changed even if saves do not stop.
  static let patience = Duration.seconds(1)

  private struct File {
    var evidence: Evidence
    var first: ContinuousClock.Instant
    var last: ContinuousClock.Instant

    func deadline(isLast: Bool) -> ContinuousClock.Instant {
      let limit = first + ChangeSettling.patience
      return isLast ? min(last + ChangeSettling.quiet, limit) : limit
    }
  }

  private let fileCount: Int
  private var pending: [Int: File] = [:]
  private var beingWritten: Set<Int> = []

  init(fileCount: Int) {
    self.fileCount = fileCount
  }

  /// When to ask next; nil while nothing is pending.
  var deadline: ContinuousClock.Instant? {
    pending.filter { !beingWritten.contains($0.key) }.values
      .map { $0.deadline(isLast: beingWritten.isEmpty) }.min()
  }

  /// Records an event at `now`.
  mutating func note(_ event: Event, at now: ContinuousClock.Instant) {
    switch event {
    case .written(let file):
      beingWritten.insert(file)
      pending[file]?.last = now
    case .saved(let file):
      beingWritten.remove(file)
      add(.saved, to: file, at: now)
    case .created(let file):
      // The old file of that name may still have a writer, which no longer matters.
      beingWritten.remove(file)
      add(.created, to: file, at: now)
    case .gone(let file):
      beingWritten.remove(file)
      add(.elsewhere, to: file, at: now)
    case .elsewhere:
      // The closes that were expected may be of another file by now.
      beingWritten = []
      for file in 0..<fileCount { add(.elsewhere, to: file, at: now) }
    }
  }

  private mutating func add(
    _ evidence: Evidence, to file: Int, at now: ContinuousClock.Instant
  ) {
    var known = pending[file] ?? File(evidence: evidence, first: now, last: now)
    // The limit counts from the first save, not from earlier events.
    if known.evidence < evidence { known.first = now }
    known.evidence = max(known.evidence, evidence)
    known.last = now
    pending[file] = known
  }

  /// Removes and returns the files that have settled by `now`.
  ///
  /// When one has, so have all that are not being written: a save of several files is one change.
  mutating func settled(at now: ContinuousClock.Instant) -> [Int: Evidence] {
    guard let deadline, deadline <= now else { return [:] }
    let settled = pending.filter { !beingWritten.contains($0.key) }
    pending = pending.filter { beingWritten.contains($0.key) }
    return settled.mapValues(\.evidence)
  }
}
