public import Findings

/// Something that the audit looks for; its identifier begins with the name of its group.
///
/// One table of these (``RuleTable``) is what the documentation, SARIF's `rules`, the check of the
/// policy's keys and the findings themselves are made from.
public typealias Rule = Finding.Rule

/// How much a finding matters; `--fail-on` names one of these.
public typealias Severity = Finding.Severity

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

extension Finding.Rule {
  /// The group that the rule belongs to, which its identifier begins with.
  public var group: RuleGroup { RuleGroup(rawValue: String(id.prefix { $0 != "-" })) ?? .audit }

  /// The rule with the weight that it has here.
  func reported(as severity: Severity) -> Self { Self(id, severity, summary, help: help) }
}
