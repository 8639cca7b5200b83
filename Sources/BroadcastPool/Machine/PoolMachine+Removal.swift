extension PoolMachine {
  /// Takes out all receivers of a handler.
  ///
  /// Work without other receivers is dropped from the queue, or cancelled if it runs.
  /// - Returns: the handler's state if one of its receivers is being called.
  /// - Complexity: O(*n*) in the receivers of this handler.
  mutating func removeHandler(_ identity: ObjectIdentifier) -> HandlerState? {
    guard let handler = handlers[identity] else { return nil }
    removeReceivers(of: handler)
    return handler.callCount > 0 ? handler : nil
  }

  mutating func removeReceivers(of handler: HandlerState) {
    for (id, job) in handler.jobs {
      // It may already be taken out of its job; without its number here it will not be called.
      guard let receiver = job.receivers.removeValue(forKey: id) else { continue }
      add(.releaseReceiver(receiver))
      loseReceiver(job)
    }
    handler.jobs = [:]
    forgetIfUnused(handler)
  }

  /// Takes out one receiver.
  ///
  /// - Returns: the receiver, to be called with the reason; nil if it has been called or
  ///   is about to be.
  mutating func removeReceiver(_ ticket: Ticket) -> Receiver? {
    guard let job = jobs[ticket.request],
      let receiver = job.receivers.removeValue(forKey: ticket.id)
    else { return nil }
    loseReceiver(job)
    if let handler = receiver.handler {
      handler.jobs[receiver.id] = nil
      forgetIfUnused(handler)
    }
    return receiver
  }

  /// Abandons a run if the handlers of all its receivers have died.
  mutating func abandonIfUnwanted(_ request: AnyRequest, _ cancellation: CancellationSource) {
    guard let job = jobs[request], job.phase == .running, job.cancellation === cancellation,
      !hasLivingReceiver(job)
    else { return }
    removeReceivers(of: job)
    abandon(job)
  }

  /// Takes out all receivers, drops queued jobs and cancels running ones.
  ///
  /// - Returns: all receivers, to be called with the reason; those of queued jobs first, in the
  ///   order in which these would have started.
  /// - Complexity: O(*n*) in the requests that are queued or running.
  mutating func removeAll() -> [Receiver] {
    var receivers: [Receiver] = []
    while let job = firstQueued {
      receivers += takeReceivers(of: job)
      loseReceiver(job)
    }
    for job in jobs.values where !job.receivers.isEmpty {
      receivers += takeReceivers(of: job)
      loseReceiver(job)
    }
    return receivers
  }

  /// Ends the pool: removes everything, starts nothing any more and ends idle workers.
  mutating func close() -> [Receiver] {
    isClosed = true
    defer { endObservation() }
    return removeAll()
  }

  // MARK: Parts

  /// Whether a receiver of the job can still be called.
  mutating func hasLivingReceiver(_ job: Job) -> Bool {
    for receiver in job.receivers.values {
      guard let handler = receiver.handler else { return true }
      if let object = handler.object {
        add(.releaseHandler(object))
        return true
      }
    }
    return false
  }

  /// Takes out all receivers of a job; they will not be called.
  mutating func removeReceivers(of job: Job) {
    for receiver in takeReceivers(of: job) {
      if let handler = receiver.handler {
        handler.jobs[receiver.id] = nil
        forgetIfUnused(handler)
      }
      add(.releaseReceiver(receiver))
    }
  }

  /// Drops or abandons a job that has lost its last receiver.
  private mutating func loseReceiver(_ job: Job) {
    guard job.receivers.isEmpty else { return }
    switch job.phase {
    case .queued: drop(job)
    case .running: abandon(job)
    case .abandoned: note(.idle, of: job.request)
    }
  }

  private mutating func abandon(_ job: Job) {
    job.phase = .abandoned
    if let cancellation = job.cancellation { add(.cancel(cancellation)) }
    note(.idle, of: job.request)
  }

  /// Takes a job without receivers out of its queue.
  mutating func drop(_ job: Job) {
    dequeue(job)
    jobs[job.request] = nil
    note(.idle, of: job.request)
  }
}
