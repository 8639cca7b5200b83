/// A finding that somebody accepted, so that it is not reported and fails no check.
public struct SuppressedFinding: Hashable, Sendable {
  /// What was found.
  public var finding: Finding
  /// Why it was accepted, in that person's words.
  public var reason: String

  /// A finding that was accepted for a reason.
  public init(_ finding: Finding, because reason: String) {
    self.finding = finding
    self.reason = reason
  }
}
