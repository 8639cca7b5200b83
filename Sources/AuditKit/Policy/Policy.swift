import Findings
public import SafeFiles
import VendorKit

/// The policy of a repository for its vendored packages, from `assetkit.toml`.
public struct Policy: Hashable, Sendable {
  /// The licences that may be used; nil if the policy does not restrict them.
  var allowedLicenses: LicenseTerms?
  /// Licences that may not be used.
  var deniedLicenses = LicenseTerms()
  /// Severities of rules that differ from the default; `.some(nil)` switches a rule off.
  var severities: [String: Severity?] = [:]
  /// Findings that are suppressed until a date.
  var exceptions: [Exception] = []
  /// The licences of files whose text was read by a person.
  var clarifications: [Clarification] = []
  /// The recorded reviews.
  var reviews: [Review] = []
  /// Whether every package requires a review of its present tree.
  var requiresReviews = false
  /// From where on findings fail an audit; nil if the policy does not say.
  public var failOn: FailureLimit?

  /// The file with the findings that are not reported, from the root; nil for none.
  public var baseline: RelativePath?

  /// Creates a policy with all defaults.
  public init() {}

  /// Suppresses findings of one rule, or about one vulnerability, until a date.
  struct Exception: Hashable, Sendable {
    /// The rule's identifier; nil for those about `advisory`.
    var rule: String?
    /// The package; nil for every package and the host.
    var package: String?
    /// A file, or a folder and all below it, from the root; nil for every path.
    var path: RelativePath?
    /// The id of a vulnerability, by any of its names; nil for every finding of the rule.
    var advisory: String?
    /// What was found out about the vulnerability; nil if that was not said.
    var status: VulnerabilityStatus?
    /// The reason for the suppression.
    var reason: String
    /// The last day of the suppression; nil for a status that does not end.
    var until: CivilDate?
    /// The line in the policy, for messages.
    var line: Int

    /// Whether this exception covers the finding, whatever the date.
    func covers(_ entry: Finding) -> Bool {
      if let rule, rule != entry.rule.id { return false }
      if let advisory {
        guard let vulnerability = entry.vulnerability,
          advisory == vulnerability.id || vulnerability.aliases.contains(advisory)
        else { return false }
      }
      if let package, package != entry.package { return false }
      if let path { return entry.path?.isInside(path) ?? false }
      return true
    }

    /// Whether it still suppresses on that day.
    func stands(on day: CivilDate) -> Bool { until.map { $0 >= day } ?? true }

    /// What it is for, in messages.
    var subject: String {
      [rule, advisory, package, path?.description].compactMap { $0 }.joined(separator: ", ")
    }
  }

  /// Says what a file's licence is, as long as the file does not change.
  struct Clarification: Hashable, Sendable {
    /// The package's name.
    var package: String
    /// The file, from the root.
    var path: RelativePath
    /// The digest of the file that was read.
    var sha256: SHA256Digest
    /// The licence.
    var expression: LicenseExpression
    /// How this was found out.
    var reason: String
    /// The line in the policy, for messages.
    var line: Int
  }

  /// A record that one state of a package was reviewed.
  struct Review: Hashable, Sendable {
    /// The package's name.
    var package: String
    /// The `tree` digest that was reviewed.
    var tree: String
    /// The reviewer's note.
    var note: String
    /// The line in the policy, for messages.
    var line: Int
  }

  /// The severity of a rule under this policy; nil if the rule is switched off.
  func severity(of rule: Rule) -> Severity? {
    severities[rule.id] ?? rule.severity
  }
}
