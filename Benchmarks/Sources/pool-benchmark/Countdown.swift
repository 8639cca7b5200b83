import Dispatch
import Synchronization

/// Counts finished work; the last piece lets the measurement continue.
final class Countdown: Sendable {
  private let left: Atomic<Int>
  private let end = DispatchSemaphore(value: 0)

  init(_ count: Int) { left = Atomic(count) }

  func countOne() {
    if left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { end.signal() }
  }

  func wait() { end.wait() }
}
