import Findings
import SafeFiles

/// Collects the findings of one group, and keeps a limited number of each rule.
struct FindingSink: Sendable {
  /// The most findings of one rule that are kept; the rest are counted.
  static let limitOfRule = 1000

  /// The findings that were kept.
  private(set) var entries: [Finding] = []
  /// How many findings of each rule were reported, kept or not.
  private(set) var counts: [Rule: Int] = [:]

  /// Reports one finding.
  ///
  /// Path, line and message should make it unique: equal findings are shown once.
  mutating func report(
    _ rule: Rule, package: String? = nil, path: RelativePath? = nil, line: Int? = nil,
    _ message: String, remedy: String? = nil
  ) {
    report(Finding(rule, package: package, path: path, line: line, message, remedy: remedy))
  }

  /// Reports a finding.
  mutating func report(_ finding: Finding) {
    counts[finding.rule, default: 0] += 1
    guard counts[finding.rule, default: 0] <= Self.limitOfRule else { return }
    entries.append(finding)
  }

  /// Reports a finding in a file.
  mutating func report(
    _ rule: Rule, in file: AuditedFile, of context: AuditContext, line: Int? = nil,
    _ message: String, remedy: String? = nil
  ) {
    report(
      rule, package: context.package(of: file)?.name, path: file.path, line: line, message,
      remedy: remedy)
  }

  /// Adds the findings of another sink.
  mutating func add(_ other: FindingSink) {
    entries += other.entries
    counts.merge(other.counts) { $0 + $1 }
  }
}
