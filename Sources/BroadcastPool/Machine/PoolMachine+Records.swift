extension PoolMachine {
  /// So many handlers without receivers keep their records, because who has asked once often asks
  /// again: making a record costs two allocations. Each holds the memory, though not the life, of
  /// an object.
  @inlinable
  static var spareLimit: Int { 16 }

  /// The record of a handler, made when it has none.
  @inlinable
  mutating func recordPlace(of handler: any AnyObject & Sendable) -> Place {
    let identity = ObjectIdentifier(handler)
    let place = self.place(of: identity)
    if place >= 0 {
      if ownsItsAddress(place) {
        if records[place].isSpare { leaveSpares(place) }
        recentRecord = place
        return place
      }
      // A dead handler's record: the new object was given the dead one's address.
      removeReceivers(ofRecord: place)
      forgetIdentity(ofRecord: place)
      if records[place].isSpare { leaveSpares(place) }
      freeRecordIfUnused(place)
    }
    let object = Handler(handler)
    let new = records.claim(Record())
    records[new].handler = object
    records[new].borrowed = .passUnretained(object)
    records[new].era = 0
    records[new].identity = identity
    _ = recordOf.find(Self.hash(of: identity), orInsert: new) { _ in false }
    recentRecord = new
    return new
  }

  /// Whether a new object cannot be where this one's was.
  @inlinable
  func ownsItsAddress(_ record: Place) -> Bool {
    #if canImport(ObjectiveC)
    records[record].handler?.ownsItsAddress == true
    #else
    true
    #endif
  }

  /// Where the record of a handler is, or -1.
  @inlinable
  func place(of identity: ObjectIdentifier) -> Place {
    if recentRecord >= 0 && records[recentRecord].identity == identity { return recentRecord }
    let values = records.values
    return recordOf.find(Self.hash(of: identity)) { values[Int($0)].identity == identity }
  }

  /// An address has no secret to keep; a multiplication spreads it well enough (Knuth, 6.4).
  @inlinable
  static func hash(of identity: ObjectIdentifier) -> UInt32 {
    let address = UInt64(UInt(bitPattern: identity))
    return UInt32(truncatingIfNeeded: (address &* 0x9e37_79b9_7f4a_7c15) >> 32)
  }

  @inlinable
  mutating func forgetIdentity(ofRecord place: Place) {
    guard let identity = records[place].identity else { return }
    recordOf.remove(Self.hash(of: identity), at: place)
    records[place].identity = nil
  }

  /// Puts a record among the spares when nothing needs it, and frees the one longest there.
  @inlinable
  mutating func freeRecordIfUnused(_ place: Place) {
    guard records[place].firstReceiver < 0, records[place].handedOver == 0,
      records[place].waiters == 0, !records[place].isSpare
    else { return }
    if records[place].identity == nil { return freeRecord(place) }
    records[place].isSpare = true
    records[place].previous = spares.last
    records[place].next = -1
    if spares.last < 0 { spares.first = place } else { records[spares.last].next = place }
    spares.last = place
    spareCount += 1
    guard spareCount > Self.spareLimit else { return }
    let oldest = spares.first
    leaveSpares(oldest)
    forgetIdentity(ofRecord: oldest)
    freeRecord(oldest)
  }

  @inlinable
  mutating func leaveSpares(_ place: Place) {
    let previous = records[place].previous
    let next = records[place].next
    if previous < 0 { spares.first = next } else { records[previous].next = next }
    if next < 0 { spares.last = previous } else { records[next].previous = previous }
    records[place].isSpare = false
    spareCount -= 1
  }

  @inlinable
  mutating func freeRecord(_ place: Place) {
    records[place].borrowed = nil
    records[place].handler = nil
    records.release(place)
  }

  // MARK: Calls

  /// Counts a call into a handler that is about to begin.
  @inlinable
  mutating func beginCall(_ record: Place) {
    if record >= 0 { records[record].calls += 1 }
  }

  /// Ends a call that was counted, and has whoever waits for that woken.
  @inlinable
  mutating func endCall(_ record: Place) {
    guard record >= 0 else { return }
    records[record].calls -= 1
    if records[record].waiters > 0 && records[record].calls == 0 { later().isQuiet = true }
  }

  /// Counts a call into the handler of a receiver that is about to begin.
  ///
  /// - Returns: false if it may not, because the handler was removed.
  @inlinable
  mutating func beginCall(_ handover: borrowing Handover) -> Bool {
    guard handover.isCurrent else { return false }
    beginCall(handover.record)
    return true
  }
}
