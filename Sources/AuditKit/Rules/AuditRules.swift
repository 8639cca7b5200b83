public import Findings

/// A rule of the audit.
public typealias Rule = Finding.Rule

/// How serious a finding is.
public typealias Severity = Finding.Severity

extension Finding.Rule {
  /// The name of the group that the rule belongs to, which its identifier begins with.
  public var group: Substring { id.prefix { $0 != "-" } }
}

/// Rules about the audit itself: what it did not check, and the policy's reviews and exceptions.
enum AuditRules {
  static let cut = Rule(
    "audit-cut", .note, "the audit is incomplete",
    help: """
      A file is longer than the audit reads, or a rule has more findings than a report lists. The \
      rest was not checked or is not shown.
      """)
  static let unreadable = Rule(
    "audit-unreadable", .error, "a file could not be read",
    help: "Its contents were not checked. Make the file readable and run the audit again.")
  static let reviewVoid = Rule(
    "audit-review-void", .warning, "a review is out of date",
    help: """
      The package has changed since it was reviewed, so the review no longer covers it. Review the \
      change and record it with `assetkit vendor review`.
      """)
  static let reviewMissing = Rule(
    "audit-review-missing", .error, "a package has not been reviewed",
    help: "The policy requires a review of every package. Review it and record that.")
  static let reviewUnknown = Rule(
    "audit-review-unknown", .note, "a review is of a package that is not vendored",
    help: "The package was removed or renamed. Remove its review.")
  static let exceptionEnded = Rule(
    "audit-exception-ended", .warning, "an exception has ended",
    help: "What it suppressed is reported again. Fix that, or set a later end date.")
  static let exceptionUnused = Rule(
    "audit-exception-unused", .note, "an exception matches no finding",
    help: "Remove it, so that it does not hide a new finding.")

  static let all = [
    cut, unreadable, reviewVoid, reviewMissing, reviewUnknown, exceptionEnded, exceptionUnused,
  ]
}
