public import SafeFiles

/// One thing that is wrong with one file.
public struct IconFinding: Hashable, Sendable {
  /// The rule that it breaks.
  public let rule: IconRule
  /// The file, relative to the folder.
  public let path: RelativePath
  /// What is wrong, as the end of a sentence that begins with the file: expected and actual.
  public let problem: String
  /// What to do about it.
  public let remedy: String
}

extension IconFinding: Comparable {
  /// Orders by path, then rule, then text.
  public static func < (a: IconFinding, b: IconFinding) -> Bool {
    if a.path != b.path { return a.path < b.path }
    return (a.rule.id, a.problem) < (b.rule.id, b.problem)
  }
}
