extension PoolMachine {
  /// Stops the program if the parts of the state contradict each other; nothing in release.
  ///
  /// - Complexity: O(*n*) in requests and receivers; for tests.
  func checkInvariants() {
    #if DEBUG
    var queued = 0
    for (priority, line) in [
      (Priority.low, lines.low), (.normal, lines.normal), (.high, lines.high),
    ] {
      var previous = -1
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
    assert(activity.running >= 0 && activity.done >= 0)
    var waiting = 0
    for (request, entry) in entryOf {
      assert(entries[entry].request == request)
      assert((entries[entry].source == nil) == (entries[entry].phase == .queued))
      var previous = -1
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
    for (identity, record) in recordOf {
      assert(records[record].identity == identity)
      assert(records[record].firstReceiver >= 0 || records[record].handedOver > 0, "a dead record")
    }
    #endif
  }
}
