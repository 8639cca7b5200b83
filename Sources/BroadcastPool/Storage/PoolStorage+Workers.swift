extension PoolStorage {
  @usableFromInline typealias ThreadProcess = @Sendable (Request, Cancellation) throws -> Response
  @usableFromInline
  typealias TaskProcess = @Sendable (Request, Cancellation) async throws -> Response

  /// The life of one thread.
  @inlinable
  func runThreadWorker(_ process: ThreadProcess) {
    ThreadContext.current.worker = ObjectIdentifier(self)
    var handovers: Machine.Handovers?
    var isArriving = true
    while let job = nextJob(after: &handovers, isArriving: &isArriving) {
      handovers = run(job, process)
    }
  }

  /// Processes a request on the calling thread and hands its result over.
  ///
  /// - Returns: what is to be settled.
  @inlinable
  func run(_ job: Machine.Job, _ process: ThreadProcess) -> Machine.Handovers {
    let context = ThreadContext.current
    context.jobs.append(ThreadContext.Job(pool: ObjectIdentifier(self), entry: job.entry))
    let outcome: Outcome
    do {
      outcome = .success(try process(job.request, Cancellation(job.source)))
    } catch {
      outcome = .failure(error)
    }
    context.jobs.removeLast()
    return finish(job, outcome)
  }

  @inlinable
  func finish(_ job: Machine.Job, _ outcome: Outcome) -> Machine.Handovers {
    var isFailure = false
    if case .failure = outcome { isFailure = true }
    let handovers = locked { $0.finish(job.entry, isFailure: isFailure) }
    call(handovers, outcome)
    return handovers
  }

  /// Settles the last hand-over and takes the next request, in one visit to the machine.
  ///
  /// - Returns: nil when the worker is to end.
  @inlinable
  func nextJob(after handovers: inout Machine.Handovers?, isArriving: inout Bool) -> Machine.Job? {
    let source = CancellationSource(audience: self)
    var patience = 16
    while true {
      // What these hold is released at the end of each turn, without the lock.
      var witness: (any AnyObject & Sendable)?
      var aftermath: Machine.Aftermath?
      let settled = handovers
      handovers = nil
      var isSettled = settled == nil
      var isAsleep = false
      let take: Machine.Take? = monitor.wait(on: .work) { machine in
        if isAsleep {
          machine.workers.idle -= 1
          isAsleep = false
          isArriving = true
        }
        if !isSettled, let settled { machine.settle(settled) }
        isSettled = true
        let take = machine.take(source, isArriving: isArriving, witness: &witness)
        isArriving = false
        aftermath = machine.takeAftermath()
        guard case .sleep = take, aftermath == nil, settled == nil else { return take }
        if patience > 0 && machine.workers.lookAround() { return take }
        machine.workers.idle += 1
        isAsleep = true
        return nil
      }
      aftermath?.perform(with: monitor.lock)
      switch take {
      case .run(let job, let call):
        answer(call)
        return job
      case .end: return nil
      case .sleep, nil:
        if settled == nil && aftermath == nil { isArriving = true }
        patience -= 1
        SystemThread.yield()
      }
    }
  }

  /// The life of one task worker; each request runs as a task of its own, to be cancelled alone.
  @inlinable
  func runTaskWorker(_ process: @escaping TaskProcess) async {
    var handovers: Machine.Handovers?
    var isArriving = true
    while let job = nextJob(after: &handovers, isArriving: &isArriving) {
      let task = Task { try await process(job.request, Cancellation(job.source)) }
      job.source.onCancel { task.cancel() }
      let outcome = await task.result
      job.source.disarm()
      handovers = finish(job, outcome)
    }
  }
}
