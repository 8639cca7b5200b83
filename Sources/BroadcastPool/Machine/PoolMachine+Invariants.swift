extension PoolMachine {
  /// Stops the program if the parts of the state contradict each other; nothing in release.
  ///
  /// - Complexity: O(*n*) in requests and receivers; for tests.
  func checkInvariants() {
    #if DEBUG
    var queued = 0
    for priority in Priority.allCases {
      let line = lines[Place(priority.rawValue)]
      var previous: Place = -1
      var entry = line.first
      while entry >= 0 {
        assert(entries[entry].phase == .queued && entries[entry].priority == priority)
        assert(entries[entry].previous == previous)
        assert(entries[entry].firstReceiver >= 0, "queued for nobody")
        queued += 1
        previous = entry
        entry = entries[entry].next
      }
      assert(line.last == previous)
    }
    assert(queued == activity.queued)
    assert(entries.count == entryOf.count, "an entry that no request leads to")
    assert(records.count >= recordOf.count)
    assert(spareCount <= Self.spareLimit)
    assert(activity.running >= 0 && activity.done >= 0)
    var waiting = 0
    for entry in entryOf.places {
      assert(entries[entry].request.map { Self.hash(of: $0) } == entries[entry].hash)
      assert((entries[entry].source == nil) == (entries[entry].phase == .queued))
      var previous: Place = -1
      var place = entries[entry].firstReceiver
      while place >= 0 {
        assert(receivers[place].entry == entry && receivers[place].previousOfEntry == previous)
        waiting += 1
        previous = place
        place = receivers[place].nextOfEntry
      }
      assert(entries[entry].lastReceiver == previous)
      assert(entries[entry].phase != .running || previous >= 0, "runs for nobody, untold")
    }
    assert(waiting == receivers.count, "a receiver of nothing")
    var spares = 0
    for record in recordOf.places {
      assert(records[record].identity.map { place(of: $0) } == record)
      let isNeeded = records[record].firstReceiver >= 0 || records[record].handedOver > 0
      assert(isNeeded != records[record].isSpare, "a dead record")
      assert(records[record].calls <= records[record].handedOver)
      if records[record].isSpare { spares += 1 }
    }
    assert(spares == spareCount)
    #endif
  }
}
