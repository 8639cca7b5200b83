import ArgumentParser
import AuditKit
import Findings
import SafeFiles
import TextFormats
import VendorKit

/// `assetkit vendor audit`: runs all offline checks on the vendored packages.
struct VendorAudit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Run all offline checks on the vendored packages.",
    discussion: """
      Groups of rules: integrity (everything 'verify' checks), licence, vulnerability (with \
      --advisories), fetches (build-time downloads, in packages and in the project), hidden (hidden \
      content), double (duplicate copies of a library), idle (unused packages). \
      assetkit.toml at the root holds the policy: allowed licences, severities, exceptions with an \
      expiry date, reviews.

      Exit status: 0 no finding as severe as --fail-on, 1 at least one, 2 the audit failed.
      """)

  @Option(
    help: ArgumentHelp(
      "Advisories in OSV format: a folder of entries or zips, or a zip as published by OSV.",
      valueName: "path"))
  var advisories: String?

  @Option(help: ArgumentHelp("Report advisory data older than this.", valueName: "days"))
  var maxAge = 30

  @Option(
    help: ArgumentHelp(
      "The lowest severity that fails the audit: error, warning, note or never; for known "
        + "vulnerabilities a CVSS score such as 7.0, or both with a comma. (default: what "
        + "assetkit.toml says, else error)"))
  var failOn: String?

  @Option(
    help: ArgumentHelp(
      "The date used to check expiry and age. (default: today, UTC)",
      valueName: "yyyy-mm-dd"))
  var today: String?

  @Flag(help: "Print the rules and exit.")
  var listRules = false

  @OptionGroup var options: CheckOptions
  @OptionGroup var baseline: BaselineOptions

  func validate() throws {
    if maxAge < 0 { throw ValidationError("--max-age must not be negative.") }
    if let failOn, FailureLimit(failOn) == nil {
      throw ValidationError("--fail-on must be \(FailureLimit.expected).")
    }
    if let today, CivilDate(today) == nil {
      throw ValidationError("--today must be a date such as 2026-11-21.")
    }
  }

  func run() throws {
    if listRules { return printRules() }
    let sarif = try options.sarif.map(OutputFile.init)
    let codeQuality = try options.codeQuality.map(OutputFile.init)
    let newBaseline = try baseline.writeBaseline.map(OutputFile.init)
    let root = try VendorRoot.settled()
    let lock = try Lock(in: root)
    let policy = try ProjectFile(in: root).policy(note: note)
    let context = AuditContext(
      root: root, lock: lock, policy: policy, today: today.flatMap { CivilDate($0) } ?? .today)
    let old = try baseline.given(or: policy, in: root)
    let audit = Audit.standard(
      advisories: try advisories.map {
        try AdvisoryGroup(path: $0, packages: context.packages, maximumAgeDays: maxAge)
      } ?? AdvisoryGroup(), threads: options.jobs)
    var report = try audit.report(on: context)
    let all = Baseline(report.findings)
    try newBaseline?.write(Array(all.text.utf8))
    let comparison = old?.compared(with: report.findings)
    if let comparison { report.keep(comparison.new) }
    try FindingReport(
      findings: report.findings, rules: audit.rules, document: document(report, lock, comparison),
      defaultPath: try RelativePath(Lock.fileName), suppressed: report.suppressed,
      category: "vendor audit"
    ).write(asJSON: options.json, sarif: sarif, codeQuality: codeQuality)
    if !options.json, !options.quiet {
      summarise(report, lock)
      if let comparison { baseline.summarise(comparison, policy) }
      if let newBaseline {
        Console.message(newBaseline.path, "contains \(Console.count(all.count, "finding"))")
      }
    }
    if newBaseline != nil { return }
    let limit = failOn.flatMap { FailureLimit($0) } ?? policy.failOn ?? .error
    if report.fails(at: limit) { throw ExitStatus.found }
  }

  private func note(_ location: String, _ problem: String, _ remedy: String) {
    if !options.quiet { Console.message(location, problem, remedy: remedy) }
  }

  /// A table of groups and severities.
  private func summarise(_ report: Audit.Report, _ lock: Lock) {
    var lines = ["group          errors  warnings  notes"]
    var seen: Set<Substring> = []
    for group in RuleTable.all.map(\.group) where seen.insert(group).inserted {
      let findings = report.findings.filter { $0.rule.group == group }
      if findings.isEmpty { continue }
      let counts = [(Severity.error, 6), (.warning, 8), (.note, 5)].map { severity, width in
        let digits = String(findings.count { $0.rule.severity == severity })
        return String(repeating: " ", count: max(0, width - digits.count)) + digits
      }
      let name = String(group)
      lines.append(
        name + String(repeating: " ", count: 15 - name.count) + counts.joined(separator: "  "))
    }
    if lines.count > 1 { for line in lines { Console.message("vendor audit", line) } }
    let suppressed =
      report.suppressed.isEmpty ? "" : ", \(report.suppressed.count) suppressed by exceptions"
    Console.message(
      "vendor audit",
      "\(Console.count(lock.packages.count, "package")), "
        + "\(Console.count(report.fileCount, "file")): "
        + Console.count(report.findings.count, "finding") + suppressed)
  }

  private func printRules() {
    for rule in RuleTable.all {
      Console.result("\(rule.id)  \(rule.severity)  \(rule.summary)")
    }
  }

  /// The JSON document without its findings, schema 2.
  private func document(
    _ report: Audit.Report, _ lock: Lock, _ comparison: Baseline.Comparison?
  ) -> JSON.Members {
    let counts = Severity.allCases.map { severity in
      (severity.rawValue, JSON.integer(report.findings.count { $0.rule.severity == severity }))
    }
    return [
      "schema": 2,
      "packages": .integer(lock.packages.count),
      "files": .integer(report.fileCount),
      "suppressed": .integer(report.suppressed.count),
      "baseline": comparison.map { ["known": .integer($0.known), "gone": .strings($0.gone)] },
      "counts": .object(JSON.Members(counts)),
    ]
  }
}

extension AuditError: Reportable {}
