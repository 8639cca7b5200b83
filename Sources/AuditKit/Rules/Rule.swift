public import Findings

/// What a group of the audit looks for.
public typealias Rule = Finding.Rule

/// How much a finding matters.
public typealias Severity = Finding.Severity

extension Finding.Rule {
  /// The name of the group that the rule belongs to, which its identifier begins with.
  public var group: Substring { id.prefix { $0 != "-" } }

  /// The rule with the severity that it has here.
  func reported(as severity: Severity) -> Self { Self(id, severity, summary, help: help) }
}
