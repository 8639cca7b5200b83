/// Finds the places of values by their hashes: a hash table that leaves the keys where they are.
///
/// Open addressing with linear probing; removal moves what follows back (Knuth, *The Art of
/// Computer Programming* 3, 6.4, algorithm R), so there are no tombstones. The hashes are kept, so
/// that a key is hashed once however often it is looked for, moved and removed.
@usableFromInline
struct PlaceTable: ~Copyable {
  @usableFromInline
  struct Slot {
    @usableFromInline var hash: UInt32
    /// -1 in an empty slot.
    @usableFromInline var place: Place

    @inlinable
    init(hash: UInt32, place: Place) {
      self.hash = hash
      self.place = place
    }

    @inlinable
    static var empty: Slot { Slot(hash: 0, place: -1) }
  }

  @usableFromInline var slots: UnsafeMutablePointer<Slot>
  /// One less than the number of slots, which is a power of two.
  @usableFromInline var mask = 15
  @usableFromInline var count = 0

  @inlinable
  init() {
    slots = .allocate(capacity: 16)
    slots.initialize(repeating: .empty, count: 16)
  }

  @inlinable
  deinit { slots.deallocate() }

  /// The place that `isMatch` accepts among those of this hash, or -1.
  ///
  /// - Complexity: O(1) on average.
  @inlinable
  func find(_ hash: UInt32, _ isMatch: (Place) -> Bool) -> Place {
    var slot = Int(hash) & mask
    while slots[slot].place >= 0 {
      if slots[slot].hash == hash && isMatch(slots[slot].place) { return slots[slot].place }
      slot = (slot + 1) & mask
    }
    return -1
  }

  /// The place that `isMatch` accepts among those of this hash; without one, `candidate` is
  /// entered.
  ///
  /// - Complexity: O(1) on average, amortised.
  @inlinable
  mutating func find(
    _ hash: UInt32, orInsert candidate: Place, _ isMatch: (Place) -> Bool
  ) -> Place {
    // At most three quarters are full.
    if count >= (mask >> 2) * 3 { grow() }
    var slot = Int(hash) & mask
    while slots[slot].place >= 0 {
      if slots[slot].hash == hash && isMatch(slots[slot].place) { return slots[slot].place }
      slot = (slot + 1) & mask
    }
    slots[slot] = Slot(hash: hash, place: candidate)
    count += 1
    return candidate
  }

  /// Takes out a place that was entered with this hash.
  ///
  /// - Complexity: O(1) on average.
  @inlinable
  mutating func remove(_ hash: UInt32, at place: Place) {
    var hole = Int(hash) & mask
    while slots[hole].place != place {
      assert(slots[hole].place >= 0, "removed before it was entered")
      hole = (hole + 1) & mask
    }
    var next = (hole + 1) & mask
    while slots[next].place >= 0 {
      let home = Int(slots[next].hash) & mask
      if (next &- home) & mask >= (next &- hole) & mask {
        slots[hole] = slots[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    slots[hole] = .empty
    count -= 1
  }

  /// All places, in no order.
  @inlinable
  var places: [Place] {
    let all = UnsafeBufferPointer(start: slots, count: mask + 1)
    return all.map(\.place).filter { $0 >= 0 }
  }

  @inlinable
  @inline(never)
  mutating func grow() {
    let old = (slots: slots, count: mask + 1)
    mask = 2 * old.count - 1
    slots = .allocate(capacity: 2 * old.count)
    slots.initialize(repeating: .empty, count: 2 * old.count)
    for number in 0..<old.count where old.slots[number].place >= 0 {
      var slot = Int(old.slots[number].hash) & mask
      while slots[slot].place >= 0 { slot = (slot + 1) & mask }
      slots[slot] = old.slots[number]
    }
    old.slots.deallocate()
  }
}
