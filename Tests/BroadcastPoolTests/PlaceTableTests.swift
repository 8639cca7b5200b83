import Testing

@testable import BroadcastPool

/// The hash table against a dictionary.
@Suite struct PlaceTableTests {
  /// Few hashes and few slots, so that runs of slots wrap around and removals move others back.
  @Test(arguments: [1, 3, 60, 1 << 32] as [UInt64]) func findsWhatWasEntered(hashes: UInt64) {
    var random = SplitMix(state: hashes)
    var table = PlaceTable()
    var places: [Place: UInt32] = [:]
    for step in 0..<Place(2000) {
      if random.next() % 100 < 55 {
        // The high ones begin in the last slots.
        let hash = UInt32(truncatingIfNeeded: UInt64(UInt32.max) - random.next() % hashes)
        let new = table.find(hash, orInsert: step) { $0 == step }
        #expect(new == step)
        places[step] = hash
      } else if let (place, hash) = places.randomElement(using: &random) {
        table.remove(hash, at: place)
        places[place] = nil
        let found = table.find(hash) { $0 == place }
        #expect(found < 0)
      }
      guard step % 50 == 0 else { continue }
      let count = table.count
      let all = Set(table.places)
      #expect(count == places.count && all == Set(places.keys))
      for (place, hash) in places {
        let found = table.find(hash) { $0 == place }
        #expect(found == place)
      }
    }
  }
}
