/// The rules of a pool, without locks and threads.
///
/// The storage takes the lock, calls one method, takes the ``Effect``s, releases the lock and only
/// then does what the answer and the effects say. The only foreign code that a method runs is the
/// `Hashable` conformance of the request. Discarded objects become effects, because a `deinit` is
/// foreign code too.
///
/// Life of a request: `queued` → `running` → removed. It is dropped from `queued` when its last
/// receiver goes, and becomes `abandoned` when that happens while it runs. Equal requests share
/// one job; one that comes while an abandoned run finishes waits there and has the job queued
/// again, so equal requests never run concurrently.
struct PoolMachine: ~Copyable {
  typealias Receive = @Sendable (Result<any Sendable, any Error>) -> Void

  /// Numbers receivers and observers in the order they came.
  typealias ID = UInt64

  /// Identifies the receiver of an `await` or a wait; invalid once that has been called.
  struct Ticket: Sendable {
    let request: AnyRequest
    let id: ID
  }

  /// An action to take once the lock is released, because it runs foreign code.
  enum Effect {
    case cancel(CancellationSource)
    case notify(Signal)
    case end(Signal)
    /// Threads that wait for a call to end, or for the pool to be idle, must look again.
    case wakeWaiters
    // The following are only released.
    case releaseReceiver(Receiver)
    case releaseHandler(any AnyObject & Sendable)
    case releaseRequest(AnyRequest)
  }

  /// All that is queued, running or abandoned.
  var jobs: [AnyRequest: Job] = [:]
  /// What is queued, one queue for each priority, at the index of its raw value.
  var queues = Priority.allCases.map { _ in JobQueue() }
  /// The handlers that have receivers waiting or being called.
  var handlers: [ObjectIdentifier: HandlerState] = [:]
  var workers: Workers
  var isClosed = false
  /// The responses that workers wait for, by the job that each of them runs.
  var awaited: [ObjectIdentifier: Ticket] = [:]
  /// Threads that wait for a call to end, or for the pool to be idle.
  var waiterCount = 0
  var activity = Activity()
  var observation = Observation()
  private var effects: [Effect] = []
  private var lastID: ID = 0

  init(workers: Workers) { self.workers = workers }

  mutating func nextID() -> ID {
    lastID += 1
    return lastID
  }

  mutating func add(_ effect: Effect) { effects.append(effect) }

  /// What the storage must do after it has released the lock.
  mutating func takeEffects() -> [Effect] {
    if observation.isActivityObserved { announceActivity() }
    if waiterCount > 0 && activity.isIdle { effects.append(.wakeWaiters) }
    if effects.isEmpty { return [] }
    defer { effects = [] }
    return effects
  }
}
