/// The activity of a pool now and after each change.
struct ActivitySequence: AsyncSequence, Sendable {
  let storage: PoolStorage

  func makeAsyncIterator() -> Iterator { Iterator(storage) }

  struct Iterator: AsyncIteratorProtocol {
    private let registration: Registration
    private var events: AsyncStream<Void>.Iterator
    private var last: Activity?

    init(_ storage: PoolStorage) {
      let signal = Signal()
      registration = Registration(storage, signal)
      events = signal.events.makeAsyncIterator()
    }

    mutating func next() async -> Activity? { await next(isolation: #isolation) }

    mutating func next(isolation actor: isolated (any Actor)?) async -> Activity? {
      while true {
        let activity = registration.storage.locked { $0.activity }
        if activity != last {
          last = activity
          return activity
        }
        if await events.next(isolation: actor) == nil { return nil }
      }
    }
  }

  /// Ends the observation with the iterator.
  private final class Registration: Sendable {
    let storage: PoolStorage
    let observer: PoolMachine.ID

    init(_ storage: PoolStorage, _ signal: Signal) {
      self.storage = storage
      observer = storage.locked { $0.observeActivity(with: signal) }
    }

    deinit { storage.locked { $0.stopObservingActivity(observer) } }
  }
}
