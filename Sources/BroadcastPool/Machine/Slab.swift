/// Where a value of a ``Slab`` is; -1 is nowhere.
@usableFromInline typealias Place = Int32

/// Values at places that do not move, with the free places kept for reuse; links between values are
/// numbers of places, so a list costs no allocation and no reference counting.
///
/// Plain memory and not an array, whose checks for shared storage and bounds were a fifth of what a
/// request cost. All places below `used` hold a value at all times, a free one a value that keeps
/// nothing alive.
@usableFromInline
struct Slab<Value>: ~Copyable {
  @usableFromInline var values: UnsafeMutablePointer<Value>
  @usableFromInline var free: UnsafeMutablePointer<Place>
  @usableFromInline var capacity = 16
  @usableFromInline var used = 0
  @usableFromInline var freeCount = 0

  @inlinable
  init() {
    values = .allocate(capacity: 16)
    free = .allocate(capacity: 16)
  }

  @inlinable
  deinit {
    values.deinitialize(count: used)
    values.deallocate()
    free.deallocate()
  }

  /// Where the next value will go.
  @inlinable
  var nextPlace: Place { freeCount > 0 ? free[freeCount - 1] : Place(used) }

  /// A place for a value, which is set there field by field: to move a whole struct there would
  /// retain what it holds once more.
  ///
  /// - Parameter blank: what a place holds that was never used before; any other holds what was
  ///   left there.
  /// - Complexity: O(1), amortised.
  @inlinable
  mutating func claim(_ blank: @autoclosure () -> Value) -> Place {
    if freeCount > 0 {
      freeCount -= 1
      return free[freeCount]
    }
    if used == capacity { grow() }
    (values + used).initialize(to: blank())
    used += 1
    return Place(used - 1)
  }

  /// Frees a place whose value keeps nothing alive any more; it can still be read.
  @inlinable
  mutating func release(_ place: Place) {
    assert(place >= 0 && place < used && freeCount < used)
    free[freeCount] = place
    freeCount += 1
  }

  // By address, as the subscripts of pointers themselves, so that one field of a value can be
  // touched without the value being copied.
  @inlinable
  subscript(place: Place) -> Value {
    unsafeAddress {
      assert(place >= 0 && place < used)
      return UnsafePointer(values + Int(place))
    }
    nonmutating unsafeMutableAddress {
      assert(place >= 0 && place < used)
      return values + Int(place)
    }
  }

  @inlinable
  var count: Int { used - freeCount }

  @inlinable
  @inline(never)
  mutating func grow() {
    let larger = UnsafeMutablePointer<Value>.allocate(capacity: 2 * capacity)
    larger.moveInitialize(from: values, count: used)
    values.deallocate()
    values = larger
    // Nothing is free when there is need to grow.
    free.deallocate()
    free = .allocate(capacity: 2 * capacity)
    capacity *= 2
  }
}
