import SafeFiles
import TextFormats

/// Checks what people state of a package for audits and bills of materials.
///
/// `vendor.lock` is read without these checks, so that a lock of an earlier version stays readable; what
/// is not valid there is a finding of the audit, and is left out of bills.
public enum Identifiers {
  /// The canonical form of a package URL.
  ///
  /// - Throws: ``IdentifierProblem``.
  public static func packageURL(_ text: String) throws(IdentifierProblem) -> String {
    try PackageURLText(text).description
  }

  /// The licence expression in the spelling of the SPDX list.
  ///
  /// - Throws: ``IdentifierProblem``; also for names that are neither on the list nor `LicenseRef-`.
  public static func license(_ text: String) throws(IdentifierProblem) -> String {
    let expression: LicenseExpression
    do { expression = try LicenseExpression(parsing: text) } catch {
      throw IdentifierProblem(
        "is not an SPDX licence expression: \(error)",
        remedy: "write it as MIT, 'MIT OR Apache-2.0' or LicenseRef-NAME")
    }
    guard let name = expression.unlistedNames.first else { return expression.description }
    let near = LicenseList.nearest(to: name).map { "'\($0)'" } ?? "an identifier of that list"
    throw IdentifierProblem(
      "names '\(Printable.text(of: Array(name.utf8)))', which is not on the SPDX licence list",
      remedy: "write \(near), or LicenseRef-NAME for another licence")
  }

  /// A CPE 2.3 name bound to a formatted string (NISTIR 7695, 6.2).
  ///
  /// - Throws: ``IdentifierProblem``.
  public static func platformName(_ text: String) throws(IdentifierProblem) -> String {
    if let problem = PlatformName.problem(with: text) {
      throw IdentifierProblem(
        problem, remedy: "write it as cpe:2.3:a:VENDOR:PRODUCT:*:*:*:*:*:*:*:*")
    }
    return text
  }

  /// Who makes something: `NAME`, or `NAME <ADDRESS>`.
  ///
  /// - Throws: ``IdentifierProblem``.
  public static func supplier(_ text: String) throws(IdentifierProblem) -> String {
    if let problem = SupplierText.problem(with: text) {
      throw IdentifierProblem(
        problem, remedy: "write NAME, or 'NAME <ADDRESS>' with a web or e-mail address")
    }
    return text
  }
}

extension LicenseList {
  /// The listed identifier that a misspelled one may mean; nil where none is near.
  ///
  /// Short names are near many licences: `LGPL` is one letter from `NGPL`, which is another licence.
  static func nearest(to name: String) -> String? {
    guard name.utf8.count >= 6 else { return nil }
    return NearestName.of(
      name, among: identifiers.sorted().filter { license(named: $0)?.isDeprecated == false })
  }
}
