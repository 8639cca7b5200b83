/// The outcome of building twice.
public struct TwinOutcome: Sendable {
  /// The commit that was built.
  public internal(set) var head: String = ""
  /// The outcomes of both builds, or of the first alone if it failed.
  public internal(set) var builds: [Outcome] = []
  /// Whether the paths were compared; they are when both builds succeeded.
  public internal(set) var isCompared = false
  /// The number of files that were compared.
  public internal(set) var fileCount = 0
  /// The paths that differ, at most 1000 of them.
  public internal(set) var differences: [Difference] = []
  /// The number of all paths that differ.
  public internal(set) var differenceCount = 0
  /// Notes for the reader, one sentence each.
  public internal(set) var notes: [String] = []
  /// The signal that ended the run early, if any.
  public internal(set) var interruption: Int32?

  /// Whether a path to compare was made by neither build.
  public var isPathMissing: Bool { differences.contains { $0.kind == .inNeither } }

  /// The verdict on both builds together; differences do not affect it, see ``isIdentical``.
  public var verdict: Outcome.Verdict {
    if builds.contains(where: { $0.verdict == .asked }) { return .asked }
    if !isCompared || isPathMissing { return .failed }
    return .clean
  }

  /// Whether both builds produced identical files.
  public var isIdentical: Bool { isCompared && differenceCount == 0 }
}
