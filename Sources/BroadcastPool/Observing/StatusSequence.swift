/// The status of one request now, and every status that it passes through.
struct StatusSequence: AsyncSequence, Sendable {
  let storage: PoolStorage
  let request: AnyRequest

  func makeAsyncIterator() -> Iterator { Iterator(storage, request) }

  struct Iterator: AsyncIteratorProtocol {
    private let registration: Registration
    private var events: AsyncStream<Void>.Iterator

    init(_ storage: PoolStorage, _ request: AnyRequest) {
      let signal = Signal()
      registration = Registration(storage, request, signal)
      events = signal.events.makeAsyncIterator()
    }

    mutating func next() async -> RequestStatus? { await next(isolation: #isolation) }

    mutating func next(isolation actor: isolated (any Actor)?) async -> RequestStatus? {
      while true {
        if let status = registration.next() { return status }
        // Also after the signal has ended: values from before the end are fetched first.
        if await events.next(isolation: actor) == nil { return registration.next() }
      }
    }
  }

  /// Ends the observation with the iterator.
  private final class Registration: Sendable {
    let storage: PoolStorage
    let request: AnyRequest
    let observer: PoolMachine.ID

    init(_ storage: PoolStorage, _ request: AnyRequest, _ signal: Signal) {
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
