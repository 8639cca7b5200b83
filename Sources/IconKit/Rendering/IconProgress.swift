import Synchronization

/// The progress of a run, readable from any thread.
public final class IconProgress: Sendable {
  private let done = Atomic<Int>(0)
  private let total = Atomic<Int>(0)

  /// Progress of a run that has not begun.
  public init() {}

  /// The part that is done, 0 to 1.
  public var fraction: Double {
    let total = total.load(ordering: .relaxed)
    return total == 0 ? 0 : Double(done.load(ordering: .relaxed)) / Double(total)
  }

  func expect(_ count: Int) {
    total.add(count, ordering: .relaxed)
  }

  func add(_ count: Int) {
    done.add(count, ordering: .relaxed)
  }
}
