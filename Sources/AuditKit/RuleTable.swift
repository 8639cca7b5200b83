public import Findings

/// The rules of the audit.
public enum RuleTable {
  /// All rules, those of one group together, in the order of a report; the identifiers are unique.
  public static let all: [Rule] = Audit.standard(advisories: AdvisoryGroup()).rules

  /// The rule with that identifier; nil if there is none.
  public static func rule(named id: some StringProtocol) -> Rule? { byName[String(id)] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
}
