extension PoolMachine {
  /// One observer of one request's status.
  @usableFromInline
  struct StatusObserver {
    @usableFromInline let signal: Signal
    /// What it has not fetched yet, the oldest first.
    @usableFromInline var pending: [RequestStatus]
  }

  /// Who watches, and what they have been told.
  @usableFromInline
  struct Observation {
    @usableFromInline var statuses: [Request: [UInt64: StatusObserver]] = [:]
    /// The last status of each request that is observed.
    @usableFromInline var last: [Request: RequestStatus] = [:]
    @usableFromInline var activity: [UInt64: Signal] = [:]
    @usableFromInline var announced = Activity()

    /// Whether a request's way must be noted at all; most often nobody looks.
    @inlinable
    var isStatusWatched: Bool { !statuses.isEmpty }
    @inlinable
    var isActivityWatched: Bool { !activity.isEmpty }

    @inlinable
    init() {}
  }

  /// A slow observer gets this many changes and then loses the oldest.
  static var pendingLimit: Int { 64 }

  @inlinable
  mutating func note(_ status: RequestStatus, of request: Request) {
    if observation.isStatusWatched { tell(status, of: request) }
  }

  @usableFromInline
  mutating func tell(_ status: RequestStatus, of request: Request) {
    guard var observers = observation.statuses[request] else { return }
    observation.last[request] = status
    for key in observers.keys {
      observers[key]?.pending.append(status)
      if let pending = observers[key]?.pending.count, pending > Self.pendingLimit {
        observers[key]?.pending.removeFirst()
      }
      if let signal = observers[key]?.signal { later().signals.append(signal) }
    }
    observation.statuses[request] = observers
  }

  /// What is known of a request now; `failed` and `done` are known while somebody observes it.
  @usableFromInline
  func status(of request: Request) -> RequestStatus {
    let values = entries.values
    let entry = entryOf.find(Self.hash(of: request)) { values[Int($0)].request == request }
    guard entry >= 0 else { return observation.last[request] ?? .idle }
    switch entries[entry].phase {
    case .queued: return .queued
    case .running: return .running
    case .abandoned: return entries[entry].firstReceiver < 0 ? .idle : .queued
    }
  }

  /// Adds an observer, whose first status is the present one.
  @usableFromInline
  mutating func observe(_ request: Request, with signal: Signal) -> UInt64 {
    serial += 1
    let status = status(of: request)
    observation.last[request] = status
    observation.statuses[request, default: [:]][serial] =
      StatusObserver(signal: signal, pending: [status])
    if isClosed { later().ended.append(signal) }
    return serial
  }

  @usableFromInline
  mutating func nextStatus(of request: Request, for observer: UInt64) -> RequestStatus? {
    guard let pending = observation.statuses[request]?[observer]?.pending, !pending.isEmpty
    else { return nil }
    return observation.statuses[request]?[observer]?.pending.removeFirst()
  }

  @usableFromInline
  mutating func stopObserving(_ request: Request, _ observer: UInt64) {
    observation.statuses[request]?[observer] = nil
    if observation.statuses[request]?.isEmpty == true {
      observation.statuses[request] = nil
      observation.last[request] = nil
    }
  }

  @usableFromInline
  mutating func observeActivity(with signal: Signal) -> UInt64 {
    serial += 1
    observation.activity[serial] = signal
    observation.announced = activity
    if isClosed { later().ended.append(signal) }
    return serial
  }

  /// Has those who watch told, if it has changed since they were.
  @usableFromInline
  mutating func announceActivity() {
    guard observation.announced != activity else { return }
    observation.announced = activity
    later().signals.append(contentsOf: observation.activity.values)
  }

  @usableFromInline
  mutating func stopObservingActivity(_ observer: UInt64) { observation.activity[observer] = nil }

  /// Ends every observer's sequence, once it has fetched what there is.
  @usableFromInline
  mutating func endObservation() {
    for observers in observation.statuses.values {
      for observer in observers.values { later().ended.append(observer.signal) }
    }
    later().ended.append(contentsOf: observation.activity.values)
  }
}
