/// The rules of a pool, without locks and threads.
///
/// The storage takes the lock, calls one method, takes the ``Effect``s, releases the lock and only
/// then does what the answer and the effects say. No method runs anyone's code but the `Hashable`
/// conformance of the request; what is thrown away becomes an effect, because a `deinit` is someone
/// else's code too.
///
/// Life of a request: `queued` → `running` → gone. It is dropped from `queued` when its last
/// receiver goes, and becomes `abandoned` when that happens while it runs. Equal requests share
/// one job; one that comes while an abandoned run winds down waits there and has the job queued
/// anew, so equal requests never run side by side.
struct PoolMachine: ~Copyable {
  typealias Receive = @Sendable (Result<any Sendable, any Error>) -> Void

  /// Numbers receivers and observers in the order they came.
  typealias ID = UInt64

  /// Which receiver an `await` or a wait stands for; means nothing once that has been called.
  struct Ticket: Sendable {
    let request: AnyRequest
    let id: ID
  }

  /// What must happen once the lock is released, because it runs someone else's code.
  enum Effect {
    case cancel(CancellationSource)
    case notify(Signal)
    case end(Signal)
    /// Threads that wait for a call to end, or for the pool to be idle, must look again.
    case wakeWaiters
    // What follows is only let go of.
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
