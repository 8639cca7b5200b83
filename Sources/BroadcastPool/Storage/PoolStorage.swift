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
  @usableFromInline let nudge = Nudge()

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
  func locked<Answer: ~Copyable>(_ body: (inout Machine) -> Answer) -> Answer {
    monitor.lock.lock()
    let answer = body(&monitor.state.pointee)
    let aftermath = monitor.state.pointee.takeAftermath()
    monitor.lock.unlock()
    aftermath?.perform(with: monitor.lock)
    return answer
  }

  // MARK: Requests

  @inlinable
  func request(
    _ request: Request, priority: Priority, for handler: (any AnyObject & Sendable)?,
    receive: consuming @escaping Machine.Receive
  ) -> Machine.Ticket {
    let hash = Machine.hash(of: request)
    // Not `locked`, whose closure would retain the receiver.
    monitor.lock.lock()
    let (ticket, call) = monitor.state.pointee.request(
      request, hash: hash, priority: priority, for: handler, receive: receive)
    let aftermath = monitor.state.pointee.takeAftermath()
    monitor.lock.unlock()
    aftermath?.perform(with: monitor.lock)
    if call != .none { answer(call) }
    return ticket
  }

  /// Brings a worker.
  @inlinable
  func answer(_ call: Workers.Call) {
    switch call {
    case .none: break
    case .nudge: nudge.give()
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
    // Inside a receiver waiting could be for oneself, or for another who waits for us.
    let isWaiting = ThreadContext.current.pointee.receiverDepth == 0
    let record = locked { $0.removeHandler(identity, isWaiting: isWaiting) }
    guard isWaiting, record >= 0 else { return }
    _ = monitor.wait(on: .quiet) { $0.records[record].calls == 0 ? true : nil }
    locked { $0.stopWaiting(for: record) }
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
  func recount(of source: CancellationSource, entry: Place) {
    var witness: (any AnyObject & Sendable)?
    locked { $0.recount(of: source, entry: entry, witness: &witness) }
  }

  /// Blocks until nothing is queued and nothing runs.
  func blockUntilIdle() {
    locked { $0.idleWaiters += 1 }
    _ = monitor.wait(on: .quiet) { $0.activity.isIdle ? true : nil }
    locked { $0.idleWaiters -= 1 }
  }
}
