import Synchronization

extension BroadcastPool {
  /// Asks for a response and awaits it.
  ///
  /// Cancelling the task removes it from those who want the response.
  /// - Throws: what the processing threw; `CancellationError` when the task, the pool or everything
  ///   in it was cancelled.
  public func response(to request: Request, priority: Priority = .normal) async throws -> Response {
    try Task.checkCancellation()
    let place = TicketPlace<Request, Response>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let ticket = storage.request(request, priority: priority, for: nil) {
          continuation.resume(with: $0)
        }
        place.ticket.withLock { $0 = ticket }
        // A cancellation that came before the ticket was there found nothing to remove.
        if Task.isCancelled { storage.remove(ticket, reason: CancellationError()) }
      }
    } onCancel: {
      if let ticket = place.ticket.withLock({ $0 }) {
        storage.remove(ticket, reason: CancellationError())
      }
    }
  }

  /// Asks for a response and blocks the calling thread until it is there.
  ///
  /// On a thread of this pool a request that is still queued is processed right there, so waiting
  /// never needs a second thread; the limit then does not cut its processing short. Not for `async`
  /// code, which would block one of the few threads it shares: that has ``response(to:priority:)``.
  /// - Parameters:
  ///   - request: what is wanted.
  ///   - priority: how urgent it is.
  ///   - timeout: how long to wait; nil for as long as it takes.
  /// - Throws: what the processing threw; ``PoolError`` with `timedOut`, or with `waitsForItself`
  ///   where the wait could never end; `CancellationError` when everything was cancelled.
  public func wait(
    for request: Request, priority: Priority = .normal, timeout: Duration? = nil
  ) throws -> Response {
    try storage.wait(for: request, priority: priority, timeout: timeout)
  }
}

/// Where the canceller of a task finds its ticket.
private final class TicketPlace<Request: Hashable & Sendable, Response: Sendable>: Sendable {
  let ticket = Mutex<PoolMachine<Request, Response>.Ticket?>(nil)
}

extension PoolStorage {
  func wait(for request: Request, priority: Priority, timeout: Duration?) throws -> Response {
    let deadline = timeout.map { Deadline(after: $0) }
    let answer = Monitor<Outcome?>(nil)
    let ticket = self.request(request, priority: priority, for: nil) { outcome in
      answer.withLock { $0 = outcome }
      answer.lock.wakeOne(on: .work)
    }
    let context = ThreadContext.current
    let waiter = context.pointee.innermostEntry(of: ObjectIdentifier(self))
    if context.pointee.worker == ObjectIdentifier(self) { try help(ticket, waiter, context) }
    defer { if let waiter { locked { $0.stopAwaiting(waiter) } } }
    if let outcome = answer.wait(on: .work, until: deadline, for: { $0 }) {
      return try outcome.get()
    }
    // Whoever takes the receiver out has the last word; if that is not us, the result is coming.
    if locked({ $0.removeReceiver(ticket) }) == nil,
      let outcome = answer.wait(on: .work, for: { $0 })
    {
      return try outcome.get()
    }
    throw PoolError.timedOut(name, after: timeout ?? .zero)
  }

  /// Before a worker blocks: does what it would wait for itself, or finds that it waits for itself.
  private func help(
    _ ticket: Machine.Ticket, _ waiter: Place?, _ context: ThreadContext.Pointer
  ) throws {
    let source = CancellationSource(audience: self)
    switch locked({ $0.await(ticket, by: waiter, source) }) {
    case .wait: return
    case .cycle: throw PoolError.waitsForItself(name)
    case .run(let job):
      guard case .onThread(let process) = process else { return }
      var handovers = Machine.Handovers()
      run(job, source, process, on: context, &handovers)
      locked { $0.settle(handovers) }
      handovers.clear()
    }
  }
}
