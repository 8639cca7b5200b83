public import Findings

extension Audit.Report {
  /// The findings as the commands print them, in the report's order.
  public var findings: [Finding] {
    items.map { item in
      let found = item.finding
      return Finding(
        found.rule.reported(as: item.severity), package: found.package, path: found.path,
        line: found.line, found.message, remedy: found.remedy)
    }
  }

  /// The number of findings of at least `severity`.
  public func count(from severity: Severity) -> Int {
    items.count { $0.severity >= severity }
  }
}
