extension PoolMachine {
  /// One receiver that left the machine to be called.
  @usableFromInline
  struct Handover {
    @usableFromInline let callback: Callback
    /// Kept alive by the record, which stays until the hand-over is settled.
    @usableFromInline let handler: Unmanaged<Handler>?
    @usableFromInline let record: Place
    @usableFromInline let era: UInt32

    @inlinable
    init(
      callback: consuming Callback, handler: Unmanaged<Handler>?, record: Place, era: UInt32
    ) {
      self.callback = callback
      self.handler = handler
      self.record = record
      self.era = era
    }

    /// Whether its handler has not been removed meanwhile.
    @inlinable
    var isCurrent: Bool {
      guard let handler else { return true }
      return handler._withUnsafeGuaranteedRef { $0.era } == era
    }
  }

  /// The receivers of a result, in the order they asked.
  ///
  /// Whoever calls them keeps this until it is settled: a receiver or a handler that dies before
  /// runs its `deinit` while the machine still counts the call, and would wait for itself if it
  /// removed a handler there.
  @usableFromInline
  struct Handovers: ~Copyable {
    // The first apart from the rest: nearly always there is one, and then nothing is allocated.
    @usableFromInline var first: Handover?
    @usableFromInline var rest: [Handover]?
    /// The record whose handler is being called, or is about to be; -1 for none.
    @usableFromInline var called: Place = -1
    @usableFromInline var isDone = false
    /// Whether there is something to settle, be it without receivers.
    @usableFromInline var isOpen = false
    /// The handler that is being called, so that it does not die halfway.
    @usableFromInline var witness: (any AnyObject & Sendable)?

    @inlinable
    init() {}

    @inlinable
    mutating func append(_ handover: consuming Handover) {
      if first == nil {
        first = handover
      } else if rest == nil {
        rest = [handover]
      } else {
        rest?.append(handover)
      }
    }

    /// Lets go of everything; called without the lock, once settled.
    @inlinable
    mutating func clear() {
      first = nil
      if rest != nil { rest = nil }
      if witness != nil { witness = nil }
      called = -1
      isDone = false
      isOpen = false
    }
  }

  /// Moves all receivers of an entry into the hands of whoever calls them.
  @inlinable
  mutating func handOver(_ entry: Place, to handovers: inout Handovers) {
    while true {
      let place = entries[entry].firstReceiver
      guard place >= 0 else { return }
      let record = receivers[place].record
      let era = receivers[place].era
      guard let callback = unlink(place) else { continue }
      var handler: Unmanaged<Handler>?
      if record >= 0 {
        records[record].handedOver += 1
        handler = records[record].borrowed
      }
      handovers.append(Handover(callback: callback, handler: handler, record: record, era: era))
    }
  }

  /// Begins the call of the first receiver.
  ///
  /// Nothing may come between this and the call, nor between the call and ``settle(_:)``, that runs
  /// anyone else's code.
  @inlinable
  mutating func beginCalls(_ handovers: inout Handovers) {
    guard let record = handovers.first?.record else { return }
    beginCall(record)
    handovers.called = record
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
    endCall(handovers.called)
    if let record = handovers.first?.record { settle(record) }
    guard handovers.rest != nil else { return }
    for next in handovers.rest ?? [] { settle(next.record) }
  }

  @inlinable
  mutating func settle(_ record: Place) {
    guard record >= 0 else { return }
    records[record].handedOver -= 1
    freeRecordIfUnused(record)
  }
}
