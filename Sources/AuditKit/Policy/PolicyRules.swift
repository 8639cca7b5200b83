import Findings
import VendorKit

/// Rules about what the policy says of the past.
enum PolicyRules {
  static let reviewVoid = Rule(
    "audit-review-void", .warning, "a review is of another state of the package",
    help: """
      The package has changed since somebody reviewed it, so the review says nothing of what is \
      here now. Look at the change and record a new review.
      """)
  static let reviewMissing = Rule(
    "audit-review-missing", .error, "a package has not been reviewed",
    help: "The policy asks for a review of every package. Look at it and record one.")
  static let reviewUnknown = Rule(
    "audit-review-unknown", .note, "a review is of a package that is not here",
    help: "The package was removed or renamed. Remove its review.")
  static let exceptionEnded = Rule(
    "audit-exception-ended", .warning, "an exception has ended",
    help: "What it suppressed is reported again. Fix that, or set a later end date.")
  static let exceptionUnused = Rule(
    "audit-exception-unused", .note, "an exception has nothing to except",
    help: "What it was for has gone. Remove it, lest it hides something new.")

  static let all = [reviewVoid, reviewMissing, reviewUnknown, exceptionEnded, exceptionUnused]
}
