public import Findings

/// A rule of the audit.
public typealias Rule = Finding.Rule

/// How serious a finding is.
public typealias Severity = Finding.Severity

extension Finding.Rule {
  /// The name of the group that the rule belongs to, which its identifier begins with.
  public var group: Substring { id.prefix { $0 != "-" } }

  /// The rule with another severity.
  func reported(as severity: Severity) -> Self { Self(id, severity, summary, help: help) }
}
