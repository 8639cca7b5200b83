import Findings
import SafeFiles
import TestSupport
import Testing
import VendorKit

@testable import AuditKit

/// A tree with packages, as a group sees it.
enum AuditedTree {
  /// What `group` finds, a line for each finding: `RULE PATH:LINE`.
  ///
  /// - Parameter packages: names with versions and purls, each in `Vendor/NAME`.
  static func findings(
    _ group: some AuditGroup, _ files: [String: String],
    packages: [(name: String, version: String, purl: String?)]
  ) throws -> [String] {
    let tree = try TemporaryFolder(files)
    let day = try #require(CivilDate("2026-11-21"))
    let packages = try packages.map {
      try tree.handle.createDirectories(try RelativePath("Vendor/\($0.name)"))
      return AuditPackage(
        name: $0.name, version: $0.version, path: try RelativePath("Vendor/\($0.name)"),
        purl: $0.purl)
    }
    let context = AuditContext(
      root: tree.handle, packages: packages, policy: Policy(), today: day)
    let report = try Audit(groups: [group], threads: 2).report(on: context)
    return report.findings.map { finding in
      "\(finding.rule.id) \(finding.path?.description ?? "-")"
        + (finding.line.map { ":\($0)" } ?? "")
    }
  }
}
