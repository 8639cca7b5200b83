/// Timeouts for `poll`.
enum Milliseconds {
  /// The time from now until `deadline`, rounded up; -1 (no timeout) if there is none.
  static func until(_ deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let rest = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
    return Int32(max(0, min(rest.rounded(.up), 60_000)))
  }
}
