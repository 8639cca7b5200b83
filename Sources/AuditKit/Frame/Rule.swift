/// How much a finding matters; `--fail-on` names one of these.
public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
  /// For the record: nothing to do now.
  case note
  /// Somebody should look at it.
  case warning
  /// It must not go out like this.
  case error

  /// By weight: a note is the least.
  public static func < (left: Severity, right: Severity) -> Bool { left.weight < right.weight }

  private var weight: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// Something that the audit looks for.
///
/// One table of these (``RuleTable``) is what the documentation, SARIF's `rules`, the check of the
/// policy's keys and the findings themselves are made from.
public struct Rule: Hashable, Sendable {
  /// The stable name, `GROUP-WHAT` in lower case: `licence-missing`. Never reused, never renamed.
  public let id: String
  /// The group that it belongs to.
  public let group: RuleGroup
  /// How much a finding matters unless the policy says otherwise.
  public let severity: Severity
  /// One line without a full stop that says what is the matter: `no licence was found`.
  public let summary: String
  /// One or two sentences: why it matters, and what to do.
  public let help: String

  /// A rule of its parts.
  public init(
    _ id: String, _ group: RuleGroup, _ severity: Severity, _ summary: String, help: String
  ) {
    self.id = id
    self.group = group
    self.severity = severity
    self.summary = summary
    self.help = help
  }
}

/// The groups of rules, in the order in which a report shows them.
public enum RuleGroup: String, Hashable, Sendable, CaseIterable {
  /// The tree is not what the lock says.
  case integrity
  /// Licences: unknown, contradictory, not allowed, changed.
  case licence
  /// Known vulnerabilities.
  case vulnerability
  /// Things that fetch at build time.
  case fetches
  /// Things that a reviewer does not see.
  case hidden
  /// The same library twice.
  case double
  /// Packages that nothing uses.
  case idle
  /// The audit itself: what it did not look at, and what the policy says of the past.
  case audit
}
