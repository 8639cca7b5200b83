extension BroadcastPool {
  /// Has requests processed side by side and calls `body` with the responses in their order, on the
  /// calling thread, which is blocked meanwhile.
  ///
  /// No more than `ahead` requests are asked for and not yet given to `body`, so memory is bounded
  /// however many there are. The error thrown is that of the first request, in their order, that
  /// failed, whatever the timing. Not to be called on a thread of the same pool.
  /// - Parameters:
  ///   - requests: read as far as is needed, so it may be lazy or endless.
  ///   - priority: how urgent they are.
  ///   - ahead: at least 1; without it twice the pool's ``limit``.
  ///   - body: may throw to stop; nothing more is started then.
  /// - Throws: what the processing or `body` threw.
  public func waitForEachResponse<Requests: Sequence<Request>>(
    to requests: Requests, priority: Priority = .normal, ahead: Int? = nil,
    _ body: (Request, Response) throws -> Void
  ) throws {
    let ahead = ahead ?? 2 * limit
    precondition(ahead > 0, "no response can be given without asking for it")
    let window = Window<Response>()
    defer { remove(window) }
    var rest = requests.makeIterator()
    var asked: [Int: Request] = [:]
    var askedCount = 0
    var given = 0
    while true {
      while asked.count < ahead, let request = rest.next() {
        let results = window.results
        let place = askedCount
        asked[place] = request
        askedCount += 1
        self.request(request, priority: priority, for: window) { outcome in
          results.withLock { $0[place] = outcome }
          results.wakeOne(on: .work)
        }
      }
      guard let request = asked.removeValue(forKey: given) else { return }
      let outcome = window.results.wait(on: .work) { $0.removeValue(forKey: given) }
      try body(request, outcome.get())
      given += 1
    }
  }

  /// Has requests processed side by side and calls `body` with the responses in their order.
  ///
  /// As ``waitForEachResponse(to:priority:ahead:_:)``, for `async` code. Cancelling the task ends it with
  /// `CancellationError`.
  /// - Parameters:
  ///   - requests: read as far as is needed, so it may be lazy or endless.
  ///   - priority: how urgent they are.
  ///   - ahead: at least 1; without it twice the pool's ``limit``.
  ///   - body: may throw to stop; nothing more is started then.
  /// - Throws: what the processing or `body` threw.
  public func forEachResponse<Requests: Sequence<Request>>(
    to requests: Requests, priority: Priority = .normal, ahead: Int? = nil,
    _ body: (Request, Response) async throws -> Void
  ) async throws {
    let ahead = ahead ?? 2 * limit
    precondition(ahead > 0, "no response can be given without asking for it")
    try await withThrowingTaskGroup(of: Arrival<Request, Response>.self) { group in
      var rest = requests.makeIterator()
      var arrived: [Int: Arrival<Request, Response>] = [:]
      var askedCount = 0
      var given = 0
      while true {
        while askedCount - given < ahead, let request = rest.next() {
          let place = askedCount
          askedCount += 1
          group.addTask {
            do {
              let response = try await self.response(to: request, priority: priority)
              return Arrival(place: place, request: request, outcome: .success(response))
            } catch {
              return Arrival(place: place, request: request, outcome: .failure(error))
            }
          }
        }
        if let next = arrived.removeValue(forKey: given) {
          try await body(next.request, next.outcome.get())
          given += 1
        } else if let arrival = try await group.next() {
          arrived[arrival.place] = arrival
        } else {
          return
        }
      }
    }
  }
}

/// The handler of the receivers of one blocking call, which collects their results.
private final class Window<Response: Sendable>: Sendable {
  let results = ConditionLock<[Int: Result<Response, any Error>]>([:])
}

/// A result and its place in the order.
private struct Arrival<Request: Sendable, Response: Sendable>: Sendable {
  let place: Int
  let request: Request
  let outcome: Result<Response, any Error>
}
