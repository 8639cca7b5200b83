/// What one run of the command left to say.
public struct Outcome: Sendable {
  /// How the command ended.
  public enum Ending: Hashable, Sendable {
    /// By itself, with this status.
    case exited(Int32)
    /// By this signal.
    case signaled(Int32)
  }

  /// What is to be said about a run; the raw value is the word in the JSON report.
  public enum Verdict: String, Sendable {
    /// It built and asked for nothing.
    case clean
    /// It asked, whether it built or not.
    case asked
    /// It asked for nothing and failed all the same.
    case failed
  }

  /// How the command ended.
  public let ending: Ending
  /// What it asked of the network, in the order of the first time.
  public let attempts: [Attempt]
  /// Attempts that were counted but not kept, past the first 10,000 different ones.
  public let omittedCount: Int
  /// What a reader should know and what is no offence, one sentence each.
  public let notes: [String]
  /// Programs that were still running when the command ended, and were ended with it.
  public let leftovers: [BuildProgram]
  /// From the start of the command to its end.
  public let duration: Duration
  /// The last signal that somebody sent to end the run, if anybody did.
  public let interruption: Int32?

  /// What is to be said about the run.
  public var verdict: Verdict {
    if !attempts.isEmpty { return .asked }
    return ending == .exited(0) ? .clean : .failed
  }
}

extension Outcome.Ending: CustomStringConvertible {
  /// `status 2` or `signal 9`.
  public var description: String {
    switch self {
    case .exited(let status): "status \(status)"
    case .signaled(let signal): "signal \(signal)"
    }
  }
}
