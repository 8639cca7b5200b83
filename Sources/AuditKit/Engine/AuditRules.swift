import Findings

/// Rules about the audit itself: what it did not look at.
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
