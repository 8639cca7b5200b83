import Findings
import SafeFiles
import VendorKit

/// Applies a policy to findings, and checks the reviews and exceptions of the policy itself.
struct PolicyVerdict {
  let policy: Policy
  let context: AuditContext
  /// The rules of one group together, in the order of a report.
  let order: [Finding.Rule]

  /// The findings that are not suppressed, with their severities, sorted; the others with
  /// their exceptions' reasons.
  func applied(to sink: FindingSink) -> Audit.Report {
    var sink = sink
    var used: Set<Int> = []
    var report = Audit.Report()
    checkReviews(&sink)

    var standing: [Finding] = []
    for entry in sink.entries {
      let covering = policy.exceptions.indices.filter { policy.exceptions[$0].covers(entry) }
      used.formUnion(covering)
      if let current = covering.first(where: { policy.exceptions[$0].stands(on: context.today) }) {
        guard let severity = policy.severity(of: entry.rule) else { continue }
        var finding = entry
        finding.rule.severity = severity
        report.suppressed.append(
          SuppressedFinding(finding, because: policy.exceptions[current].reason))
      } else {
        standing.append(entry)
      }
    }
    // Without a database no finding names a vulnerability.
    let looked = !sink.counts.keys.contains { $0.id == "vulnerability-not-looked" }
    standing += checkExceptions(used: used, advisoriesWereRead: looked)

    var seen: Set<Finding> = []
    for var finding in standing where seen.insert(finding).inserted {
      guard let severity = policy.severity(of: finding.rule) else { continue }
      finding.rule.severity = severity
      report.findings.append(finding)
    }
    sort(&report.findings)
    report.suppressed.sort { $0.finding < $1.finding }
    return report
  }

  private func checkReviews(_ sink: inout FindingSink) {
    for package in context.packages {
      let reviews = policy.reviews.filter { $0.package == package.name }
      if reviews.contains(where: { $0.tree == package.tree }) { continue }
      if let last = reviews.last {
        sink.report(
          AuditRules.reviewVoid, package: package.name, path: .policy, line: last.line,
          "the review is of \(last.tree), but the package is now \(package.tree)",
          remedy: "review what changed and run assetkit vendor review \(package.name) --note TEXT")
      } else if policy.requiresReviews {
        sink.report(
          AuditRules.reviewMissing, package: package.name,
          "the package has not been reviewed in its present state",
          remedy: "review it and run assetkit vendor review \(package.name) --note TEXT")
      }
    }
    for review in policy.reviews
    where !context.packages.contains(where: { $0.name == review.package }) {
      sink.report(
        AuditRules.reviewUnknown, path: .policy, line: review.line,
        "the review is of \(review.package), which is not vendored here",
        remedy: "remove the review")
    }
  }

  private func checkExceptions(used: Set<Int>, advisoriesWereRead: Bool) -> [Finding] {
    var sink = FindingSink()
    for (index, exception) in policy.exceptions.enumerated() {
      let what = exception.subject
      if !used.contains(index) {
        if exception.advisory != nil, !advisoriesWereRead { continue }
        sink.report(
          AuditRules.exceptionUnused, package: exception.package, path: .policy,
          line: exception.line, "the exception for \(what) matches no finding",
          remedy: "remove the exception")
      } else if let until = exception.until, !exception.stands(on: context.today) {
        sink.report(
          AuditRules.exceptionEnded, package: exception.package, path: .policy,
          line: exception.line, "the exception for \(what) ended on \(until)",
          remedy: "fix what it suppressed, or set a later end date")
      }
    }
    return sink.entries
  }

  /// Sorts by group, rule, package, path, line and message.
  private func sort(_ findings: inout [Finding]) {
    var placeOfGroup: [Substring: Int] = [:]
    for rule in order where placeOfGroup[rule.group] == nil {
      placeOfGroup[rule.group] = placeOfGroup.count
    }
    // A group without a place in the order comes last.
    func key(_ finding: Finding) -> (Int, String, String) {
      let place = placeOfGroup[finding.rule.group] ?? placeOfGroup.count
      return (place, finding.rule.id, finding.package ?? "")
    }
    // Findings of one rule and package are ordered by path and line.
    findings.sort { left, right in
      let (leftKey, rightKey) = (key(left), key(right))
      return leftKey == rightKey ? left < right : leftKey < rightKey
    }
  }
}

extension RelativePath {
  /// The policy's file, at the root.
  static let policy = RelativePath(known: "assetkit.toml")
}
