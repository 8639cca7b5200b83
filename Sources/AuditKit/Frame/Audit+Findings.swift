public import VendorKit

extension Rule {
  /// The rule as reports show it, with the weight it has here.
  public func reported(as severity: Severity) -> Finding.Rule {
    Finding.Rule(
      id, Finding.Severity(rawValue: severity.rawValue) ?? .error, summary, help: help)
  }
}

extension Audit.Report {
  /// The findings as the commands print them, in the report's order.
  public var findings: [Finding] {
    items.map { item in
      let entry = item.finding
      return Finding(
        entry.rule.reported(as: item.severity), package: entry.package, path: entry.path,
        line: entry.line, entry.message, remedy: entry.remedy)
    }
  }

  /// How many findings weigh at least so much.
  public func count(from severity: Severity) -> Int {
    items.count { $0.severity >= severity }
  }
}
