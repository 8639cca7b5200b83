import SafeFiles
import VendorKit

extension LicenceSummary {
  /// The most bytes of a file that a clarification is about.
  private static let limitBytes = 64 << 20

  /// Puts what the policy says of a file in the place of what was found there, if the file is the one
  /// that was read for it.
  mutating func clarify(in context: AuditContext) {
    for clarification in context.policy.clarifications
    where clarification.package == package.name {
      if let problem = problem(of: clarification, in: context) {
        voidClarifications.append((clarification, problem))
        continue
      }
      let path = clarification.path
      let isLicenceFile = licenceFiles.contains(path)
      evidence.removeAll { $0.path == path }
      unrecognised.removeAll { $0.path == path }
      restricted.removeAll { $0.path == path }
      invalid.removeAll { $0.path == path }
      evidence.append(
        Evidence(
          expression: clarification.expression, alternatives: [],
          source: isLicenceFile ? .licenceFile : .tag, form: .clarified, path: path, line: 1,
          lastLine: 1, similarity: 1))
    }
  }

  private func problem(
    of clarification: Policy.Clarification, in context: AuditContext
  ) -> String? {
    let path = clarification.path
    guard path.isInside(package.path), path != package.path else {
      return "is not a file of \(package.name), which is in \(package.path)"
    }
    do {
      // Such files are few: reading them again costs less than hashing all on the way.
      let bytes = try context.root.readFile(path, limitBytes: Self.limitBytes)
      let found = SHA256.digest(of: bytes)
      return found == clarification.sha256
        ? nil : "has changed: its SHA-256 is \(found.hex), expected \(clarification.sha256.hex)"
    } catch {
      return error.code == .notFound ? "is missing" : error.problem
    }
  }
}
