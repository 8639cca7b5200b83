extension PoolMachine {
  /// Takes out all receivers of a handler.
  ///
  /// Work that nobody else wants is dropped from the queue, or told to stop if it runs.
  /// - Returns: the handler, if calls into it may still be in progress.
  /// - Complexity: O(*n*) in the receivers of this handler.
  @inlinable
  mutating func removeHandler(_ identity: ObjectIdentifier) -> Handler? {
    guard let place = recordOf[identity] else { return nil }
    let handler = records[place].handler
    handler?.endEra()
    removeReceivers(ofRecord: place)
    freeRecordIfUnused(place)
    return handler
  }

  @inlinable
  mutating func removeReceivers(ofRecord record: Int) {
    while records[record].firstReceiver >= 0 {
      let receiver = unlink(records[record].firstReceiver)
      aftermath.discard(receiver.receive)
      loseReceiver(receiver.entry)
    }
  }

  /// Takes out one receiver.
  ///
  /// - Returns: the closure to call instead with the reason, or nil when it has been called or is
  ///   about to be.
  @inlinable
  mutating func removeReceiver(_ ticket: Ticket) -> Receive? {
    guard isWaiting(ticket) else { return nil }
    let receiver = unlink(ticket.place)
    loseReceiver(receiver.entry)
    if receiver.record >= 0 { freeRecordIfUnused(receiver.record) }
    return receiver.receive
  }

  /// Whether the receiver has neither been called nor handed over to be called.
  @inlinable
  func isWaiting(_ ticket: Ticket) -> Bool { receivers[ticket.place].serial == ticket.serial }

  /// Drops or abandons an entry that has lost its last receiver.
  @inlinable
  mutating func loseReceiver(_ entry: Int) {
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
  mutating func abandon(_ entry: Int) {
    entries[entry].phase = .abandoned
    if let source = entries[entry].source { aftermath.cancel(source) }
    if let request = entries[entry].request { note(.idle, of: request) }
  }

  /// Abandons the entry of a running request if all its receivers' handlers have died.
  @inlinable
  mutating func recount(
    of source: CancellationSource, entry: Int, witness: inout (any AnyObject & Sendable)?
  ) {
    guard entry >= 0, entries[entry].source === source, entries[entry].phase == .running,
      !hasAudience(entry, witness: &witness)
    else { return }
    dropReceivers(of: entry)
    abandon(entry)
  }

  /// Takes every receiver out, drops what is queued and tells what runs.
  ///
  /// - Returns: all receivers, to be called with the reason.
  /// - Complexity: O(*n*) in the requests that are queued or running.
  @inlinable
  mutating func removeAll() -> Handovers {
    var handovers = Handovers()
    while let entry = firstInLine {
      leaveLine(entry)
      handOver(entry, to: &handovers)
      drop(entry)
    }
    for entry in entryOf.values {
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
  func hasAudience(_ entry: Int, witness: inout (any AnyObject & Sendable)?) -> Bool {
    var place = entries[entry].firstReceiver
    while place >= 0 {
      let record = receivers[place].record
      if record < 0 { return true }
      if let living = records[record].handler?.living {
        witness = living
        return true
      }
      place = receivers[place].nextOfEntry
    }
    return false
  }

  @inlinable
  mutating func dropReceivers(of entry: Int) {
    while entries[entry].firstReceiver >= 0 {
      let receiver = unlink(entries[entry].firstReceiver)
      aftermath.discard(receiver.receive)
      if receiver.record >= 0 { freeRecordIfUnused(receiver.record) }
    }
  }

  /// Moves all receivers of an entry into the hands of whoever calls them.
  @inlinable
  mutating func handOver(_ entry: Int, to handovers: inout Handovers) {
    while entries[entry].firstReceiver >= 0 {
      let receiver = unlink(entries[entry].firstReceiver)
      guard let receive = receiver.receive else { continue }
      var handover = Handover(receive: receive)
      if receiver.record >= 0 {
        records[receiver.record].handedOver += 1
        handover.handler = records[receiver.record].handler
        handover.record = receiver.record
        handover.era = receiver.era
      }
      handovers.append(handover)
    }
  }

  /// Takes a receiver out of both its lists.
  @inlinable
  mutating func unlink(_ place: Int) -> Receiver {
    let receiver = receivers.remove(at: place, leaving: Receiver())
    let entry = receiver.entry
    if receiver.previousOfEntry < 0 {
      entries[entry].firstReceiver = receiver.nextOfEntry
    } else {
      receivers[receiver.previousOfEntry].nextOfEntry = receiver.nextOfEntry
    }
    if receiver.nextOfEntry < 0 {
      entries[entry].lastReceiver = receiver.previousOfEntry
    } else {
      receivers[receiver.nextOfEntry].previousOfEntry = receiver.previousOfEntry
    }
    guard receiver.record >= 0 else { return receiver }
    if receiver.previousOfRecord < 0 {
      records[receiver.record].firstReceiver = receiver.nextOfRecord
    } else {
      receivers[receiver.previousOfRecord].nextOfRecord = receiver.nextOfRecord
    }
    if receiver.nextOfRecord >= 0 {
      receivers[receiver.nextOfRecord].previousOfRecord = receiver.previousOfRecord
    }
    return receiver
  }

  /// Frees the place of a queued entry without receivers.
  @inlinable
  mutating func drop(_ entry: Int) {
    activity.queued -= 1
    // The dictionary's copy of the request goes now, under the lock; this one outlives it.
    if let request = forget(entry, as: .idle) { aftermath.discard(request) }
  }

  /// Frees the place of an entry without receivers; `status` is what observers hear, if anything.
  ///
  /// - Returns: the request, for somebody to hold until the lock is released.
  @inlinable
  mutating func forget(_ entry: Int, as status: RequestStatus?) -> Request? {
    let old = entries.remove(at: entry, leaving: Entry())
    guard let request = old.request else { return nil }
    entryOf.removeValue(forKey: request)
    if let status { note(status, of: request) }
    return request
  }

  @inlinable
  mutating func freeRecordIfUnused(_ place: Int) {
    guard records[place].firstReceiver < 0, records[place].handedOver == 0 else { return }
    let old = records.remove(at: place, leaving: Record())
    if let identity = old.identity { recordOf[identity] = nil }
  }
}
