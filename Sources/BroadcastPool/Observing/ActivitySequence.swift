/// The activity of a pool now and after each change.
struct ActivitySequence<Request: Hashable & Sendable, Response: Sendable>: AsyncSequence, Sendable {
  let storage: PoolStorage<Request, Response>

  func makeAsyncIterator() -> Iterator { Iterator(storage) }

  struct Iterator: AsyncIteratorProtocol {
    private let registration: Registration
    private var bell: AsyncStream<Void>.Iterator
    private var last: Activity?

    init(_ storage: PoolStorage<Request, Response>) {
      let signal = Signal()
      registration = Registration(storage, signal)
      bell = signal.bell.makeAsyncIterator()
    }

    mutating func next() async -> Activity? { await next(isolation: #isolation) }

    mutating func next(isolation actor: isolated (any Actor)?) async -> Activity? {
      while true {
        let activity = registration.storage.locked { $0.activity }
        if activity != last {
          last = activity
          return activity
        }
        if await bell.next(isolation: actor) == nil { return nil }
      }
    }
  }

  /// Ends the observation with the iterator.
  private final class Registration: Sendable {
    let storage: PoolStorage<Request, Response>
    let observer: UInt64

    init(_ storage: PoolStorage<Request, Response>, _ signal: Signal) {
      self.storage = storage
      observer = storage.locked { $0.observeActivity(with: signal) }
    }

    deinit { storage.locked { $0.stopObservingActivity(observer) } }
  }
}
