import SafeFiles
import VendorKit

/// The group `integrity`: everything that `vendor verify` finds.
public struct IntegrityGroup: AuditGroup {
  /// A group without options.
  public init() {}

  /// Which group this is.
  public var group: RuleGroup { .integrity }

  /// Nothing: verification reads the tree by its own lists.
  public func interest(in file: AuditedFile, context: AuditContext) -> Interest { .none }

  /// No facts.
  public func begin(_ file: AuditedFile, context: AuditContext) {}

  /// Nothing to see.
  public func inspect(
    _ chunk: FileChunk, of file: AuditedFile, context: AuditContext, into facts: inout Void
  ) {}

  /// Verifies the tree.
  public func conclude(
    _ files: [(file: AuditedFile, facts: Void)], in context: AuditContext,
    report: inout FindingSink
  ) {
    guard let lock = context.lock, !lock.packages.isEmpty else { return }
    do {
      for finding in try Verification(of: context.root, against: lock).findings {
        report.report(finding)
      }
    } catch {
      report.report(AuditRules.unreadable, "verification could not be made: \(error)")
    }
  }
}
