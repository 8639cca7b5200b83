/// The status of one request now, and every status that it passes through.
struct StatusSequence<Request: Hashable & Sendable, Response: Sendable>: AsyncSequence, Sendable {
  let storage: PoolStorage<Request, Response>
  let request: Request

  func makeAsyncIterator() -> Iterator { Iterator(storage, request) }

  struct Iterator: AsyncIteratorProtocol {
    private let registration: Registration
    private var bell: AsyncStream<Void>.Iterator

    init(_ storage: PoolStorage<Request, Response>, _ request: Request) {
      let signal = Signal()
      registration = Registration(storage, request, signal)
      bell = signal.bell.makeAsyncIterator()
    }

    mutating func next() async -> RequestStatus? { await next(isolation: #isolation) }

    mutating func next(isolation actor: isolated (any Actor)?) async -> RequestStatus? {
      while true {
        if let status = registration.next() { return status }
        // A bell that was rung and then ended says so; what came before the end is fetched first.
        if await bell.next(isolation: actor) == nil { return registration.next() }
      }
    }
  }

  /// Ends the observation with the iterator.
  private final class Registration: Sendable {
    let storage: PoolStorage<Request, Response>
    let request: Request
    let observer: UInt64

    init(_ storage: PoolStorage<Request, Response>, _ request: Request, _ signal: Signal) {
      self.storage = storage
      self.request = request
      observer = storage.locked { $0.observe(request, with: signal) }
    }

    func next() -> RequestStatus? {
      storage.locked { $0.nextStatus(of: request, for: observer) }
    }

    deinit { storage.locked { $0.stopObserving(request, observer) } }
  }
}
