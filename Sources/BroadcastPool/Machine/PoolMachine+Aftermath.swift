extension PoolMachine {
  /// One receiver that left the machine to be called.
  @usableFromInline
  struct Handover {
    @usableFromInline let receive: Receive
    @usableFromInline var handler: Handler?
    @usableFromInline var record = -1
    @usableFromInline var era: UInt64 = 0

    @inlinable
    init(receive: @escaping Receive) { self.receive = receive }
  }

  /// The receivers of a result, in the order they asked.
  @usableFromInline
  struct Handovers {
    // The first apart from the rest: nearly always there is one, and then nothing is allocated.
    @usableFromInline var first: Handover?
    @usableFromInline var rest: [Handover] = []
    @usableFromInline var isDone = false

    @inlinable
    init() {}

    @inlinable
    mutating func append(_ handover: Handover) {
      if first == nil { first = handover } else { rest.append(handover) }
    }
  }

  /// What must happen once the lock is released, because it runs someone else's code.
  @usableFromInline
  struct Aftermath {
    @usableFromInline var cancelled: [CancellationSource] = []
    @usableFromInline var signals: [Signal] = []
    @usableFromInline var ended: [Signal] = []
    /// Whether threads that sleep until the pool is idle must be woken.
    @usableFromInline var isQuiet = false
    /// Only to be let go of.
    @usableFromInline var receives: [Receive] = []
    @usableFromInline var requests: [Request] = []

    @inlinable
    init() {}

    @inlinable
    var isEmpty: Bool {
      cancelled.isEmpty && signals.isEmpty && ended.isEmpty && !isQuiet && receives.isEmpty
        && requests.isEmpty
    }

    @inlinable
    mutating func cancel(_ source: CancellationSource) { cancelled.append(source) }

    @inlinable
    mutating func ring(_ signal: Signal) { signals.append(signal) }

    @inlinable
    mutating func discard(_ receive: Receive?) {
      if let receive { receives.append(receive) }
    }

    @inlinable
    mutating func discard(_ request: Request) {
      // Plain values, numbers for example, have nothing that could run.
      if !_isPOD(Request.self) { requests.append(request) }
    }

    /// Does it all; called without the lock.
    @usableFromInline
    func perform(with lock: SystemLock) {
      if isQuiet { lock.wakeAll(on: .quiet) }
      for source in cancelled { source.cancel() }
      for signal in signals { signal.ring() }
      for signal in ended { signal.end() }
    }
  }

  /// What the storage must do after releasing the lock; nil for nothing, as most often.
  @inlinable
  mutating func takeAftermath() -> Aftermath? {
    if !observation.activity.isEmpty && observation.announced != activity {
      observation.announced = activity
      aftermath.signals.append(contentsOf: observation.activity.values)
    }
    if idleWaiters > 0 && activity.isIdle { aftermath.isQuiet = true }
    if aftermath.isEmpty { return nil }
    var taken = Aftermath()
    swap(&taken, &aftermath)
    return taken
  }
}
