import Findings
import SafeFiles
import VendorKit

extension AuditContext {
  /// Makes sure that packages are what the lock says, before anything is said of them to others.
  ///
  /// - Parameters:
  ///   - results: the scan of their files, with digests.
  ///   - packages: their names.
  ///   - consequence: what does not happen otherwise: `no notices were written`.
  /// - Throws: `AuditError` for the first difference, and what `Verification` throws.
  func requirePinnedFiles(
    _ results: [FileScan.Result], of packages: [String], orElse consequence: String
  ) throws {
    guard let lock, !packages.isEmpty else { return }
    var known: [RelativePath: FileContents] = [:]
    for result in results { known[result.file.path] = result.file.contents }
    let verification = try Verification(of: root, against: lock, named: packages, known: known)
    guard let finding = verification.findings.first(where: { $0.rule.severity == .error }) else {
      return
    }
    throw AuditError(
      finding.path?.description ?? Lock.fileName, "differs from vendor.lock; \(consequence)",
      remedy: "run 'assetkit vendor verify' to see the differences")
  }
}
