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

  /// Decides how the worker of `waiter` gets the response that `ticket` stands for.
  ///
  /// Waits form chains; one that leads back to the waiter would never end and is refused.
  /// - Complexity: O(*n*) in the length of the chain, at most the number of workers.
  @usableFromInline
  mutating func await(_ ticket: Ticket, by waiter: Int, _ source: CancellationSource) -> Await {
    guard isWaiting(ticket) else { return .wait }
    let entry = ticket.entry
    var next = entry
    while next >= 0 {
      if next == waiter {
        let receiver = unlink(ticket.place)
        aftermath.discard(receiver.receive)
        loseReceiver(entry)
        return .cycle
      }
      next = entries[next].awaited
    }
    entries[waiter].awaited = entry
    if let job = claim(entry, source) { return .run(job) }
    return .wait
  }

  @usableFromInline
  mutating func stopAwaiting(_ waiter: Int) { entries[waiter].awaited = -1 }
}
