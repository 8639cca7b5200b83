extension BroadcastPool {
  /// Asks for a response and awaits it.
  ///
  /// Cancelling the task removes its receiver.
  /// - Throws: what the processing threw; `CancellationError` when the task, the pool or everything
  ///   in it was cancelled.
  public func response(to request: Request, priority: Priority = .normal) async throws -> Response {
    try Task.checkCancellation()
    let request = AnyRequest(base: request)
    let box = TicketBox()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let ticket = storage.request(request, priority: priority, for: nil) {
          continuation.resume(with: $0.typed() as Result<Response, any Error>)
        }
        box.ticket.withLock { $0 = ticket }
        // A cancellation before the ticket existed found nothing to remove.
        if Task.isCancelled { storage.remove(ticket, reason: CancellationError()) }
      }
    } onCancel: {
      if let ticket = box.ticket.withLock({ $0 }) {
        storage.remove(ticket, reason: CancellationError())
      }
    }
  }

  /// Asks for a response and blocks the calling thread until it is there.
  ///
  /// On a thread of this pool a request that is still queued is processed right there, so waiting
  /// never needs a second thread; the timeout then does not cut its processing short. Not for
  /// `async` code, whose few shared threads must not block: use ``response(to:priority:)`` there.
  /// - Parameters:
  ///   - request: what is wanted.
  ///   - priority: how urgent it is.
  ///   - timeout: how long to wait; nil for as long as it takes.
  /// - Throws: what the processing threw; ``PoolError`` with `timedOut`, or with `waitsForItself`
  ///   where the wait could never end; `CancellationError` when everything was cancelled.
  public func wait(
    for request: Request, priority: Priority = .normal, timeout: Duration? = nil
  ) throws -> Response {
    let outcome = try storage.wait(
      for: AnyRequest(base: request), priority: priority, timeout: timeout)
    return try (outcome.typed() as Result<Response, any Error>).get()
  }
}

/// The ticket of a waiting task, for its cancellation handler.
private final class TicketBox: Sendable {
  let ticket = Locked<PoolMachine.Ticket?>(nil)
}

extension PoolStorage {
  /// Blocks until a request has an outcome.
  func wait(for request: AnyRequest, priority: Priority, timeout: Duration?) throws -> Outcome {
    let deadline = timeout.map(Deadline.init(after:))
    let answer = ConditionLock<Outcome?>(nil)
    let ticket = self.request(request, priority: priority, for: nil) { outcome in
      answer.withLock { $0 = outcome }
      answer.wakeOne(on: .work)
    }
    let context = ThreadContext.current
    let waiter = context.innermostJob(of: ObjectIdentifier(self))
    if context.worker == ObjectIdentifier(self) { try help(ticket, waiter) }
    defer { if let waiter { locked { $0.stopAwaiting(waiter) } } }
    guard let timeout, let deadline else { return answer.wait(on: .work) { $0 } }
    if let outcome = answer.wait(on: .work, until: deadline, for: { $0 }) { return outcome }
    // If the receiver has already been taken out, its result is on the way.
    if locked({ $0.removeReceiver(ticket) }) == nil { return answer.wait(on: .work) { $0 } }
    throw PoolError.timedOut(name, after: timeout)
  }

  /// Runs the request on this worker if it is still queued; throws if the worker waits for itself.
  private func help(_ ticket: Machine.Ticket, _ waiter: ObjectIdentifier?) throws {
    guard case .onThread(let process) = process else { return }
    let cancellation = CancellationSource()
    switch locked({ $0.await(ticket, by: waiter, cancellation) }) {
    case .wait: return
    case .cycle: throw PoolError.waitsForItself(name)
    case .run(let job): run(job, cancellation, process)
    }
  }
}
