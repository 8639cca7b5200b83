import CSandbox
public import Findings

/// The outcome of one run of the command, or what is known of it while it runs.
public struct Outcome: Sendable {
  /// How the command ended.
  public enum Ending: Hashable, Sendable {
    /// By itself, with this status.
    case exited(Int32)
    /// By this signal.
    case signaled(Int32)
    /// At its first network attempt, as ``Sandbox/endsAtFirstAttempt`` asks.
    case stopped
    /// Not yet.
    case running
  }

  /// The verdict on a run; the raw value is the word in the JSON report.
  public enum Verdict: String, Sendable {
    /// The command succeeded without a network attempt.
    case clean
    /// It made a network attempt, whether or not it succeeded.
    case asked
    /// It failed without a network attempt.
    case failed
  }

  /// How the command ended, if it has.
  public let ending: Ending
  /// Its network attempts, in the order of their first occurrence.
  public let attempts: [Attempt]
  /// Attempts that were counted but not kept, past the first 10,000 different ones.
  public let omittedCount: Int
  /// Notes for the reader that are not findings, one sentence each.
  public let notes: [String]
  /// Programs that were still running when the command ended, and were killed.
  public let leftovers: [BuildProgram]
  /// From the start of the command to its end, or to now.
  public let duration: Duration
  /// The last signal that was sent to end the run, if any.
  public let interruption: Int32?
  /// What the verdict does not cover in the mode without namespaces, one sentence each; empty with
  /// them.
  public var limits: [String] = []
  /// What the command's process saw, where that is known.
  var observation: Observation?

  /// What is known before the command begins.
  static func unbegun(notes: [String], limits: [String]) -> Outcome {
    Outcome(
      ending: .running, attempts: [], omittedCount: 0, notes: notes, leftovers: [],
      duration: .zero, interruption: nil, limits: limits)
  }

  /// The verdict on the run.
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
    case .stopped: "a network attempt"
    case .running: "nothing yet"
    }
  }
}

extension Outcome.Ending {
  /// The status that a shell has in `$?` for such an end.
  public var shellStatus: Int32 {
    switch self {
    case .exited(let status): status
    case .signaled(let signal): 128 + signal
    case .stopped, .running: 1
    }
  }
}

extension Outcome {
  /// A finding for each attempt.
  public var findings: [Finding] { attempts.map(\.finding) }
}

/// Ends this process the way `signal` ends one that does not handle it.
///
/// Called last by a program whose command was ended by a signal, so that its own caller sees the
/// same. Returns only for a signal whose default is to do nothing.
public func endProcess(bySignal signal: Int32) {
  csandbox_die_of_signal(signal)
}
