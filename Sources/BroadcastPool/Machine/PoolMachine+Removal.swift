extension PoolMachine {
  /// Takes out all receivers of a handler.
  ///
  /// Work that nobody else wants is dropped from the queue, or told to stop if it runs.
  /// - Parameter isWaiting: whether the caller will sleep until no call is in progress, and then
  ///   ``stopWaiting(for:)``.
  /// - Returns: the handler's record if calls into it are in progress, -1 otherwise.
  /// - Complexity: O(*n*) in the receivers of this handler.
  @inlinable
  mutating func removeHandler(_ identity: ObjectIdentifier, isWaiting: Bool = false) -> Place {
    let record = place(of: identity)
    guard record >= 0 else { return -1 }
    records[record].handler?.endEra()
    records[record].era &+= 1
    removeReceivers(ofRecord: record)
    let isCalled = records[record].calls > 0
    if isCalled && isWaiting { records[record].waiters += 1 }
    freeRecordIfUnused(record)
    return isCalled ? record : -1
  }

  @inlinable
  mutating func stopWaiting(for record: Place) {
    records[record].waiters -= 1
    freeRecordIfUnused(record)
  }

  @inlinable
  mutating func removeReceivers(ofRecord record: Place) {
    while true {
      let place = records[record].firstReceiver
      guard place >= 0 else { return }
      let entry = receivers[place].entry
      discard(unlink(place))
      loseReceiver(entry)
    }
  }

  /// Takes out one receiver.
  ///
  /// - Returns: the closure to call instead with the reason, or nil when it has been called or is
  ///   about to be.
  @inlinable
  mutating func removeReceiver(_ ticket: Ticket) -> Receive? {
    guard isWaiting(ticket) else { return nil }
    let record = receivers[ticket.place].record
    let callback = unlink(ticket.place)
    loseReceiver(ticket.entry)
    if record >= 0 { freeRecordIfUnused(record) }
    return callback?.receive
  }

  /// Whether the receiver has neither been called nor handed over to be called.
  @inlinable
  func isWaiting(_ ticket: Ticket) -> Bool { receivers[ticket.place].serial == ticket.serial }

  /// Drops or abandons an entry that has lost its last receiver.
  @inlinable
  mutating func loseReceiver(_ entry: Place) {
    guard entries[entry].firstReceiver < 0 else { return }
    switch entries[entry].phase {
    case .queued:
      leaveLine(entry)
      drop(entry)
    case .running:
      abandon(entry)
    case .abandoned:
      if let request = entries[entry].request { note(.idle, of: request) }
    }
  }

  @inlinable
  mutating func abandon(_ entry: Place) {
    entries[entry].phase = .abandoned
    if let source = entries[entry].source {
      later().cancelled.append(source.takeUnretainedValue())
    }
    if let request = entries[entry].request { note(.idle, of: request) }
  }

  /// Abandons the entry of a running request if all its receivers' handlers have died.
  @inlinable
  mutating func recount(
    of source: CancellationSource, entry: Place, witness: inout (any AnyObject & Sendable)?
  ) {
    guard entry >= 0, entries[entry].phase == .running,
      entries[entry].source?.toOpaque() == Unmanaged.passUnretained(source).toOpaque(),
      !hasAudience(entry, witness: &witness)
    else { return }
    dropReceivers(of: entry)
    abandon(entry)
  }

  /// Takes every receiver out, drops what is queued and tells what runs.
  ///
  /// - Returns: all receivers, to be called with the reason; see ``beginCalls(_:)``.
  /// - Complexity: O(*n*) in the requests that are queued or running.
  @inlinable
  mutating func removeAll() -> Handovers {
    var handovers = Handovers()
    while firstInLine >= 0 {
      let entry = firstInLine
      leaveLine(entry)
      handOver(entry, to: &handovers)
      drop(entry)
    }
    for entry in entryOf.places {
      handOver(entry, to: &handovers)
      if entries[entry].phase == .running { abandon(entry) }
    }
    return handovers
  }

  /// Ends the pool: everything is removed, nothing starts any more and idle workers end.
  @inlinable
  mutating func close() -> Handovers {
    isClosed = true
    let handovers = removeAll()
    endObservation()
    return handovers
  }

  // MARK: Parts

  /// Whether a receiver of the entry can still be called.
  @inlinable
  func hasAudience(_ entry: Place, witness: inout (any AnyObject & Sendable)?) -> Bool {
    var place = entries[entry].firstReceiver
    while place >= 0 {
      let record = receivers[place].record
      if record < 0 { return true }
      if let living = records[record].borrowed?._withUnsafeGuaranteedRef({ $0.living }) {
        witness = living
        return true
      }
      place = receivers[place].nextOfEntry
    }
    return false
  }

  @inlinable
  mutating func dropReceivers(of entry: Place) {
    while true {
      let place = entries[entry].firstReceiver
      guard place >= 0 else { return }
      let record = receivers[place].record
      discard(unlink(place))
      if record >= 0 { freeRecordIfUnused(record) }
    }
  }

  /// Takes a receiver out of both its lists, and its closure out of it.
  @inlinable
  mutating func unlink(_ place: Place) -> Callback? {
    let entry = receivers[place].entry
    let record = receivers[place].record
    let previous = receivers[place].previousOfEntry
    let next = receivers[place].nextOfEntry
    if previous < 0 {
      entries[entry].firstReceiver = next
    } else {
      receivers[previous].nextOfEntry = next
    }
    if next < 0 {
      entries[entry].lastReceiver = previous
    } else {
      receivers[next].previousOfEntry = previous
    }
    if record >= 0 {
      let previous = receivers[place].previousOfRecord
      let next = receivers[place].nextOfRecord
      if previous < 0 {
        records[record].firstReceiver = next
      } else {
        receivers[previous].nextOfRecord = next
      }
      if next >= 0 { receivers[next].previousOfRecord = previous }
    }
    receivers[place].serial = 0
    let callback = receivers[place].callback.take()
    receivers.release(place)
    return callback
  }

  /// Frees the place of a queued entry without receivers.
  @inlinable
  mutating func drop(_ entry: Place) {
    activity.queued -= 1
    if let request = forget(entry, as: .idle) { discard(request) }
  }

  /// Frees the place of an entry without receivers; `status` is what observers hear, if anything.
  ///
  /// - Returns: the request, for somebody to hold until the lock is released.
  @inlinable
  mutating func forget(_ entry: Place, as status: RequestStatus?) -> Request? {
    entryOf.remove(entries[entry].hash, at: entry)
    entries[entry].source = nil
    let request = entries[entry].request.take()
    entries.release(entry)
    if let status, let request { note(status, of: request) }
    return request
  }
}
