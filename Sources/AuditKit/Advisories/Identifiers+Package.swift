import SafeFiles
public import VendorKit

extension Identifiers {
  /// Something stated in the lock that is not valid, or does not fit the rest.
  public struct Problem: Hashable, Sendable {
    /// The field of the lock.
    public let field: String
    /// What is wrong.
    public let text: String
    /// How to repair it.
    public let remedy: String
  }

  /// What is wrong with the package URL, the CPE and the supplier of a package; of its licence the
  /// licence group says it.
  public static func problems(in package: Lock.Package) -> [Problem] {
    problems(in: AuditPackage(package))
  }

  static func problems(in package: AuditPackage) -> [Problem] {
    var problems: [Problem] = []
    func check(
      _ field: String, _ name: String, _ text: String?,
      _ parse: (String) throws(IdentifierProblem) -> String
    ) {
      guard let text else { return }
      do throws(IdentifierProblem) { _ = try parse(text) } catch {
        problems.append(
          Problem(
            field: field,
            text: "the \(name) '\(Printable.text(of: Array(text.utf8)))' \(error.problem)",
            remedy: "\(error.remedy), with 'assetkit vendor update \(package.name) --\(field) …'"))
      }
    }
    check("purl", "package URL", package.purl, packageURL)
    check("cpe", "CPE", package.cpe, platformName)
    check("supplier", "supplier", package.supplier, supplier)
    let subject = AdvisorySubject(package)
    if let (stated, own) = subject.conflictingVersions {
      problems.append(
        Problem(
          field: "purl", text: "the package URL is of version \(stated), the package of \(own)",
          remedy: "give the package URL without a version, which then follows the package's, with "
            + "'assetkit vendor update \(package.name) --purl …'"))
    }
    return problems
  }
}
