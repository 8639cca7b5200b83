public import SafeFiles

/// What an update did with a patch.
public struct PatchFate: Sendable {
  /// What became of it.
  public enum Outcome: Sendable {
    /// It applies as it is.
    case applied
    /// It was given with the update.
    case added
    /// It applies at other lines; its line numbers were rewritten.
    case moved([Patch.Move])
    /// It was merged with what upstream changed, and rewritten.
    case merged
    /// A person resolved its conflicts, and it was rewritten.
    case resolved
    /// Upstream has all its changes, so it was dropped.
    case upstream
    /// Nothing of it was left after its conflicts had been resolved, so it was dropped.
    case emptied
    /// It was dropped as asked for.
    case dropped
  }

  /// The patch's file, from the root.
  public let path: RelativePath
  /// What became of it.
  public let outcome: Outcome

  /// The fate of the patch at `path`.
  init(_ path: RelativePath, _ outcome: Outcome) {
    self.path = path
    self.outcome = outcome
  }
}
