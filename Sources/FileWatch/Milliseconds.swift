/// Time as `poll` takes it.
enum Milliseconds {
  /// From now until `deadline`, rounded up; -1, for ever, when there is none.
  static func until(_ deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let rest = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
    return Int32(max(0, min(rest.rounded(.up), 60_000)))
  }
}
