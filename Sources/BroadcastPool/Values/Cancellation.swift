import Synchronization

/// What running work asks whether anybody still wants its result.
///
/// Ask every few milliseconds of work: once a row, once a chunk. Asking takes the pool's lock for
/// an instant, because a receiver may also be lost without a word, by its handler dying.
public struct Cancellation: Sendable {
  private let source: CancellationSource
  /// Has the pool cancel the source if all who wanted the result have died.
  private let update: @Sendable () -> Void

  init(_ source: CancellationSource, update: @escaping @Sendable () -> Void) {
    self.source = source
    self.update = update
  }

  /// Whether the last receiver is gone, so that the result will be dropped.
  ///
  /// Once true it stays true.
  public var isCancelled: Bool {
    if !source.isCancelled { update() }
    return source.isCancelled
  }

  /// Ends the work when nobody wants it any more.
  ///
  /// - Throws: `CancellationError` when ``isCancelled``.
  public func check() throws {
    if isCancelled { throw CancellationError() }
  }
}

/// The pool's end of a ``Cancellation``; one for each run of a request.
final class CancellationSource: Sendable {
  private let flag = Atomic<Bool>(false)
  /// What else to do once cancelled; set by the worker that runs the request as a task.
  private let action = Mutex<(@Sendable () -> Void)?>(nil)

  var isCancelled: Bool { flag.load(ordering: .acquiring) }

  /// Sets the flag and runs the action. Called without the pool's lock.
  func cancel() {
    flag.store(true, ordering: .releasing)
    action.withLock { $0.take() }?()
  }

  /// Runs `action` on cancellation, at once when that has already been.
  func onCancel(_ action: @escaping @Sendable () -> Void) {
    self.action.withLock { $0 = action }
    if isCancelled { self.action.withLock { $0.take() }?() }
  }

  /// Lets go of the action when the run has ended.
  func disarm() { action.withLock { $0 = nil } }
}
