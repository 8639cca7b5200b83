import BroadcastPool

/// How many are inside at once, and the most there ever were.
final class Peak: Sendable {
  private let state = Locked((now: 0, peak: 0))

  @discardableResult
  func enter() -> Int {
    state.withLock { state in
      state.now += 1
      state.peak = max(state.peak, state.now)
      return state.now
    }
  }

  func leave() { state.withLock { $0.now -= 1 } }

  var peak: Int { state.withLock { $0.peak } }
}
