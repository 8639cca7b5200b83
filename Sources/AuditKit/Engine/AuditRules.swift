import Findings

/// Rules about the audit itself: what it did not look at.
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

  static let all = [cut, unreadable]
}
