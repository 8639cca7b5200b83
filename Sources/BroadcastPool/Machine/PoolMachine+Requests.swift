extension PoolMachine {
  /// Adds a receiver: to the entry of an equal request if there is one, to a new one otherwise.
  ///
  /// - Returns: the receiver's ticket, and which worker to call.
  /// - Complexity: O(1) on average.
  @inlinable
  mutating func request(
    _ request: Request, priority: Priority, for handler: (any AnyObject & Sendable)?,
    receive: @escaping Receive
  ) -> (ticket: Ticket, call: Workers.Call) {
    // First, because it may throw out what a dead handler left, the very entry to be joined even.
    let record = handler.map { recordPlace(of: $0) } ?? -1
    let candidate = entries.nextPlace
    // One look-up for both cases; hashing is the dearest thing here.
    let entry = { (found: inout Int) in found }(&entryOf[request, default: candidate])
    if entry == candidate {
      _ = entries.insert(Entry(request: request, priority: priority))
      joinLine(entry)
      activity.queued += 1
      note(.queued, of: request)
      return (addReceiver(receive, of: record, to: entry), workers.call())
    }
    join(entry, priority)
    return (addReceiver(receive, of: record, to: entry), .none)
  }

  @inlinable
  mutating func join(_ entry: Int, _ priority: Priority) {
    if entries[entry].phase == .abandoned && entries[entry].firstReceiver < 0 {
      entries[entry].priority = priority
      if let request = entries[entry].request { note(.queued, of: request) }
      return
    }
    guard priority > entries[entry].priority else { return }
    if entries[entry].phase == .queued {
      leaveLine(entry)
      entries[entry].priority = priority
      joinLine(entry)
    } else {
      entries[entry].priority = priority
    }
  }

  @inlinable
  mutating func addReceiver(
    _ receive: @escaping Receive, of record: Int, to entry: Int
  ) -> Ticket {
    serial += 1
    var receiver = Receiver()
    receiver.receive = receive
    receiver.serial = serial
    receiver.entry = entry
    receiver.previousOfEntry = entries[entry].lastReceiver
    if record >= 0 {
      receiver.record = record
      receiver.era = records[record].handler?.era ?? 0
      receiver.nextOfRecord = records[record].firstReceiver
    }
    let place = receivers.insert(receiver)
    if receiver.previousOfEntry < 0 {
      entries[entry].firstReceiver = place
    } else {
      receivers[receiver.previousOfEntry].nextOfEntry = place
    }
    entries[entry].lastReceiver = place
    if receiver.record >= 0 {
      if receiver.nextOfRecord >= 0 { receivers[receiver.nextOfRecord].previousOfRecord = place }
      records[receiver.record].firstReceiver = place
    }
    return Ticket(place: place, serial: serial, entry: entry)
  }

  /// The record of a handler, made when it has none.
  @inlinable
  mutating func recordPlace(of handler: any AnyObject & Sendable) -> Int {
    let identity = ObjectIdentifier(handler)
    if let place = recordOf[identity] {
      if records[place].handler?.ownsItsAddress == true { return place }
      // A dead handler's record: the new object was given the dead one's address.
      removeReceivers(ofRecord: place)
      records[place].identity = nil
      recordOf[identity] = nil
      freeRecordIfUnused(place)
    }
    var record = Record()
    record.handler = Handler(handler)
    record.identity = identity
    let place = records.insert(record)
    recordOf[identity] = place
    return place
  }

  // MARK: Lines

  @inlinable
  mutating func withLine<Result>(
    of priority: Priority, _ body: (inout Line, inout Slab<Entry>) -> Result
  ) -> Result {
    switch priority {
    case .low: body(&lines.low, &entries)
    case .normal: body(&lines.normal, &entries)
    case .high: body(&lines.high, &entries)
    }
  }

  /// The queued entry that is to start next.
  @inlinable
  var firstInLine: Int? {
    if lines.high.first >= 0 { return lines.high.first }
    if lines.normal.first >= 0 { return lines.normal.first }
    return lines.low.first >= 0 ? lines.low.first : nil
  }

  @inlinable
  mutating func joinLine(_ entry: Int) {
    withLine(of: entries[entry].priority) { line, entries in
      entries[entry].previous = line.last
      entries[entry].next = -1
      if line.last < 0 { line.first = entry } else { entries[line.last].next = entry }
      line.last = entry
    }
  }

  @inlinable
  mutating func leaveLine(_ entry: Int) {
    withLine(of: entries[entry].priority) { line, entries in
      let previous = entries[entry].previous
      let next = entries[entry].next
      if previous < 0 { line.first = next } else { entries[previous].next = next }
      if next < 0 { line.last = previous } else { entries[next].previous = previous }
    }
  }
}
