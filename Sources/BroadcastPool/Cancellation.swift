import Synchronization

/// What running work asks whether anybody still wants its result.
///
/// Ask every few milliseconds of work: once a row, once a chunk. Asking takes the pool's lock for
/// an instant, because a receiver may also be lost without a word, by its handler dying.
public struct Cancellation: Sendable {
  @usableFromInline let source: CancellationSource

  @usableFromInline
  init(_ source: CancellationSource) { self.source = source }

  /// Whether the last receiver is gone, so that the result will be dropped.
  ///
  /// Once true it stays true.
  public var isCancelled: Bool { source.isCancelled }

  /// Ends the work when nobody wants it any more.
  ///
  /// - Throws: `CancellationError` when ``isCancelled``.
  public func check() throws {
    if isCancelled { throw CancellationError() }
  }
}

/// Who can say whether a running request still has a living receiver.
@usableFromInline
protocol AudienceCounting: AnyObject, Sendable {
  /// Drops the request that `source` belongs to if all its receivers' handlers have died.
  func recount(of source: CancellationSource, entry: Place)
}

/// The pool's end of a ``Cancellation``; one for each run of a request, or for one run after the other
/// as long as none was cancelled and nobody kept the ``Cancellation`` of an earlier one.
@usableFromInline
final class CancellationSource: Sendable {
  private let flag = Atomic<Bool>(false)
  private let entry = Atomic<Place>(-1)
  private let audience: any AudienceCounting
  /// What else to do once cancelled; set by the worker that runs the request as a task.
  private let action = Mutex<(@Sendable () -> Void)?>(nil)

  @usableFromInline
  init(audience: any AudienceCounting) { self.audience = audience }

  /// Ties the source to the request that it is for; called before the request runs.
  @usableFromInline
  func attach(to entry: Place) { self.entry.store(entry, ordering: .relaxed) }

  @usableFromInline
  var isFlagged: Bool { flag.load(ordering: .acquiring) }

  var isCancelled: Bool {
    if isFlagged { return true }
    audience.recount(of: self, entry: entry.load(ordering: .relaxed))
    return isFlagged
  }

  /// Sets the flag and runs the action. Called without the pool's lock.
  @usableFromInline
  func cancel() {
    flag.store(true, ordering: .releasing)
    action.withLock { $0.take() }?()
  }

  /// Runs `action` on cancellation, at once when that has already been.
  @usableFromInline
  func onCancel(_ action: @escaping @Sendable () -> Void) {
    self.action.withLock { $0 = action }
    if isFlagged { self.action.withLock { $0.take() }?() }
  }

  /// Lets go of the action when the run has ended.
  @usableFromInline
  func disarm() { action.withLock { $0 = nil } }
}
