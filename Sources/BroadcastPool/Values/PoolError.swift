/// Why a pool could not give a response; errors of the processing itself are passed on unchanged.
public struct PoolError: Error, Hashable, CustomStringConvertible {
  /// The kinds of failure, for a program to tell apart.
  public enum Code: Sendable, Hashable {
    /// The time limit of a wait passed before there was a response.
    case timedOut
    /// A request waits for itself, directly or through others.
    case waitsForItself
    /// The system refused to start even one thread.
    case noThread
  }

  /// The kind of failure.
  public let code: Code
  /// The name of the pool.
  public let location: String
  /// What is wrong, for a person.
  public let problem: String
  /// What to do about it, where something can be done.
  public let remedy: String?

  /// The three parts as one line.
  public var description: String {
    "\(location): \(problem)" + (remedy.map { "; \($0)" } ?? "")
  }

  static func timedOut(_ pool: String, after limit: Duration) -> PoolError {
    PoolError(
      code: .timedOut, location: pool, problem: "no response within \(limit)",
      remedy: "ask again with a longer limit")
  }

  static func waitsForItself(_ pool: String) -> PoolError {
    PoolError(
      code: .waitsForItself, location: pool,
      problem: "the request waits, directly or through others, for its own response", remedy: nil)
  }

  static func noThread(_ pool: String, status: Int32) -> PoolError {
    PoolError(
      code: .noThread, location: pool,
      problem: "the system refuses to start a thread (error \(status))",
      remedy: "raise the limit on threads (ulimit -u)")
  }
}
