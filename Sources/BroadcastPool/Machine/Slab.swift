/// Values at places that do not move, with the free places kept for reuse; links between values are
/// numbers of places, so a list costs no allocation and no reference counting.
@usableFromInline
struct Slab<Value> {
  @usableFromInline var places: ContiguousArray<Value> = []
  @usableFromInline var free: ContiguousArray<Int> = []

  @inlinable
  init() {}

  /// Where the next value will go.
  @inlinable
  var nextPlace: Int { free.last ?? places.count }

  /// - Complexity: O(1), amortised.
  @inlinable
  mutating func insert(_ value: Value) -> Int {
    guard let place = free.popLast() else {
      places.append(value)
      return places.count - 1
    }
    places[place] = value
    return place
  }

  /// Takes the value out and leaves `blank` there, so that nothing is kept alive by a free place.
  @inlinable
  mutating func remove(at place: Int, leaving blank: Value) -> Value {
    var value = blank
    swap(&value, &places[place])
    free.append(place)
    return value
  }

  @inlinable
  subscript(place: Int) -> Value {
    get { places[place] }
    _modify { yield &places[place] }
  }

  @inlinable
  var count: Int { places.count - free.count }
}
