import Synchronization

/// An object that receivers belong to, held weakly, and the number of its present era.
///
/// The machine's record of a handler owns this; whoever calls receivers uses it without the lock,
/// which the record's count of unsettled hand-overs allows.
@usableFromInline
final class Handler: Sendable {
  private weak let object: (any AnyObject & Sendable)?
  #if !canImport(ObjectiveC)
  // Keeps the address of a dead object from being given to a new one while this lives, so that a
  // record need not ask, at every request, whether it is still about the same object.
  private unowned let place: any AnyObject & Sendable
  #endif
  private let eras = Atomic<UInt32>(0)

  @usableFromInline
  init(_ object: any AnyObject & Sendable) {
    self.object = object
    #if !canImport(ObjectiveC)
    place = object
    #endif
  }

  #if canImport(ObjectiveC)
  /// Whether an object at this one's address is still this one; the memory of an Objective-C object
  /// does not wait for unowned references.
  @usableFromInline
  var ownsItsAddress: Bool { object != nil }
  #endif

  /// The object, if it still lives.
  @usableFromInline
  var living: (any AnyObject & Sendable)? { object }

  /// How often the handler was removed; a receiver carries the number of its time.
  @usableFromInline
  var era: UInt32 { eras.load(ordering: .acquiring) }

  /// Makes every receiver that was added until now one that is never called again.
  @usableFromInline
  func endEra() { eras.wrappingAdd(1, ordering: .releasing) }
}
