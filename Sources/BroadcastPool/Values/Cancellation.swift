import Synchronization

/// Tells running work whether its result is still wanted.
///
/// Ask every few milliseconds of work: once a row, once a chunk. Asking takes the pool's lock for
/// an instant, because a receiver can also disappear silently, when its handler dies.
public struct Cancellation: Sendable {
  private let source: CancellationSource
  /// Makes the pool cancel the source if the handlers of all receivers have died.
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

  /// Throws if the result is no longer wanted.
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
  private let action = Locked<(@Sendable () -> Void)?>(nil)

  var isCancelled: Bool { flag.load(ordering: .acquiring) }

  /// Sets the flag and runs the action. Called without the pool's lock.
  func cancel() {
    flag.store(true, ordering: .releasing)
    action.withLock { $0.take() }?()
  }

  /// Runs `action` on cancellation, or at once if already cancelled.
  func onCancel(_ action: @escaping @Sendable () -> Void) {
    self.action.withLock { $0 = action }
    if isCancelled { self.action.withLock { $0.take() }?() }
  }

  /// Releases the action when the run has ended.
  func disarm() { action.withLock { $0 = nil } }
}
