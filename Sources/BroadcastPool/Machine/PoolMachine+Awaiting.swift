extension PoolMachine {
  /// What a worker does that wants the response of another request of its own pool.
  @usableFromInline
  enum Await {
    /// Sleep; somebody else runs it.
    case wait
    /// Run it here and now.
    case run(Job)
    /// It would be waiting for itself.
    case cycle
  }

  /// Decides how a worker gets the response that `ticket` stands for.
  ///
  /// Waits form chains; one that leads back to the waiter would never end and is refused.
  /// - Parameters:
  ///   - waiter: the entry that the worker processes; nil inside a receiver, which nobody awaits.
  ///   - source: the cancellation for the run, if it is run here.
  /// - Complexity: O(*n*) in the length of the chain, at most the number of workers.
  @usableFromInline
  mutating func await(_ ticket: Ticket, by waiter: Place?, _ source: CancellationSource) -> Await {
    guard isWaiting(ticket) else { return .wait }
    if let waiter {
      var link = Optional(ticket)
      while let current = link, isWaiting(current) {
        if current.entry == waiter {
          discard(unlink(ticket.place))
          loseReceiver(ticket.entry)
          return .cycle
        }
        link = awaited[current.entry]
      }
      awaited[waiter] = ticket
    }
    if let job = claim(ticket.entry, source) { return .run(job) }
    return .wait
  }

  @usableFromInline
  mutating func stopAwaiting(_ waiter: Place) { awaited[waiter] = nil }
}
