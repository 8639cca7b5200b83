extension PoolMachine {
  /// Adds a receiver: to the job of an equal request if there is one, to a new one otherwise.
  ///
  /// - Returns: the receiver's ticket, and which worker to call.
  /// - Complexity: O(1) on average.
  mutating func request(
    _ request: AnyRequest, priority: Priority, for object: (any AnyObject & Sendable)?,
    receive: @escaping Receive
  ) -> (ticket: Ticket, call: Workers.Call) {
    // First, because it may drop jobs of a dead handler, even the one about to be joined.
    let handler = object.map { handlerState(of: $0) }
    let ticket = Ticket(request: request, id: nextID())
    if let job = jobs[request] {
      join(job, priority)
      add(Receiver(id: ticket.id, job: job, receive: receive, handler: handler))
      return (ticket, .none)
    }
    let job = Job(request, priority)
    jobs[request] = job
    add(Receiver(id: ticket.id, job: job, receive: receive, handler: handler))
    enqueue(job)
    note(.queued, of: request)
    return (ticket, workers.call())
  }

  private mutating func join(_ job: Job, _ priority: Priority) {
    if job.phase == .abandoned && job.receivers.isEmpty {
      job.priority = priority
      note(.queued, of: job.request)
    } else if priority > job.priority {
      if job.phase == .queued { queues[job.priority.rawValue].remove(job) }
      job.priority = priority
      if job.phase == .queued { queues[job.priority.rawValue].append(job) }
    }
  }

  private func add(_ receiver: Receiver) {
    receiver.job.receivers[receiver.id] = receiver
    receiver.handler?.jobs[receiver.id] = receiver.job
  }

  /// The state of a handler, made when it has none.
  private mutating func handlerState(of object: any AnyObject & Sendable) -> HandlerState {
    if let state = handlers[ObjectIdentifier(object)] {
      if state.object === object { return state }
      // The state of a dead handler, whose address the new object was given.
      removeReceivers(of: state)
    }
    let state = HandlerState(object)
    handlers[state.identity] = state
    return state
  }

  // MARK: Queues

  /// The queued job that is to start next.
  var firstQueued: Job? {
    mutating get {
      queues[Priority.high.rawValue].first ?? queues[Priority.normal.rawValue].first
        ?? queues[Priority.low.rawValue].first
    }
  }

  mutating func enqueue(_ job: Job) {
    queues[job.priority.rawValue].append(job)
    activity.queued += 1
  }

  mutating func dequeue(_ job: Job) {
    queues[job.priority.rawValue].remove(job)
    activity.queued -= 1
  }
}
