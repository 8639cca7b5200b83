import Synchronization

/// An object that receivers belong to, held weakly, and the count of calls into it.
///
/// A call begins only if the handler has not been removed since the receiver was added. The check
/// and the count are one atomic word, so a call costs no lock; only a remover that finds calls in
/// progress takes the slow path and waits for them.
@usableFromInline
final class Handler: Sendable {
  private weak let object: (any AnyObject & Sendable)?
  #if !canImport(ObjectiveC)
  // Keeps the address of a dead object from being given to a new one while this lives, so that a
  // record need not ask, at every request, whether it is still about the same object.
  private unowned let place: any AnyObject & Sendable
  #endif
  /// Upper 32 bits: how often the handler was removed. Lower 32 bits: calls in progress.
  private let word = Atomic<UInt64>(0)
  private let waiting = Atomic<Int>(0)

  @usableFromInline
  init(_ object: any AnyObject & Sendable) {
    self.object = object
    #if !canImport(ObjectiveC)
    place = object
    #endif
  }

  /// Whether an object at this one's address is still this one.
  @usableFromInline
  var ownsItsAddress: Bool {
    #if canImport(ObjectiveC)
    // The memory of an Objective-C object does not wait for unowned references.
    object != nil
    #else
    true
    #endif
  }

  /// The object, if it still lives.
  @usableFromInline
  var living: (any AnyObject & Sendable)? { object }

  /// How often the handler was removed; a receiver carries the number of its time.
  @usableFromInline
  var era: UInt64 { word.load(ordering: .relaxed) >> 32 }

  /// Makes every receiver that was added until now one that is never called again.
  @usableFromInline
  func endEra() { word.wrappingAdd(1 << 32, ordering: .sequentiallyConsistent) }

  /// Whether no call is in progress.
  @usableFromInline
  var isQuiet: Bool { word.load(ordering: .sequentiallyConsistent) & 0xffff_ffff == 0 }

  /// Announces a thread that will sleep until the handler is quiet.
  @usableFromInline
  func addWaiter() { waiting.wrappingAdd(1, ordering: .sequentiallyConsistent) }

  @usableFromInline
  func removeWaiter() { waiting.wrappingSubtract(1, ordering: .sequentiallyConsistent) }

  /// Calls a receiver of the era `era` unless its time is over or the object is dead.
  ///
  /// The object is kept alive until the call has returned, so it does not die halfway.
  /// - Returns: whether somebody waits for the end of this call and must be woken.
  @usableFromInline
  func call(era: UInt64, _ receive: () -> Void) -> Bool {
    guard let object else { return false }
    var seen = word.load(ordering: .relaxed)
    repeat {
      guard seen >> 32 == era else { return false }
      let (exchanged, original) = word.weakCompareExchange(
        expected: seen, desired: seen + 1, ordering: .sequentiallyConsistent)
      if exchanged { break }
      seen = original
    } while true
    let context = ThreadContext.current
    context.receiverDepth += 1
    receive()
    context.receiverDepth -= 1
    word.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    return withExtendedLifetime(object) { waiting.load(ordering: .sequentiallyConsistent) > 0 }
  }
}
