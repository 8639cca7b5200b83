public import SafeFiles

/// Something that is not as it should be, with what to do about it: what every check reports.
///
/// A finding is not an error: the check worked, and this is what it found.
public struct Finding: Hashable, Sendable {
  /// How much a finding matters; a note is the least.
  public enum Severity: String, CaseIterable, Comparable, Hashable, Sendable {
    /// For the record.
    case note
    /// Somebody should look at it; the check still succeeds.
    case warning
    /// The check fails.
    case error

    /// Whether `left` matters less.
    public static func < (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.note, .warning), (.note, .error), (.warning, .error): true
      default: false
      }
    }
  }

  /// What was looked for.
  public struct Rule: Hashable, Sendable {
    /// The stable name, `GROUP-WHAT` in lower case; never reused, never renamed.
    public let id: String
    /// How much a finding matters.
    public let severity: Severity
    /// One line without a full stop: what is wrong.
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
  /// The file or folder, from the root or the folder that was checked; nil for what is not about one.
  public let path: RelativePath?
  /// The line, from 1, where one can be named.
  public let line: Int?
  /// What is wrong here, without a full stop; expected and actual where there are two sides.
  public let message: String
  /// What to do about it.
  public let remedy: String

  /// A finding of its parts; without a remedy of its own, it has the help of its rule.
  public init(
    _ rule: Rule, package: String? = nil, path: RelativePath? = nil, line: Int? = nil,
    _ message: String, remedy: String? = nil
  ) {
    self.rule = rule
    self.package = package
    self.path = path
    self.line = line
    self.message = message
    self.remedy = remedy ?? rule.help
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
