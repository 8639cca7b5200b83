public import SafeFiles

/// A problem found by a check, with its remedy.
///
/// A finding is not an error: the check worked, and this is what it found.
public struct Finding: Hashable, Sendable {
  /// How serious a finding is; a note is the lowest.
  public enum Severity: String, CaseIterable, Comparable, Hashable, Sendable {
    /// Information; the check succeeds.
    case note
    /// Somebody should look at it; the check still succeeds.
    case warning
    /// The check fails.
    case error

    /// Whether `left` is less serious.
    public static func < (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.note, .warning), (.note, .error), (.warning, .error): true
      default: false
      }
    }
  }

  /// Whether it is more than a note, so that a check of icons fails.
  public var isMoreThanNote: Bool { rule.severity > .note }

  /// A kind of problem that a check looks for.
  public struct Rule: Hashable, Sendable {
    /// The stable name, `GROUP-WHAT` in lower case; never reused, never renamed.
    public let id: String
    /// How serious a finding of this rule is; a policy can change it.
    public var severity: Severity
    /// One line without a full stop: what is wrong.
    public let summary: String
    /// One or two sentences: why it matters, and what to do.
    public let help: String

    /// Creates a rule from its parts.
    public init(_ id: String, _ severity: Severity, _ summary: String, help: String) {
      self.id = id
      self.severity = severity
      self.summary = summary
      self.help = help
    }

    /// The same rule with another severity, where one is given.
    public func with(_ severity: Severity?) -> Rule {
      var rule = self
      rule.severity = severity ?? self.severity
      return rule
    }
  }

  /// The rule that was broken.
  public var rule: Rule
  /// The package; nil if it concerns none.
  public let package: String?
  /// The file or folder, from the root or the folder that was checked; nil if it concerns none.
  public var path: RelativePath?
  /// The entry of the project's `[[icons]]`; nil if it concerns none.
  public var entry: String?
  /// The line, from 1; nil if it concerns no single line.
  public let line: Int?
  /// What is wrong, without a full stop, with what was expected and found.
  public let message: String
  /// What to do about it.
  public let remedy: String
  /// The vulnerability that it is about; nil for any other finding.
  public var vulnerability: Vulnerability?

  /// A published vulnerability.
  public struct Vulnerability: Hashable, Sendable {
    /// The id by which it is best known, a CVE's if it has one.
    public let id: String
    /// Its ids in other databases, sorted.
    public let aliases: [String]
    /// Its CVSS score from 0.0 to 10.0, with one decimal; nil if no database gives one.
    public let score: Double?

    /// A vulnerability of these ids.
    public init(id: String, aliases: [String], score: Double?) {
      (self.id, self.aliases, self.score) = (id, aliases, score)
    }
  }

  /// Creates a finding from its parts; without a remedy of its own, it uses the help of its rule.
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
  /// Orders findings by path, line, rule and message, so that the order is the same everywhere.
  public static func < (left: Finding, right: Finding) -> Bool {
    let (leftPath, rightPath) = (left.path?.bytes ?? [], right.path?.bytes ?? [])
    if leftPath != rightPath { return leftPath.lexicographicallyPrecedes(rightPath) }
    return (left.line ?? 0, left.rule.id, left.message, left.package ?? "")
      < (right.line ?? 0, right.rule.id, right.message, right.package ?? "")
  }
}
