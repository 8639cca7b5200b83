extension PoolStorage {
  @usableFromInline typealias ThreadProcess = @Sendable (Request, Cancellation) throws -> Response
  @usableFromInline
  typealias TaskProcess = @Sendable (Request, Cancellation) async throws -> Response

  /// What a worker keeps from one request to the next.
  @usableFromInline
  struct Shift: ~Copyable {
    /// The cancellation of the run in hand; used again if nobody else has kept it.
    @usableFromInline var source: CancellationSource
    /// Whether the worker has just started or woken up.
    @usableFromInline var isArriving = true
    /// The last request's receivers, called and not settled.
    @usableFromInline var handovers = Machine.Handovers()

    @inlinable
    init(_ source: CancellationSource) { self.source = source }
  }

  /// The life of one thread.
  @inlinable
  func runThreadWorker(_ process: ThreadProcess) {
    let context = ThreadContext.current
    context.pointee.worker = ObjectIdentifier(self)
    var shift = Shift(CancellationSource(audience: self))
    while let job = nextJob(&shift) {
      run(job, shift.source, process, on: context, &shift.handovers)
    }
  }

  /// Processes a request on the calling thread and hands its result over, which is to be settled.
  @inlinable
  func run(
    _ job: Machine.Job, _ source: CancellationSource, _ process: ThreadProcess,
    on context: ThreadContext.Pointer, _ handovers: inout Machine.Handovers
  ) {
    let outer = context.pointee.begin(
      ThreadContext.Job(pool: ObjectIdentifier(self), entry: job.entry))
    let outcome: Outcome
    do {
      outcome = .success(try process(job.request, Cancellation(source)))
    } catch {
      outcome = .failure(error)
    }
    context.pointee.end(returningTo: outer)
    finish(job, outcome, on: context, &handovers)
    // The entry has it uncounted until it is finished.
    withExtendedLifetime(source) {}
  }

  @inlinable
  func finish(
    _ job: Machine.Job, _ outcome: Outcome, on context: ThreadContext.Pointer,
    _ handovers: inout Machine.Handovers
  ) {
    var isFailure = false
    if case .failure = outcome { isFailure = true }
    locked { $0.finish(job.entry, isFailure: isFailure, to: &handovers) }
    deliver(&handovers, outcome, on: context)
  }

  /// Settles the last hand-over and takes the next request, in one visit to the machine.
  ///
  /// - Returns: nil when the worker is to end.
  @inlinable
  func nextJob(_ shift: inout Shift) -> Machine.Job? {
    if shift.source.isFlagged || !isKnownUniquelyReferenced(&shift.source) {
      shift.source = CancellationSource(audience: self)
    }
    let lock = monitor.lock
    let machine = monitor.state
    var hasLooked = false
    lock.lock()
    while true {
      if shift.handovers.isOpen { machine.pointee.settle(shift.handovers) }
      var witness: (any AnyObject & Sendable)?
      let take = machine.pointee.take(
        shift.source, isArriving: shift.isArriving, witness: &witness)
      shift.isArriving = false
      let aftermath = machine.pointee.takeAftermath()
      if case .sleep = take, aftermath == nil, !shift.handovers.isOpen {
        if !hasLooked && machine.pointee.workers.lookAround() {
          hasLooked = true
          nudge.clear()
          lock.unlock()
          nudge.look()
          lock.lock()
        } else {
          machine.pointee.workers.idle += 1
          _ = lock.wait(on: .work, until: nil)
          machine.pointee.workers.idle -= 1
        }
        shift.isArriving = true
        continue
      }
      lock.unlock()
      // Without the lock, because what dies here runs someone else's code; and before the next
      // request runs, because a handler must not be kept alive by us meanwhile.
      aftermath?.perform(with: lock)
      if shift.handovers.isOpen { shift.handovers.clear() }
      witness = nil
      switch take {
      case .run(let job, let call):
        if call != .none { answer(call) }
        return job
      case .end: return nil
      case .sleep: lock.lock()
      }
    }
  }

  /// The life of one task worker; each request runs as a task of its own, to be cancelled alone.
  @inlinable
  func runTaskWorker(_ process: @escaping TaskProcess) async {
    var shift = Shift(CancellationSource(audience: self))
    while let job = nextJob(&shift) {
      let source = shift.source
      let task = Task { try await process(job.request, Cancellation(source)) }
      source.onCancel { task.cancel() }
      let outcome = await task.result
      source.disarm()
      finish(job, outcome, on: ThreadContext.current, &shift.handovers)
    }
  }
}
