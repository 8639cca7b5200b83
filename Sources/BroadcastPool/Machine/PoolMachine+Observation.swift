extension PoolMachine {
  /// One observer of one request's status.
  struct StatusObserver {
    let signal: Signal
    /// The values that it has not fetched yet, the oldest first.
    var pending: [RequestStatus]
  }

  /// A request that is observed.
  struct ObservedRequest {
    /// The last status that it had.
    var status: RequestStatus
    var observers: [ID: StatusObserver] = [:]
  }

  /// The observers of the pool, and the last values they were given.
  struct Observation {
    var requests: [AnyRequest: ObservedRequest] = [:]
    var activity: [ID: Signal] = [:]
    var announced = Activity()

    var isActivityObserved: Bool { !activity.isEmpty }
  }

  /// How many changes are kept for a slow observer before the oldest are dropped.
  static var pendingLimit: Int { 64 }

  /// Gives the observers of a request its new status.
  mutating func note(_ status: RequestStatus, of request: AnyRequest) {
    // There are rarely any observers; without them the request need not be hashed.
    if observation.requests.isEmpty { return }
    guard let index = observation.requests.index(forKey: request) else { return }
    observation.requests.values[index].status = status
    for id in observation.requests.values[index].observers.keys {
      observation.requests.values[index].observers[id]?.add(status, limit: Self.pendingLimit)
    }
    for observer in observation.requests.values[index].observers.values {
      add(.notify(observer.signal))
    }
  }

  /// The present status of a request; `failed` and `done` are kept only while it is observed.
  func status(of request: AnyRequest) -> RequestStatus {
    guard let job = jobs[request] else { return observation.requests[request]?.status ?? .idle }
    switch job.phase {
    case .queued: return .queued
    case .running: return .running
    case .abandoned: return job.receivers.isEmpty ? .idle : .queued
    }
  }

  /// Adds an observer, whose first status is the present one.
  mutating func observe(_ request: AnyRequest, with signal: Signal) -> ID {
    let id = nextID()
    let status = status(of: request)
    observation.requests[request, default: ObservedRequest(status: status)].observers[id] =
      StatusObserver(signal: signal, pending: [status])
    if isClosed { add(.end(signal)) }
    return id
  }

  mutating func nextStatus(of request: AnyRequest, for observer: ID) -> RequestStatus? {
    guard let pending = observation.requests[request]?.observers[observer]?.pending,
      !pending.isEmpty
    else { return nil }
    return observation.requests[request]?.observers[observer]?.pending.removeFirst()
  }

  mutating func stopObserving(_ request: AnyRequest, _ observer: ID) {
    guard let index = observation.requests.index(forKey: request) else { return }
    observation.requests.values[index].observers[observer] = nil
    if observation.requests.values[index].observers.isEmpty {
      add(.releaseRequest(observation.requests.remove(at: index).key))
    }
  }

  mutating func observeActivity(with signal: Signal) -> ID {
    let id = nextID()
    observation.activity[id] = signal
    observation.announced = activity
    if isClosed { add(.end(signal)) }
    return id
  }

  /// Signals the observers of the activity if it has changed since the last signal.
  mutating func announceActivity() {
    guard observation.announced != activity else { return }
    observation.announced = activity
    for signal in observation.activity.values { add(.notify(signal)) }
  }

  mutating func stopObservingActivity(_ observer: ID) { observation.activity[observer] = nil }

  /// Ends every observer's sequence, once it has fetched what there is.
  mutating func endObservation() {
    for request in observation.requests.values {
      for observer in request.observers.values { add(.end(observer.signal)) }
    }
    for signal in observation.activity.values { add(.end(signal)) }
  }
}

extension PoolMachine.StatusObserver {
  fileprivate mutating func add(_ status: RequestStatus, limit: Int) {
    pending.append(status)
    if pending.count > limit { pending.removeFirst() }
  }
}
