public import Findings

extension Outcome {
  /// A finding for each attempt.
  public var findings: [Finding] { attempts.map(\.finding) }
}
