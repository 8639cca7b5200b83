extension PoolMachine {
  /// What must happen once the lock is released, because it runs someone else's code.
  ///
  /// An object, so that a visit which leaves nothing behind pays for no more than a nil.
  @usableFromInline
  final class Aftermath {
    @usableFromInline var cancelled: [CancellationSource] = []
    @usableFromInline var signals: [Signal] = []
    @usableFromInline var ended: [Signal] = []
    /// Whether threads that sleep until the pool is idle, or a handler is not called any more, must
    /// be woken.
    @usableFromInline var isQuiet = false
    /// Only to be let go of.
    @usableFromInline var callbacks: [Callback] = []
    @usableFromInline var requests: [Request] = []

    @inlinable
    init() {}

    /// Does it all; called without the lock.
    @usableFromInline
    func perform(with lock: SystemLock) {
      if isQuiet { lock.wakeAll(on: .quiet) }
      for source in cancelled { source.cancel() }
      for signal in signals { signal.ring() }
      for signal in ended { signal.end() }
    }
  }

  /// The aftermath to add to.
  @inlinable
  mutating func later() -> Aftermath {
    if let aftermath { return aftermath }
    let new = Aftermath()
    aftermath = new
    return new
  }

  /// Keeps a receiver that will not be called until the lock is released.
  @inlinable
  mutating func discard(_ callback: Callback?) {
    if let callback { later().callbacks.append(callback) }
  }

  @inlinable
  mutating func discard(_ request: Request) {
    // Plain values, numbers for example, have nothing that could run.
    if !_isPOD(Request.self) { later().requests.append(request) }
  }

  /// What the storage must do after releasing the lock; nil for nothing, as most often.
  @inlinable
  mutating func takeAftermath() -> Aftermath? {
    if observation.isActivityWatched { announceActivity() }
    if idleWaiters > 0 && activity.isIdle { later().isQuiet = true }
    if aftermath == nil { return nil }
    return aftermath.take()
  }
}
