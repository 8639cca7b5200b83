/// How many requests of a pool are queued, running and done, for a progress display.
///
/// The numbers count distinct requests at one instant.
public struct Activity: Sendable, Hashable {
  /// Requests that wait for a worker.
  public var queued = 0
  /// Requests that a worker processes, until the last receiver has been called.
  public var running = 0
  /// Requests that ended with a response or an error that a receiver still wanted.
  ///
  /// It never decreases. Dropped and cancelled requests do not count.
  public var done = 0

  /// Creates an activity in which nothing has been asked for.
  public init() {}

  /// Whether nothing is queued and nothing runs.
  public var isIdle: Bool { queued == 0 && running == 0 }
  /// Everything that was asked for and not dropped.
  public var total: Int { queued + running + done }
}
