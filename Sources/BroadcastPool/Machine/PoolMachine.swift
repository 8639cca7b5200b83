/// The rules of a pool, without locks and threads.
///
/// The storage takes the lock, asks one method, releases the lock and only then does what the
/// answer and ``takeAftermath()`` say. No method runs anyone's code but the `Equatable` conformance
/// of the request; none lets go of a reference whose last holder it might be: what is thrown
/// away goes into the aftermath, because a `deinit` is someone else's code too.
///
/// Life of a request: `queued` → `running` → gone. It is dropped from `queued` when its last
/// receiver goes, and becomes `abandoned` when that happens while it runs. Equal requests share
/// one entry; one that comes while an abandoned run winds down waits there and has the entry
/// queued anew, so equal requests never run side by side.
///
/// Entries, receivers and records are plain structs in slabs, linked by number: a request on its
/// way costs no allocation here and next to no reference counting.
@usableFromInline
struct PoolMachine<Request: Hashable & Sendable, Response: Sendable>: ~Copyable {
  @usableFromInline typealias Receive = @Sendable (Result<Response, any Error>) -> Void

  /// A receiver's closure; the struct around it keeps generic code, such as that of optionals and
  /// pointers, from wrapping the closure in an allocated thunk each time it is moved.
  @usableFromInline
  struct Callback: Sendable {
    @usableFromInline let receive: Receive

    @inlinable
    init(_ receive: consuming @escaping Receive) { self.receive = receive }
  }

  @usableFromInline
  enum Phase { case queued, running, abandoned }

  /// One distinct request.
  @usableFromInline
  struct Entry {
    @usableFromInline var request: Request?
    /// Set while it runs or is abandoned; whoever runs it holds the source until it has finished.
    @usableFromInline var source: Unmanaged<CancellationSource>?
    @usableFromInline var hash: UInt32 = 0
    @usableFromInline var previous: Place = -1
    @usableFromInline var next: Place = -1
    @usableFromInline var firstReceiver: Place = -1
    @usableFromInline var lastReceiver: Place = -1
    @usableFromInline var phase = Phase.queued
    @usableFromInline var priority = Priority.normal

    @inlinable
    init() {}
  }

  /// One who wants to hear the result of an entry.
  @usableFromInline
  struct Receiver {
    @usableFromInline var callback: Callback?
    /// 0 once it has left.
    @usableFromInline var serial: UInt64 = 0
    @usableFromInline var era: UInt32 = 0
    @usableFromInline var entry: Place = -1
    @usableFromInline var record: Place = -1
    @usableFromInline var previousOfEntry: Place = -1
    @usableFromInline var nextOfEntry: Place = -1
    @usableFromInline var previousOfRecord: Place = -1
    @usableFromInline var nextOfRecord: Place = -1

    @inlinable
    init() {}
  }

  /// What is known of one handler.
  @usableFromInline
  struct Record {
    @usableFromInline var handler: Handler?
    /// The same, for use without counting a reference.
    @usableFromInline var borrowed: Unmanaged<Handler>?
    @usableFromInline var era: UInt32 = 0
    @usableFromInline var identity: ObjectIdentifier?
    @usableFromInline var firstReceiver: Place = -1
    /// Receivers that were handed over to be called and are not settled.
    @usableFromInline var handedOver: Int32 = 0
    /// Threads that are calling into the handler, or about to.
    @usableFromInline var calls: Int32 = 0
    /// Threads that sleep until there are no calls.
    @usableFromInline var waiters: Int32 = 0
    /// Whether nothing needs it; then it is in the list of spares.
    @usableFromInline var isSpare = false
    @usableFromInline var previous: Place = -1
    @usableFromInline var next: Place = -1

    @inlinable
    init() {}
  }

  /// A list of places: the entries of one priority in the order they came.
  @usableFromInline
  struct Line {
    @usableFromInline var first: Place = -1
    @usableFromInline var last: Place = -1

    @inlinable
    init() {}
  }

  /// Which receiver an `await` or a wait stands for; says nothing once that has been called.
  @usableFromInline
  struct Ticket: Sendable {
    @usableFromInline let serial: UInt64
    @usableFromInline let place: Place
    @usableFromInline let entry: Place

    @inlinable
    init(place: Place, serial: UInt64, entry: Place) {
      self.place = place
      self.serial = serial
      self.entry = entry
    }
  }

  @usableFromInline var entries = Slab<Entry>()
  @usableFromInline var receivers = Slab<Receiver>()
  @usableFromInline var records = Slab<Record>()
  @usableFromInline var entryOf = PlaceTable()
  @usableFromInline var recordOf = PlaceTable()
  /// The record that was asked for last, which is most often the next one too.
  @usableFromInline var recentRecord: Place = -1
  @usableFromInline var spares = Line()
  @usableFromInline var spareCount = 0
  /// One of each priority, at the place of its raw value.
  @usableFromInline var lines = Slab<Line>()
  @usableFromInline var serial: UInt64 = 0

  @usableFromInline var workers: Workers
  @usableFromInline var isClosed = false
  /// The responses that workers wait for, by the entry that each processes.
  @usableFromInline var awaited: [Place: Ticket] = [:]
  /// Threads that sleep until nothing is queued and nothing runs.
  @usableFromInline var idleWaiters = 0
  @usableFromInline var activity = Activity()
  @usableFromInline var observation = Observation()
  /// Made when there is something to put in.
  @usableFromInline var aftermath: Aftermath?

  @inlinable
  init(workers: Workers) {
    self.workers = workers
    for _ in Priority.allCases { _ = lines.claim(Line()) }
  }
}
