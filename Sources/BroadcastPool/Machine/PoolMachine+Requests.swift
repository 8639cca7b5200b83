extension PoolMachine {
  /// The hash that ``request(_:hash:priority:for:receive:)`` wants; computed without the lock.
  @inlinable
  static func hash(of request: Request) -> UInt32 {
    let hash = UInt64(bitPattern: Int64(request.hashValue))
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }

  /// Adds a receiver: to the entry of an equal request if there is one, to a new one otherwise.
  ///
  /// - Returns: the receiver's ticket, and which worker to call.
  /// - Complexity: O(1) on average.
  @inlinable
  mutating func request(
    _ request: Request, hash: UInt32, priority: Priority,
    for handler: (any AnyObject & Sendable)?, receive: consuming @escaping Receive
  ) -> (ticket: Ticket, call: Workers.Call) {
    // First, because it may throw out what a dead handler left, the very entry to be joined even.
    var record: Place = -1
    if let handler { record = recordPlace(of: handler) }
    let candidate = entries.nextPlace
    let entry = find(request, hash, orInsert: candidate)
    guard entry == candidate else {
      join(entry, priority)
      return (addReceiver(receive, of: record, to: entry), .none)
    }
    _ = entries.claim(Entry())
    entries[entry].request = request
    entries[entry].hash = hash
    entries[entry].priority = priority
    entries[entry].phase = .queued
    joinLine(entry)
    activity.queued += 1
    note(.queued, of: request)
    return (addReceiver(receive, of: record, to: entry), workers.call())
  }

  /// The entry of an equal request, which becomes `candidate` if there is none.
  @inlinable
  mutating func find(_ request: Request, _ hash: UInt32, orInsert candidate: Place) -> Place {
    let values = entries.values
    return entryOf.find(hash, orInsert: candidate) { values[Int($0)].request == request }
  }

  @inlinable
  mutating func join(_ entry: Place, _ priority: Priority) {
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
    _ receive: consuming @escaping Receive, of record: Place, to entry: Place
  ) -> Ticket {
    serial += 1
    let last = entries[entry].lastReceiver
    let place = receivers.claim(Receiver())
    receivers[place].callback = Callback(receive)
    receivers[place].serial = serial
    receivers[place].entry = entry
    receivers[place].record = record
    receivers[place].previousOfEntry = last
    receivers[place].nextOfEntry = -1
    if last < 0 {
      entries[entry].firstReceiver = place
    } else {
      receivers[last].nextOfEntry = place
    }
    entries[entry].lastReceiver = place
    if record >= 0 {
      let first = records[record].firstReceiver
      receivers[place].era = records[record].era
      receivers[place].previousOfRecord = -1
      receivers[place].nextOfRecord = first
      if first >= 0 { receivers[first].previousOfRecord = place }
      records[record].firstReceiver = place
    }
    return Ticket(place: place, serial: serial, entry: entry)
  }

  // MARK: Lines

  /// The queued entry that is to start next, or -1.
  @inlinable
  var firstInLine: Place {
    let high = lines[Place(Priority.high.rawValue)].first
    if high >= 0 { return high }
    let normal = lines[Place(Priority.normal.rawValue)].first
    return normal >= 0 ? normal : lines[Place(Priority.low.rawValue)].first
  }

  @inlinable
  mutating func joinLine(_ entry: Place) {
    let line = Place(entries[entry].priority.rawValue)
    let last = lines[line].last
    entries[entry].previous = last
    entries[entry].next = -1
    if last < 0 { lines[line].first = entry } else { entries[last].next = entry }
    lines[line].last = entry
  }

  @inlinable
  mutating func leaveLine(_ entry: Place) {
    let line = Place(entries[entry].priority.rawValue)
    let previous = entries[entry].previous
    let next = entries[entry].next
    if previous < 0 { lines[line].first = next } else { entries[previous].next = next }
    if next < 0 { lines[line].last = previous } else { entries[next].previous = previous }
  }
}
