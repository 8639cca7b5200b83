import SafeFiles

/// A finding as `--json` shows it.
public struct FindingRecord: Encodable, Hashable, Sendable {
  /// The rule's stable name.
  public let rule: String
  /// `note`, `warning` or `error`.
  public let severity: String
  /// The package; absent for what belongs to none.
  public let package: String?
  /// The path from the root, escaped as on a terminal where it is no plain text.
  public let path: String?
  /// The line, from 1.
  public let line: Int?
  /// What is the matter.
  public let message: String
  /// What to do about it.
  public let remedy: String?

  /// The record of `finding`.
  public init(_ finding: Finding) {
    rule = finding.rule.id
    severity = finding.rule.severity.rawValue
    package = finding.package
    path = finding.path?.description
    line = finding.line
    message = finding.message
    remedy = finding.remedy
  }
}
