import ArgumentParser
import AuditKit
import SafeFiles
import StrictTOML
import VendorKit

/// `assetkit vendor audit`: everything that can be said offline about what is vendored.
struct VendorAudit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Say everything that can be said offline about what is vendored.",
    discussion: """
      Groups of rules: integrity (all that 'verify' finds), licence, vulnerability (with \
      --advisories), fetches (what a build would fetch, in packages and in the host), hidden (what \
      a reviewer does not see), double (one library twice), idle (what nothing here uses). \
      assetkit.toml at the root is the policy: allowed licences, severities, exceptions with an \
      end, reviews.

      Exit status: 0 nothing as grave as --fail-on, 1 something is, 2 it could not be done.
      """)

  @Option(
    help: ArgumentHelp(
      "Advisories in OSV format: a folder, or the zip that the database publishes.",
      valueName: "path"))
  var advisories: String?

  @Option(help: ArgumentHelp("Report advisories older than this.", valueName: "days"))
  var maxAge = 30

  @Option(help: "The least severity that fails the audit: error, warning, note or never.")
  var failOn = "error"

  @Option(
    help: ArgumentHelp(
      "The day that exceptions and advisories are held against. (default: today, UTC)",
      valueName: "yyyy-mm-dd"))
  var today: String?

  @Flag(help: "Print one JSON document.")
  var json = false

  @Option(help: ArgumentHelp("Also write the findings as SARIF 2.1.0.", valueName: "file"))
  var sarif: String?

  @Flag(help: "Print the rules and end.")
  var listRules = false

  @Option(help: "The most threads. (default: as many as processors)")
  var jobs: Int?

  @Flag(name: .shortAndLong, help: "Print no summary.")
  var quiet = false

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs is 1 to 1024.") }
    if maxAge < 0 { throw ValidationError("--max-age is a number of days.") }
    if failOn != "never", Severity(rawValue: failOn) == nil {
      throw ValidationError("--fail-on is error, warning, note or never.")
    }
    if let today, CivilDate(today) == nil {
      throw ValidationError("--today is a day such as 2026-11-21.")
    }
  }

  func run() throws {
    if listRules { return printRules() }
    let root = try VendorRoot.require()
    try Recovery.settle(in: root, lockTimeout: .seconds(30))
    let lock = try Lock(in: root)
    let policy = try PolicyFile.read(in: root)
    let context = AuditContext(
      root: root, lock: lock, policy: policy, today: today.flatMap { CivilDate($0) } ?? .today)
    var audit = Audit(threads: jobs)
    audit.groups.append(
      try advisories.map {
        try AdvisoryGroup(path: $0, packages: context.packages, maximumAgeDays: maxAge)
      } ?? AdvisoryGroup())
    let report = try audit.report(on: context)
    try write(report, lock)
    if let limit = Severity(rawValue: failOn), report.count(from: limit) > 0 {
      throw ExitStatus.found
    }
  }

  private func write(_ report: Audit.Report, _ lock: Lock) throws {
    let findings = report.findings
    if let sarif {
      let log = SARIFLog(
        findings, rules: RuleTable.all, toolVersion: Assetkit.configuration.version)
      try JSONOutput.write(log, to: sarif)
    }
    if json { return try JSONOutput.print(Document(report, lock)) }
    for item in zip(report.items, findings) {
      Console.result("\(item.0.severity): \(item.1.text)")
    }
    if !quiet { summarise(report, lock) }
  }

  /// A table of groups and severities, and what to do about the gravest findings.
  private func summarise(_ report: Audit.Report, _ lock: Lock) {
    var remedies: [String] = []
    for item in report.items where item.severity == .error {
      guard let remedy = item.finding.remedy, !remedies.contains(remedy) else { continue }
      remedies.append(remedy)
    }
    for remedy in remedies.prefix(8) { Console.message("remedy", remedy) }
    var lines = ["group          errors  warnings  notes"]
    for group in RuleGroup.allCases {
      let items = report.items.filter { $0.finding.rule.group == group }
      if items.isEmpty { continue }
      let counts = [(Severity.error, 6), (.warning, 8), (.note, 5)].map { severity, width in
        let digits = String(items.count { $0.severity == severity })
        return String(repeating: " ", count: max(0, width - digits.count)) + digits
      }
      let name = group.rawValue
      lines.append(
        name + String(repeating: " ", count: 15 - name.count) + counts.joined(separator: "  "))
    }
    if lines.count > 1 { for line in lines { Console.message("vendor audit", line) } }
    let borne = report.borne > 0 ? ", \(report.borne) borne by exceptions" : ""
    Console.message(
      "vendor audit",
      "\(VendorVerify.count(lock.packages.count, "package")), "
        + "\(VendorVerify.count(report.fileCount, "file")): "
        + VendorVerify.count(report.items.count, "finding") + borne)
  }

  private func printRules() {
    for rule in RuleTable.all {
      Console.result("\(rule.id)  \(rule.severity)  \(rule.summary)")
    }
  }

  /// The JSON document, schema 1.
  private struct Document: Encodable {
    let schema = 1
    let packages: Int
    let files: Int
    let borne: Int
    let counts: [String: Int]
    let findings: [FindingRecord]

    init(_ report: Audit.Report, _ lock: Lock) {
      packages = lock.packages.count
      files = report.fileCount
      borne = report.borne
      var counts = Dictionary(uniqueKeysWithValues: Severity.allCases.map { ($0.rawValue, 0) })
      for item in report.items { counts[item.severity.rawValue, default: 0] += 1 }
      self.counts = counts
      findings = report.findings.map(FindingRecord.init)
    }
  }
}

extension AuditError: Reportable {}
extension TOMLError: Reportable {}
