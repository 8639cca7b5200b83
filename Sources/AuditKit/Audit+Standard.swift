public import Findings

extension Audit {
  /// The audit with all groups, in the order of a report.
  ///
  /// - Parameters:
  ///   - advisories: the group that checks for vulnerabilities, with its database if it has one.
  ///   - threads: the maximum number of threads; nil for one per processor.
  public static func standard(advisories: AdvisoryGroup, threads: Int? = nil) -> Audit {
    Audit(
      groups: [
        IntegrityGroup(), LicenceGroup(), advisories, BuildDownloadsGroup(), HiddenContentGroup(),
        DuplicateCopiesGroup(), UnusedPackagesGroup(), VersionsGroup(),
      ], threads: threads)
  }
}

/// The rules of the audit.
public enum RuleTable {
  /// All rules, those of one group together, in the order of a report; the identifiers are unique.
  public static let all: [Rule] = Audit.standard(advisories: AdvisoryGroup()).rules

  /// The rule with that identifier; nil if there is none.
  static func rule(named id: some StringProtocol) -> Rule? { byName[String(id)] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
}
