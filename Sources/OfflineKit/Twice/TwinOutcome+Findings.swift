public import Findings

extension TwinOutcome {
  /// A finding for each attempt of each build, and for each path that differs.
  public var findings: [Finding] {
    builds.flatMap(\.findings)
      + differences.map { Finding(OfflineRules.difference, "\($0.path): \($0.problem)") }
  }
}
