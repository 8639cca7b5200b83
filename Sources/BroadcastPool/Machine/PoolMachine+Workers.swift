/// How many workers there are, and whether one must be called.
@usableFromInline
struct Workers {
  /// What the storage must do after it has released the lock.
  @usableFromInline
  enum Call: Equatable { case none, wake, start }

  @usableFromInline let limit: Int
  /// Whether a worker with nothing to do sleeps (a thread) or ends (a task).
  @usableFromInline let canSleep: Bool
  @usableFromInline var started = 0
  @usableFromInline var idle = 0
  /// A worker was called and has not arrived. Until it has, nobody else is called: it will find
  /// all that came meanwhile and calls the next one itself. So a burst of requests costs one
  /// wake-up and not one for each, which was measured to be most of what a request costs.
  @usableFromInline var isOneComing = false

  @inlinable
  init(limit: Int, canSleep: Bool) {
    precondition(limit > 0, "a pool needs at least one worker")
    self.limit = limit
    self.canSleep = canSleep
  }

  /// Lets one worker at a time look a little longer before it sleeps: a wake-up costs more than
  /// the next request is far away when there is a stream of them. It counts as one that is coming.
  @inlinable
  mutating func lookAround() -> Bool {
    if isOneComing { return false }
    isOneComing = true
    return true
  }

  /// Decides who serves a queue that is not empty.
  @inlinable
  mutating func call() -> Call {
    if isOneComing { return .none }
    if idle > 0 {
      isOneComing = true
      return .wake
    }
    guard started < limit else { return .none }
    started += 1
    isOneComing = true
    return .start
  }
}

extension PoolMachine {
  /// One run of a request, in a worker's hands.
  @usableFromInline
  struct Job: Sendable {
    @usableFromInline let entry: Int
    @usableFromInline let request: Request
    @usableFromInline let source: CancellationSource

    @inlinable
    init(entry: Int, request: Request, source: CancellationSource) {
      self.entry = entry
      self.request = request
      self.source = source
    }
  }

  /// What a worker shall do next.
  @usableFromInline
  enum Take {
    case run(Job, Workers.Call)
    case sleep
    case end
  }

  /// Gives a worker the next request that somebody living still wants.
  ///
  /// - Parameters:
  ///   - source: the cancellation for the run.
  ///   - isArriving: whether the worker has just started or woken up.
  ///   - witness: set to the handler that was found alive; to be released without the lock.
  @inlinable
  mutating func take(
    _ source: CancellationSource, isArriving: Bool, witness: inout (any AnyObject & Sendable)?
  ) -> Take {
    if isArriving { workers.isOneComing = false }
    while let entry = firstInLine {
      leaveLine(entry)
      guard let request = entries[entry].request else { continue }
      guard hasAudience(entry, witness: &witness) else {
        dropReceivers(of: entry)
        drop(entry)
        continue
      }
      start(entry, source)
      let call = firstInLine == nil ? Workers.Call.none : workers.call()
      return .run(Job(entry: entry, request: request, source: source), call)
    }
    if !isClosed && workers.canSleep { return .sleep }
    workers.started -= 1
    return .end
  }

  /// Takes one queued request out of turn, for a worker that would otherwise wait for it.
  @inlinable
  mutating func claim(_ entry: Int, _ source: CancellationSource) -> Job? {
    guard entries[entry].phase == .queued, let request = entries[entry].request else { return nil }
    leaveLine(entry)
    start(entry, source)
    return Job(entry: entry, request: request, source: source)
  }

  @inlinable
  mutating func start(_ entry: Int, _ source: CancellationSource) {
    source.attach(to: entry)
    entries[entry].phase = .running
    entries[entry].source = source
    activity.queued -= 1
    activity.running += 1
    if let request = entries[entry].request { note(.running, of: request) }
  }

  /// Takes a result in. The caller still holds the job, and so its request and source.
  ///
  /// - Returns: the receivers to call with it, in the order they asked. The worker gives them
  ///   back to ``settle(_:)``, whether any was called or not.
  @inlinable
  mutating func finish(_ entry: Int, isFailure: Bool) -> Handovers {
    var handovers = Handovers()
    guard entries[entry].phase == .running else {
      // Abandoned: the result belongs to nobody, not even to one who asked since.
      entries[entry].source = nil
      if entries[entry].firstReceiver < 0 {
        _ = forget(entry, as: nil)
      } else {
        entries[entry].phase = .queued
        activity.queued += 1
        joinLine(entry)
      }
      return handovers
    }
    handOver(entry, to: &handovers)
    handovers.isDone = true
    _ = forget(entry, as: isFailure ? .failed : .done)
    return handovers
  }

  /// Ends a hand-over: the receivers have been called, or skipped.
  @inlinable
  mutating func settle(_ handovers: borrowing Handovers) {
    activity.running -= 1
    if handovers.isDone { activity.done += 1 }
    settleRecords(handovers)
  }

  @inlinable
  mutating func settleRecords(_ handovers: borrowing Handovers) {
    if let first = handovers.first { settle(first) }
    for next in handovers.rest { settle(next) }
  }

  @inlinable
  mutating func settle(_ handover: Handover) {
    guard handover.record >= 0 else { return }
    records[handover.record].handedOver -= 1
    freeRecordIfUnused(handover.record)
  }

  /// A thread could not be started.
  ///
  /// - Returns: whether there is no worker left, so that everything must be refused.
  @inlinable
  mutating func startFailed() -> Bool {
    workers.started -= 1
    workers.isOneComing = false
    return workers.started == 0
  }
}
