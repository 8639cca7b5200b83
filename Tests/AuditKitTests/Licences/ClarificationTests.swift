import Findings
import SafeFiles
import TestSupport
import Testing
import VendorKit

@testable import AuditKit

/// `[[audit.clarify]]`: a licence that a person has read out of a text.
struct ClarificationTests {
  private static let terms = "You may do with this what the kind people of Example wish.\n"
  private static let path = "Vendor/z/LICENSE"

  private static func policy(
    of text: String, path: String = path, allowed: [String]? = nil
  ) throws -> Policy {
    var policy = Policy()
    policy.allowedLicenses = try allowed.map { try LicenseTerms($0) }
    policy.clarifications = [
      Policy.Clarification(
        package: "z", path: try RelativePath(path), sha256: SHA256.digest(of: text.utf8),
        expression: try LicenseExpression(parsing: "Zlib"), reason: "read", line: 7)
    ]
    return policy
  }

  /// A text of more than twenty words, so that it is reported when nobody has read it.
  private static let long = String(repeating: terms, count: 4)

  @Test func aTextThatNobodyRecognisesGetsALicence() throws {
    let files = [Self.path: Self.long]
    #expect(try LicenceGroupTests.rules(files) == ["licence-missing", "licence-unrecognised"])
    #expect(try LicenceGroupTests.rules(files, policy: try Self.policy(of: Self.long)).isEmpty)
    #expect(
      try LicenceGroupTests.rules(
        files, declared: "MIT", policy: try Self.policy(of: Self.long))
        == ["licence-mismatch"])
  }

  @Test func theClarifiedLicenceIsJudged() throws {
    let policy = try Self.policy(of: Self.long, allowed: ["MIT"])
    #expect(
      try LicenceGroupTests.rules([Self.path: Self.long], policy: policy)
        == ["licence-not-allowed"])
  }

  @Test func aChangedTextVoidsIt() throws {
    let policy = try Self.policy(of: Self.long)
    #expect(
      try LicenceGroupTests.rules([Self.path: Self.long + "Or not.\n"], policy: policy)
        == ["licence-clarification-void", "licence-missing", "licence-unrecognised"])
    #expect(
      try LicenceGroupTests.rules(["Vendor/z/a.c": "int a;\n"], policy: policy)
        == ["licence-clarification-void", "licence-missing"])
  }

  @Test func aFileElsewhereIsNoneOfThePackage() throws {
    let policy = try Self.policy(of: Self.long, path: "LICENSE")
    #expect(
      try LicenceGroupTests.rules(
        ["LICENSE": Self.long, "Vendor/z/a.c": LicenceGroupTests.tag("MIT")], policy: policy)
        == ["licence-clarification-void"])
  }

  @Test func aPackageThatIsGoneIsNamed() throws {
    var policy = try Self.policy(of: Self.long)
    policy.clarifications[0].package = "gone"
    #expect(
      try LicenceGroupTests.rules(
        ["Vendor/z/a.c": LicenceGroupTests.tag("MIT")], policy: policy)
        == ["licence-clarification-void"])
  }

  @Test func itReplacesWhatTheFileSays() throws {
    let text = LicenceGroupTests.tag("MIT")
    let policy = try Self.policy(of: text, path: "Vendor/z/a.c", allowed: ["Zlib"])
    #expect(try LicenceGroupTests.rules(["Vendor/z/a.c": text], policy: policy).isEmpty)
  }
}
