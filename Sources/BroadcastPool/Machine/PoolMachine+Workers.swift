extension PoolMachine {
  /// One run of a request, in a worker's hands.
  @usableFromInline
  struct Job: Sendable {
    @usableFromInline let entry: Place
    @usableFromInline let request: Request

    @inlinable
    init(entry: Place, request: Request) {
      self.entry = entry
      self.request = request
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
  ///   - source: the cancellation for the run; the worker holds it until it has finished.
  ///   - isArriving: whether the worker has just started or woken up.
  ///   - witness: set to the handler that was found alive; to be released without the lock.
  @inlinable
  mutating func take(
    _ source: CancellationSource, isArriving: Bool, witness: inout (any AnyObject & Sendable)?
  ) -> Take {
    if isArriving { workers.arrive() }
    while true {
      let entry = firstInLine
      guard entry >= 0 else { break }
      leaveLine(entry)
      guard hasAudience(entry, witness: &witness) else {
        dropReceivers(of: entry)
        drop(entry)
        continue
      }
      guard let request = entries[entry].request else { continue }
      start(entry, source)
      let call = firstInLine < 0 ? Workers.Call.none : workers.call()
      return .run(Job(entry: entry, request: request), call)
    }
    if !isClosed && workers.canSleep { return .sleep }
    workers.started -= 1
    return .end
  }

  /// Takes one queued request out of turn, for a worker that would otherwise wait for it.
  @inlinable
  mutating func claim(_ entry: Place, _ source: CancellationSource) -> Job? {
    guard entries[entry].phase == .queued, let request = entries[entry].request else { return nil }
    leaveLine(entry)
    start(entry, source)
    return Job(entry: entry, request: request)
  }

  @inlinable
  mutating func start(_ entry: Place, _ source: CancellationSource) {
    source.attach(to: entry)
    entries[entry].phase = .running
    entries[entry].source = .passUnretained(source)
    activity.queued -= 1
    activity.running += 1
    if observation.isStatusWatched, let request = entries[entry].request {
      tell(.running, of: request)
    }
  }

  /// Takes a result in. The caller still holds the job, and so its request, and the source.
  ///
  /// - Parameter handovers: empty; set to the receivers to call with the result, in the order they
  ///   asked, the call of the first one begun. The worker gives them back to ``settle(_:)``,
  ///   whether any was called or not.
  @inlinable
  mutating func finish(_ entry: Place, isFailure: Bool, to handovers: inout Handovers) {
    handovers.isOpen = true
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
      return
    }
    handOver(entry, to: &handovers)
    beginCalls(&handovers)
    handovers.isDone = true
    _ = forget(entry, as: isFailure ? .failed : .done)
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
