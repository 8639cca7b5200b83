public import Findings
import VendorKit

/// Every rule there is, in the order of the groups.
public enum RuleTable {
  /// All rules; the identifiers are unique.
  public static let all: [Rule] =
    IntegrityRules.all + LicenceRules.all + AdvisoryRules.all + BuildDownloadsRules.all
    + HiddenContentRules.all
    + DuplicateCopiesRules.all + UnusedPackagesRules.all + AuditRules.all + PolicyRules.all

  /// The rule of that name; nil if there is none.
  public static func rule(named id: some StringProtocol) -> Rule? { byName[String(id)] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
}

/// Rules about the audit itself.
enum AuditRules {
  static let cut = Rule(
    "audit-cut", .note, "only a part was looked at",
    help: """
      A file is longer than the audit reads, or a rule found more than a report can hold. What was \
      left out is unknown, not clean.
      """)
  static let unreadable = Rule(
    "audit-unreadable", .error, "a file could not be read",
    help: "Nothing is known about its contents. Give the audit the permission to read it.")

  static let all = [cut, unreadable]
}
