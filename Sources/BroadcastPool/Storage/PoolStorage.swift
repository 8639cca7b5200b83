/// Locks, asks the machine, unlocks, and then does what the machine said.
///
/// The workers hold the storage and not the pool, so that a pool nobody holds can end them.
@usableFromInline
final class PoolStorage<Request: Hashable & Sendable, Response: Sendable>: AudienceCounting {
  @usableFromInline typealias Machine = PoolMachine<Request, Response>
  @usableFromInline typealias Outcome = Result<Response, any Error>

  /// Who processes a request.
  @usableFromInline
  enum Process: Sendable {
    case onThread(@Sendable (Request, Cancellation) throws -> Response)
    case asTask(@Sendable (Request, Cancellation) async throws -> Response)
  }

  @usableFromInline let name: String
  @usableFromInline let process: Process
  @usableFromInline let monitor: Monitor<Machine>

  @usableFromInline
  init(name: String, workers: Int, process: Process) {
    let canSleep: Bool
    switch process {
    case .onThread: canSleep = true
    case .asTask: canSleep = false
    }
    self.name = name
    self.process = process
    monitor = Monitor(Machine(workers: Workers(limit: workers, canSleep: canSleep)))
  }

  /// Asks the machine under the lock and does afterwards what must not be done under it.
  @inlinable
  func locked<Answer>(_ body: (inout Machine) -> Answer) -> Answer {
    let (answer, aftermath) = monitor.withLock { machine in
      (body(&machine), machine.takeAftermath())
    }
    aftermath?.perform(with: monitor.lock)
    return answer
  }

  // MARK: Requests

  @inlinable
  func request(
    _ request: Request, priority: Priority, for handler: (any AnyObject & Sendable)?,
    receive: @escaping Machine.Receive
  ) -> Machine.Ticket {
    let (ticket, call) = locked {
      $0.request(request, priority: priority, for: handler, receive: receive)
    }
    answer(call)
    return ticket
  }

  /// Brings a worker.
  @inlinable
  func answer(_ call: Workers.Call) {
    switch call {
    case .none: break
    case .wake: monitor.lock.wakeOne(on: .work)
    case .start: startWorker()
    }
  }

  // Inlinable like all that is on a request's way: what starts here is the worker's whole life, and
  // generic code that is not specialised costs ten times as much.
  @inlinable
  func startWorker() {
    switch process {
    case .asTask(let process):
      Task.detached { await self.runTaskWorker(process) }
    case .onThread(let process):
      let number = locked { $0.workers.started }
      let status = SystemThread.start(name: SystemThread.name(name, number)) {
        self.runThreadWorker(process)
      }
      if status != 0 { refuse(status) }
    }
  }

  /// A thread could not be started; without any at all, nobody may wait for ever.
  @usableFromInline
  func refuse(_ status: Int32) {
    guard locked({ $0.startFailed() }) else { return }
    hand(locked { $0.removeAll() }, .failure(PoolError.noThread(name, status: status)))
  }

  // MARK: Removal

  func remove(_ identity: ObjectIdentifier) {
    guard let handler = locked({ $0.removeHandler(identity) }), !handler.isQuiet else { return }
    // Inside a receiver waiting could be for oneself, or for another who waits for us.
    if ThreadContext.current.receiverDepth > 0 { return }
    handler.addWaiter()
    _ = monitor.wait(on: .quiet) { _ in handler.isQuiet ? true : nil }
    handler.removeWaiter()
  }

  @inlinable
  func remove(_ ticket: Machine.Ticket, reason: any Error) {
    locked { $0.removeReceiver(ticket) }?(.failure(reason))
  }

  func cancelAll() { hand(locked { $0.removeAll() }, .failure(CancellationError())) }

  /// Ends the workers; whoever still waits hears of the cancellation.
  @usableFromInline
  func close() {
    let handovers = locked { $0.close() }
    monitor.lock.wakeAll(on: .work)
    hand(handovers, .failure(CancellationError()))
  }

  @usableFromInline
  func recount(of source: CancellationSource, entry: Int) {
    var witness: (any AnyObject & Sendable)?
    locked { $0.recount(of: source, entry: entry, witness: &witness) }
  }

  /// Blocks until nothing is queued and nothing runs.
  func blockUntilIdle() {
    locked { $0.idleWaiters += 1 }
    _ = monitor.wait(on: .quiet) { $0.activity.isIdle ? true : nil }
    locked { $0.idleWaiters -= 1 }
  }

  // MARK: Hand-over

  /// Calls receivers that were taken out because nothing will be processed for them.
  private func hand(_ handovers: Machine.Handovers, _ outcome: Outcome) {
    call(handovers, outcome)
    locked { $0.settleRecords(handovers) }
  }

  @inlinable
  func call(_ handovers: Machine.Handovers, _ outcome: Outcome) {
    if let first = handovers.first { call(first, outcome) }
    for next in handovers.rest { call(next, outcome) }
  }

  @inlinable
  func call(_ handover: Machine.Handover, _ outcome: Outcome) {
    guard let handler = handover.handler else { return handover.receive(outcome) }
    if handler.call(era: handover.era, { handover.receive(outcome) }) {
      // The lock between the end of the call and the wake-up: the remover is either before its
      // check, and sees the end, or asleep, and is woken.
      monitor.lock.lock()
      monitor.lock.wakeAll(on: .quiet)
      monitor.lock.unlock()
    }
  }
}
