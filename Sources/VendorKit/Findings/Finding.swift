public import SafeFiles

/// Something that is not as it should be: what `verify` and `audit` report.
///
/// A finding is no error: the check worked, and this is what it found.
public struct Finding: Hashable, Sendable {
  /// How much a finding matters.
  public enum Severity: String, CaseIterable, Comparable, Hashable, Sendable {
    /// For the record.
    case note
    /// Somebody should look at it; the check still succeeds.
    case warning
    /// The check fails.
    case error

    /// By weight: a note is the least.
    public static func < (left: Self, right: Self) -> Bool { left.weight < right.weight }

    private var weight: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// What was looked for.
  public struct Rule: Hashable, Sendable {
    /// The stable name, `GROUP-WHAT` in lower case; never reused, never renamed.
    public let id: String
    /// How much a finding matters.
    public let severity: Severity
    /// One line without a full stop: what is the matter.
    public let summary: String
    /// One or two sentences: why it matters, and what to do.
    public let help: String

    /// A rule of its parts.
    public init(_ id: String, _ severity: Severity, _ summary: String, help: String) {
      self.id = id
      self.severity = severity
      self.summary = summary
      self.help = help
    }
  }

  /// What was looked for.
  public let rule: Rule
  /// The package; nil for what belongs to none.
  public let package: String?
  /// The file or folder, from the root; nil for the repository as a whole.
  public let path: RelativePath?
  /// The line, from 1, where one can be named.
  public let line: Int?
  /// What is the matter here, without a full stop; expected and actual where there are two sides.
  public let message: String
  /// What to do about it, where that can be said.
  public let remedy: String?

  /// A finding of its parts.
  public init(
    _ rule: Rule, package: String? = nil, path: RelativePath? = nil, line: Int? = nil,
    _ message: String, remedy: String? = nil
  ) {
    self.rule = rule
    self.package = package
    self.path = path
    self.line = line
    self.message = message
    self.remedy = remedy
  }

  /// `PATH:LINE: MESSAGE [RULE]`, one line, safe on a terminal.
  public var text: String {
    var place = path?.description ?? package ?? Lock.fileName
    if let line { place += ":\(line)" }
    return "\(place): \(message) [\(rule.id)]"
  }
}

extension Finding: Comparable {
  /// By path, line, rule and message: the same findings come in the same order everywhere.
  public static func < (left: Finding, right: Finding) -> Bool {
    let (leftPath, rightPath) = (left.path?.bytes ?? [], right.path?.bytes ?? [])
    if leftPath != rightPath { return leftPath.lexicographicallyPrecedes(rightPath) }
    return (left.line ?? 0, left.rule.id, left.message, left.package ?? "")
      < (right.line ?? 0, right.rule.id, right.message, right.package ?? "")
  }
}
