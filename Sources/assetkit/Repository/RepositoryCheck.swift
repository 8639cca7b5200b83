import AuditKit
import Findings
import IconKit
import ProjectKit
import SafeFiles
import VendorKit

/// Runs every check that a repository asks for.
struct RepositoryCheck {
  /// The maximum number of threads; nil for the number of processors.
  let threads: Int?

  /// The checks in the order of a report: all of them, also those that have nothing to check.
  ///
  /// - Throws: what cannot be blamed on one check: the root cannot be read, an interrupt.
  func parts() async throws -> [CheckPart] {
    // The second also knows a first package whose addition was interrupted.
    let root = try ProjectFile.root() ?? VendorRoot.nearest()
    return [try await vendor(root), try await icons(root), try await audit(root)]
  }

  private func vendor(_ root: DirectoryHandle?) async throws -> CheckPart {
    try await CheckPart("vendor", rules: IntegrityRules.all, absent: "there is no vendor.lock") {
      guard let (root, lock) = try lock(in: root) else { return nil }
      let verification = try Verification(of: root, against: lock, threads: threads)
      let files = verification.packages.reduce(0) { $0 + ($1.fileCount ?? 0) }
      return .init(
        findings: verification.findings, hasFailed: !verification.isIntact,
        extent: extent(lock.packages.count, files))
    }
  }

  private func icons(_ root: DirectoryHandle?) async throws -> CheckPart {
    var reason = Self.noFile
    return try await CheckPart(
      "icons", rules: CheckRules.all + IconRules.all, absent: reason
    ) {
      guard let root, case let file = try ProjectFile(in: root), file.exists else { return nil }
      reason = "assetkit.toml has no [[icons]]"
      if file.iconNodes.isEmpty { return nil }
      guard file.hasCommittedIcons else {
        let drawings = try IconEntry.all(in: file).compactMap(\.drawing)
        reason = "every entry of [[icons]] is made by the build of a target"
        guard !drawings.isEmpty else { return nil }
        let changed = try drawings.compactMap { try $0.finding() }
        return .init(
          findings: changed.sorted(), hasFailed: !changed.isEmpty,
          extent: "the masters of \(entries(drawings.count)), whose icons a build makes")
      }
      let run = try IconRun(file, threads: threads, isQuiet: true)
      let (compared, count) = try await run.compared()
      // A file that is missing is reported once.
      let missing = Set(compared.filter { $0.rule == CheckRules.missing }.map(\.path))
      let lint = try run.job.lintOutput().findings.filter { finding in
        finding.rule != .missingFile || !missing.contains(finding.path)
      }
      return .init(
        findings: (compared + lint).sorted(),
        hasFailed: !compared.isEmpty || lint.contains(where: \.isMoreThanNote),
        extent: "\(entries(run.project?.names.count ?? 0)), \(Console.count(count, "file"))")
    }
  }

  private func audit(_ root: DirectoryHandle?) async throws -> CheckPart {
    var reason = Self.noFile
    return try await CheckPart("audit", rules: RuleTable.all, absent: reason) {
      guard let root, case let file = try ProjectFile(in: root), file.exists else { return nil }
      reason = "assetkit.toml has no [audit]"
      guard file.hasAudit else { return nil }
      guard let (_, lock) = try lock(in: root) else {
        throw VendorError(
          .nothingToCheck, at: ProjectFile.name, "has [audit], but there is no vendor.lock",
          remedy: "vendor something with 'assetkit vendor add', or remove the table")
      }
      let policy = try file.policy()
      let context = AuditContext(root: root, lock: lock, policy: policy, today: .today)
      let report = try Audit.standard(advisories: AdvisoryGroup(), threads: threads)
        .report(on: context)
      // What 'vendor' has reported already, whatever the policy says of it.
      let others = report.findings.filter { $0.rule.group != "integrity" }
      let baseline = try Baseline(of: policy, in: root)
      let comparison = baseline?.compared(with: others)
      let findings = comparison?.new ?? others
      let known = comparison.map { ", \($0.known) in the baseline" } ?? ""
      let limit = policy.failOn ?? .error
      return .init(
        findings: findings, hasFailed: findings.contains { limit.isReached(by: $0) },
        extent: extent(lock.packages.count, report.fileCount) + known, suppressed: report.suppressed
      )
    }
  }

  private static let noFile = "there is no assetkit.toml"

  /// The lock of the root, where it has one, and the root with an interrupted change settled.
  private func lock(in root: DirectoryHandle?) throws -> (DirectoryHandle, Lock)? {
    guard let root else { return nil }
    try Recovery.settle(in: root, lockTimeout: .seconds(30))
    guard try root.statusIfPresent(of: RelativePath(known: Lock.fileName)) != nil else {
      return nil
    }
    return (root, try Lock(in: root))
  }

  private func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }

  private func extent(_ packages: Int, _ files: Int) -> String {
    "\(Console.count(packages, "package")), \(Console.count(files, "file"))"
  }
}
