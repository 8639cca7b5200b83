import Findings
import SafeFiles
import VendorKit

/// The group `integrity`: everything that `vendor verify` finds.
struct IntegrityGroup: AuditGroup {
  /// The integrity rules.
  var rules: [Finding.Rule] { IntegrityRules.all }

  /// Only the presence of packages' files: the engine reads and digests them anyway.
  func interest(in file: AuditedFile, context: AuditContext) -> Interest {
    file.package == nil ? .none : .presence
  }

  /// Verifies the tree with the digests that the engine computed.
  func conclude(
    _ files: [(file: AuditedFile, facts: Void)], in context: AuditContext,
    report: inout FindingSink
  ) {
    guard let lock = context.lock, !lock.packages.isEmpty else { return }
    var known: [RelativePath: FileContents] = [:]
    for (file, _) in files { known[file.path] = file.contents }
    do {
      let verification = try Verification(of: context.root, against: lock, known: known)
      for finding in verification.findings {
        report.report(finding)
      }
    } catch {
      report.report(AuditRules.unreadable, "the packages could not be verified: \(error)")
    }
  }
}
