/// When a report on an unfinished run is due: soon after a change, but making reports takes at most
/// a tenth of the time, however long they become.
struct ReportPace {
  private static let interval = Duration.milliseconds(100)

  private var isChanged = false
  private var earliest = Duration.zero

  /// Something is to be reported.
  mutating func noteChange() { isChanged = true }

  /// A report was made and took from `start` to `end`.
  mutating func noteReport(from start: Duration, to end: Duration) {
    isChanged = false
    earliest = end + max(Self.interval, (end - start) * 9)
  }

  /// How long to wait for the next report, zero if it is due; nil while nothing is to be reported.
  func wait(at time: Duration) -> Duration? {
    isChanged ? max(.zero, earliest - time) : nil
  }
}
