/// The machine with its lock: calls the machine under the lock, then carries out the effects.
///
/// Workers hold the storage and not the pool, so that an unreferenced pool can end them.
final class PoolStorage: Sendable {
  typealias Machine = PoolMachine
  typealias Outcome = Result<any Sendable, any Error>

  /// Processes a request.
  enum Process: Sendable {
    case onThread(@Sendable (AnyRequest, Cancellation) throws -> any Sendable)
    case asTask(@Sendable (AnyRequest, Cancellation) async throws -> any Sendable)
  }

  let name: String
  let process: Process
  let machine: ConditionLock<Machine>

  init(name: String, workers: Int, process: Process) {
    let canSleep: Bool
    switch process {
    case .onThread: canSleep = true
    case .asTask: canSleep = false
    }
    self.name = name
    self.process = process
    machine = ConditionLock(Machine(workers: Workers(limit: workers, canSleep: canSleep)))
  }

  /// Calls the machine under the lock, then carries out the effects without it.
  func locked<Answer>(_ body: (inout Machine) -> Answer) -> Answer {
    let (answer, effects) = machine.withLock { machine in
      let answer = body(&machine)
      return (answer, machine.takeEffects())
    }
    for effect in effects { perform(effect) }
    return answer
  }

  private func perform(_ effect: Machine.Effect) {
    switch effect {
    case .cancel(let cancellation): cancellation.cancel()
    case .notify(let signal): signal.notify()
    case .end(let signal): signal.end()
    case .wakeWaiters: machine.wakeAll(on: .end)
    // They die with the effect.
    case .releaseReceiver, .releaseHandler, .releaseRequest: break
    }
  }

  // MARK: Requests

  func request(
    _ request: AnyRequest, priority: Priority, for handler: (any AnyObject & Sendable)?,
    receive: @escaping Machine.Receive
  ) -> Machine.Ticket {
    let (ticket, call) = locked {
      $0.request(request, priority: priority, for: handler, receive: receive)
    }
    answer(call)
    return ticket
  }

  /// Wakes or starts a worker.
  func answer(_ call: Workers.Call) {
    switch call {
    case .none: break
    case .wake: machine.wakeOne(on: .work)
    case .start: startWorker()
    }
  }

  private func startWorker() {
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

  /// Handles a thread that could not be started; without any thread, all requests fail.
  private func refuse(_ status: Int32) {
    guard locked({ $0.startFailed() }) else { return }
    deliver(.failure(PoolError.noThread(name, status: status)), to: locked { $0.removeAll() })
  }

  // MARK: Removal

  func remove(_ identity: ObjectIdentifier) {
    let handler = locked { $0.removeHandler(identity) }
    // A receiver that waits here could wait for itself, or for one that waits for it.
    guard let handler, ThreadContext.current.receiverDepth == 0 else { return }
    block { _ in handler.callCount == 0 }
  }

  func remove(_ ticket: Machine.Ticket, reason: any Error) {
    locked { $0.removeReceiver(ticket) }?.receive(.failure(reason))
  }

  func cancelAll() { deliver(.failure(CancellationError()), to: locked { $0.removeAll() }) }

  /// Ends the workers; the remaining receivers get `CancellationError`.
  func close() {
    let receivers = locked { $0.close() }
    machine.wakeAll(on: .work)
    deliver(.failure(CancellationError()), to: receivers)
  }

  /// Blocks until nothing is queued and nothing runs.
  func blockUntilIdle() { block { $0.activity.isIdle } }

  private func block(until condition: (borrowing Machine) -> Bool) {
    locked { $0.waiterCount += 1 }
    machine.wait(on: .end) { condition($0) ? () : nil }
    locked { $0.waiterCount -= 1 }
  }

  // MARK: Delivery

  /// Calls receivers one after the other, except those whose handler has died or was removed.
  func deliver(_ outcome: Outcome, to receivers: [Machine.Receiver]) {
    let context = ThreadContext.current
    for receiver in receivers {
      guard let handler = receiver.handler else {
        receiver.receive(outcome)
        continue
      }
      guard let object = locked({ $0.beginCall(of: receiver, handler) }) else { continue }
      context.receiverDepth += 1
      receiver.receive(outcome)
      context.receiverDepth -= 1
      locked { $0.endCall(of: handler) }
      // Not before, because its `deinit` may remove a handler, which waits for calls to end.
      withExtendedLifetime(object) {}
    }
  }
}
