import Findings
import VendorKit

/// Rules about the policy's reviews and exceptions.
enum PolicyRules {
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

  static let all = [reviewVoid, reviewMissing, reviewUnknown, exceptionEnded, exceptionUnused]
}
