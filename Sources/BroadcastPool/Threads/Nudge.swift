import Synchronization

/// How a worker that has just run out of work hears of more without sleeping.
@usableFromInline
final class Nudge: Sendable {
  private let isGiven = Atomic<Bool>(false)

  @usableFromInline
  init() {}

  /// Says that there is something to do; does not touch the lock.
  @usableFromInline
  func give() { isGiven.store(true, ordering: .relaxed) }

  /// Forgets what was given before; called with the pool's lock held, so that none is lost.
  @usableFromInline
  func clear() { isGiven.store(false, ordering: .relaxed) }

  /// Looks for a nudge for some twenty microseconds, about what a sleep and a wake-up cost.
  @usableFromInline
  func look() {
    for _ in 0..<32 {
      for _ in 0..<64 where isGiven.load(ordering: .relaxed) { return }
      SystemThread.yield()
    }
  }
}
