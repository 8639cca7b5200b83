import Findings
import SafeFiles
import TestSupport
import Testing
import VendorKit

@testable import AuditKit

/// A package in which content may be hidden.
enum HiddenFiles {
  /// What is found in files of a package, a line for each finding: `RULE PATH:LINE`.
  static func rules(_ files: [String: [UInt8]]) throws -> [String] {
    let tree = try TemporaryFolder()
    for (name, bytes) in files { try tree.write("Vendor/lib/\(name)", bytes) }
    let package = AuditPackage(name: "lib", version: "1", path: try RelativePath("Vendor/lib"))
    let context = AuditContext(
      root: tree.handle, packages: [package], policy: Policy(),
      today: CivilDate(secondsSince1970: 0))
    let findings = try Audit(groups: [HiddenContentGroup()], threads: 2).report(on: context)
      .findings
    return findings.map { finding in
      let path = finding.path?.description.dropFirst("Vendor/lib/".count) ?? ""
      return "\(finding.rule.id) \(path)\(finding.line.map { ":\($0)" } ?? "")"
    }
  }

  /// The rules that a file with this text breaks, each once, in order.
  static func rules(_ name: String, _ text: String) throws -> [String] {
    Set(try rules([name: Array(text.utf8)]).map { String($0.prefix { $0 != " " }) }).sorted()
  }
}
