/// The rules of a pool, without locks and threads.
///
/// The storage takes the lock, asks one method, releases the lock and only then does what the
/// answer and ``takeAftermath()`` say. No method runs anyone's code but the `Hashable` conformance
/// of the request; none lets go of a reference whose last holder it might be: what is thrown
/// away goes into the aftermath, because a `deinit` is someone else's code too.
///
/// Life of a request: `queued` → `running` → gone. It is dropped from `queued` when its last
/// receiver goes, and becomes `abandoned` when that happens while it runs. Equal requests share
/// one entry; one that comes while an abandoned run winds down waits there and has the entry
/// queued anew, so equal requests never run side by side.
@usableFromInline
struct PoolMachine<Request: Hashable & Sendable, Response: Sendable> {
  @usableFromInline typealias Receive = @Sendable (Result<Response, any Error>) -> Void

  @usableFromInline
  enum Phase { case queued, running, abandoned }

  /// One distinct request.
  @usableFromInline
  struct Entry {
    @usableFromInline var request: Request?
    @usableFromInline var phase = Phase.queued
    @usableFromInline var priority = Priority.normal
    @usableFromInline var previous = -1
    @usableFromInline var next = -1
    @usableFromInline var firstReceiver = -1
    @usableFromInline var lastReceiver = -1
    /// The response that the worker of this entry waits for.
    @usableFromInline var awaited: Ticket?
    @usableFromInline var source: CancellationSource?

    @inlinable
    init(request: Request? = nil, priority: Priority = .normal) {
      self.request = request
      self.priority = priority
    }
  }

  /// One who wants to hear the result of an entry.
  @usableFromInline
  struct Receiver {
    @usableFromInline var receive: Receive?
    @usableFromInline var serial: UInt64 = 0
    @usableFromInline var era: UInt64 = 0
    @usableFromInline var entry = -1
    @usableFromInline var record = -1
    @usableFromInline var previousOfEntry = -1
    @usableFromInline var nextOfEntry = -1
    @usableFromInline var previousOfRecord = -1
    @usableFromInline var nextOfRecord = -1

    @inlinable
    init() {}
  }

  /// What is known of one handler while it has receivers or calls to come.
  @usableFromInline
  struct Record {
    @usableFromInline var handler: Handler?
    @usableFromInline var identity: ObjectIdentifier?
    @usableFromInline var firstReceiver = -1
    /// Receivers that were handed over to be called and are not settled.
    @usableFromInline var handedOver = 0

    @inlinable
    init() {}
  }

  /// The entries of one priority in the order they came.
  @usableFromInline
  struct Line {
    @usableFromInline var first = -1
    @usableFromInline var last = -1

    @inlinable
    init() {}
  }

  /// Which receiver an `await` or a wait stands for; says nothing once that has been called.
  @usableFromInline
  struct Ticket: Sendable {
    @usableFromInline let place: Int
    @usableFromInline let serial: UInt64
    @usableFromInline let entry: Int

    @inlinable
    init(place: Int, serial: UInt64, entry: Int) {
      self.place = place
      self.serial = serial
      self.entry = entry
    }
  }

  @usableFromInline var entries = Slab<Entry>()
  @usableFromInline var receivers = Slab<Receiver>()
  @usableFromInline var records = Slab<Record>()
  @usableFromInline var entryOf: [Request: Int] = [:]
  @usableFromInline var recordOf: [ObjectIdentifier: Int] = [:]
  @usableFromInline var lines: (low: Line, normal: Line, high: Line) = (Line(), Line(), Line())
  @usableFromInline var serial: UInt64 = 0

  @usableFromInline var workers: Workers
  @usableFromInline var isClosed = false
  /// Threads that sleep until nothing is queued and nothing runs.
  @usableFromInline var idleWaiters = 0
  @usableFromInline var activity = Activity()
  @usableFromInline var observation = Observation()
  @usableFromInline var aftermath = Aftermath()

  @inlinable
  init(workers: Workers) { self.workers = workers }
}
