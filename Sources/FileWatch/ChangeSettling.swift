/// From events to changes: a pure state machine, told the time.
///
/// A file has settled when nothing happened to it for a moment and nobody is in the middle of
/// writing it: between the first write and the close, or the rename, no quiet is long enough. While
/// another of the files is written they wait for each other, but not for ever.
struct ChangeSettling {
  /// Something that was seen.
  enum Event: Hashable {
    /// Some of a file was written; a close follows.
    case written(file: Int)
    /// A file was closed by a writer, or moved to its name: it is whole.
    case saved(file: Int)
    /// A file got its name: by a link, which makes it whole, or by a writer who writes next.
    case created(file: Int)
    /// A file lost its name.
    case gone(file: Int)
    /// A folder on the way changed, or events were lost: look at all files.
    case elsewhere
  }

  /// What speaks for a change of a file, the weakest first.
  enum Evidence: Comparable {
    /// Perhaps nothing has changed: the file itself must say.
    case elsewhere
    /// As `elsewhere`; an empty file is none yet.
    case created
    /// It was saved.
    case saved
  }

  /// How long nothing must happen.
  static let quiet = Duration.milliseconds(40)
  /// Saves that never stop are taken as they come, after this long.
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

  /// When to ask next; nil while nothing is under way.
  var deadline: ContinuousClock.Instant? {
    pending.filter { !beingWritten.contains($0.key) }.values
      .map { $0.deadline(isLast: beingWritten.isEmpty) }.min()
  }

  /// Takes note of what was seen at `now`.
  mutating func note(_ event: Event, at now: ContinuousClock.Instant) {
    switch event {
    case .written(let file):
      beingWritten.insert(file)
      pending[file]?.last = now
    case .saved(let file):
      beingWritten.remove(file)
      add(.saved, to: file, at: now)
    case .created(let file):
      // The old file of that name may have a writer still; it is nobody's concern any more.
      beingWritten.remove(file)
      add(.created, to: file, at: now)
    case .gone(let file):
      beingWritten.remove(file)
      add(.elsewhere, to: file, at: now)
    case .elsewhere:
      // Whose end they would have announced may be another file by now.
      beingWritten = []
      for file in 0..<fileCount { add(.elsewhere, to: file, at: now) }
    }
  }

  private mutating func add(
    _ evidence: Evidence, to file: Int, at now: ContinuousClock.Instant
  ) {
    var known = pending[file] ?? File(evidence: evidence, first: now, last: now)
    // Patience begins with the first save, not with what came before it.
    if known.evidence < evidence { known.first = now }
    known.evidence = max(known.evidence, evidence)
    known.last = now
    pending[file] = known
  }

  /// Takes out the files that have settled by `now`.
  ///
  /// Where one has, all that nobody writes to have: a save of several files is one change.
  mutating func settled(at now: ContinuousClock.Instant) -> [Int: Evidence] {
    guard let deadline, deadline <= now else { return [:] }
    let settled = pending.filter { !beingWritten.contains($0.key) }
    pending = pending.filter { beingWritten.contains($0.key) }
    return settled.mapValues(\.evidence)
  }
}
