/// How much a pool has before it, in hand and behind it; what a progress display reads.
///
/// The numbers count distinct requests and were taken together, at one instant.
public struct Activity: Sendable, Hashable {
  /// Requests that wait for a worker.
  public var queued = 0
  /// Requests in a worker's hands, until the last receiver has heard.
  public var running = 0
  /// Requests that ended with a response or an error which somebody still wanted.
  ///
  /// It never falls. Dropped and cancelled work is not in it.
  public var done = 0

  /// Creates an activity in which nothing has been asked for.
  public init() {}

  /// Whether nothing is queued and nothing runs.
  public var isIdle: Bool { queued == 0 && running == 0 }
  /// Everything that was asked for and not dropped.
  public var total: Int { queued + running + done }
}
