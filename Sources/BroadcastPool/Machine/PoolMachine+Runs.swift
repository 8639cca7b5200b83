extension PoolMachine {
  /// What a worker must do next.
  enum Order {
    /// Run the job, and call another worker.
    case run(Job, Workers.Call)
    case sleep
    case end
  }

  /// How a worker gets the response to another request of its own pool.
  enum Await {
    /// Wait; another worker runs it.
    case wait
    /// Run it here and now.
    case run(Job)
    /// Throw, because it would wait for itself.
    case cycle
  }

  /// Gives a worker the next job that still has a living receiver.
  ///
  /// - Parameter cancellation: for the run.
  mutating func take(_ cancellation: CancellationSource) -> Order {
    while let job = firstQueued {
      guard hasLivingReceiver(job) else {
        removeReceivers(of: job)
        drop(job)
        continue
      }
      start(job, cancellation)
      return .run(job, firstQueued == nil ? .none : workers.call())
    }
    if !isClosed && workers.canSleep { return .sleep }
    workers.started -= 1
    return .end
  }

  /// Counts a worker that ``take(_:)`` told to sleep as one to be woken.
  ///
  /// Counting it and going to sleep must be one atomic step: a wake-up of a worker that is counted
  /// but still awake would be lost, and no other worker is called until it arrives.
  /// - Returns: false if there is something to do meanwhile.
  mutating func fallAsleep() -> Bool {
    if firstQueued != nil || isClosed { return false }
    workers.sleeping += 1
    return true
  }

  mutating func wakeUp() {
    workers.sleeping -= 1
    workers.arrive()
  }

  private mutating func start(_ job: Job, _ cancellation: CancellationSource) {
    dequeue(job)
    job.phase = .running
    job.cancellation = cancellation
    activity.running += 1
    note(.running, of: job.request)
  }

  /// Ends a run.
  ///
  /// - Returns: the receivers to call with the result, in the order they asked, after which the
  ///   worker calls ``endDelivery()``; nil if the run was abandoned; its result is then dropped,
  ///   even if the same request has been made again since.
  mutating func finish(_ job: Job, isFailure: Bool) -> [Receiver]? {
    job.cancellation = nil
    if job.phase == .running {
      jobs[job.request] = nil
      note(isFailure ? .failed : .done, of: job.request)
      return takeReceivers(of: job)
    }
    activity.running -= 1
    if job.receivers.isEmpty {
      jobs[job.request] = nil
    } else {
      job.phase = .queued
      enqueue(job)
    }
    return nil
  }

  /// Ends what ``finish(_:isFailure:)`` began: the receivers have been called, or skipped.
  mutating func endDelivery() {
    activity.running -= 1
    activity.done += 1
  }

  /// A thread could not be started.
  ///
  /// - Returns: whether no worker is left, so that everything must be refused.
  mutating func startFailed() -> Bool {
    workers.started -= 1
    workers.isOneComing = false
    return workers.started == 0
  }

  // MARK: Waits

  /// Decides how a worker gets the response that `ticket` stands for.
  ///
  /// Waits form chains; one that leads back to the waiter would be a deadlock and is refused.
  /// - Parameters:
  ///   - waiter: the job that the worker runs; nil inside a receiver, for which no one can wait.
  ///   - cancellation: for the run, if it is to run here.
  /// - Complexity: O(*n*) in the length of the chain, at most the number of workers.
  mutating func await(
    _ ticket: Ticket, by waiter: ObjectIdentifier?, _ cancellation: CancellationSource
  ) -> Await {
    guard let job = job(awaitedWith: ticket) else { return .wait }
    if let waiter {
      var link = Optional(job)
      while let current = link {
        if ObjectIdentifier(current) == waiter {
          if let receiver = removeReceiver(ticket) { add(.releaseReceiver(receiver)) }
          return .cycle
        }
        link = awaited[ObjectIdentifier(current)].flatMap { self.job(awaitedWith: $0) }
      }
      awaited[waiter] = ticket
    }
    guard job.phase == .queued else { return .wait }
    start(job, cancellation)
    return .run(job)
  }

  mutating func stopAwaiting(_ waiter: ObjectIdentifier) { awaited[waiter] = nil }

  /// The job that a ticket's receiver waits for; nil once that was called, or is about to be.
  private func job(awaitedWith ticket: Ticket) -> Job? {
    guard let job = jobs[ticket.request], job.receivers[ticket.id] != nil else { return nil }
    return job
  }
}

extension PoolMachine {
  /// Begins the call of a handler's receiver; to be ended with ``endCall(of:)``.
  ///
  /// - Returns: the handler, to be held during the call; nil if the receiver must not be called,
  ///   because its handler has died or was removed.
  mutating func beginCall(of receiver: Receiver, _ handler: HandlerState)
    -> (any AnyObject & Sendable)?
  {
    guard handler.jobs.removeValue(forKey: receiver.id) != nil, let object = handler.object else {
      forgetIfUnused(handler)
      return nil
    }
    handler.callCount += 1
    return object
  }

  /// Ends a call, and wakes the threads that wait for that.
  mutating func endCall(of handler: HandlerState) {
    handler.callCount -= 1
    if waiterCount > 0 && handler.callCount == 0 { add(.wakeWaiters) }
    forgetIfUnused(handler)
  }

  mutating func forgetIfUnused(_ handler: HandlerState) {
    if handler.jobs.isEmpty && handler.callCount == 0 && handlers[handler.identity] === handler {
      handlers[handler.identity] = nil
    }
  }

  /// Takes out all receivers of a job, in the order they asked, for the caller to call.
  func takeReceivers(of job: Job) -> [Receiver] {
    defer { job.receivers = [:] }
    return job.receivers.values.sorted { $0.id < $1.id }
  }
}
