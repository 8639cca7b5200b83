/// What building twice left to say.
public struct TwinOutcome: Sendable {
  /// The commit that was built.
  public internal(set) var head: String = ""
  /// What happened in the builds: both, or the first alone when it failed.
  public internal(set) var builds: [Outcome] = []
  /// Whether the paths were compared; they are when both builds succeeded.
  public internal(set) var isCompared = false
  /// Files that were compared.
  public internal(set) var fileCount = 0
  /// Differing paths, at most 1000 of them.
  public internal(set) var differences: [Difference] = []
  /// All differing paths.
  public internal(set) var differenceCount = 0
  /// What a reader should know, one sentence each.
  public internal(set) var notes: [String] = []
  /// The signal that ended it early, if one did.
  public internal(set) var interruption: Int32?

  /// Whether anything that was to be compared was made by neither build.
  public var isPathMissing: Bool { differences.contains { $0.kind == .inNeither } }

  /// The verdict on both builds together: `asked` also stands for "differs", see
  /// ``isIdentical``.
  public var verdict: Outcome.Verdict {
    if builds.contains(where: { $0.verdict == .asked }) { return .asked }
    if !isCompared || isPathMissing { return .failed }
    return .clean
  }

  /// Whether both builds made the same bytes.
  public var isIdentical: Bool { isCompared && differenceCount == 0 }
}
