public import Findings
import SafeFiles
import VendorKit

/// The group `integrity`: everything that `vendor verify` finds.
public struct IntegrityGroup: AuditGroup {
  /// A group without options.
  public init() {}

  /// The integrity rules.
  public var rules: [Finding.Rule] { IntegrityRules.all }

  /// Only the presence of packages' files: the engine reads and digests them anyway.
  public func interest(in file: AuditedFile, context: AuditContext) -> Interest {
    file.package == nil ? .none : .presence
  }

  /// No facts.
  public func begin(_ file: AuditedFile, context: AuditContext) {}

  /// No chunks are inspected.
  public func inspect(
    _ chunk: FileChunk, of file: AuditedFile, context: AuditContext, into facts: inout Void
  ) {}

  /// Verifies the tree with the digests that the engine computed.
  public func conclude(
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
