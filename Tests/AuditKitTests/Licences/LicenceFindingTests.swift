import Findings
import SafeFiles
import TestSupport
import Testing
import VendorKit

@testable import AuditKit

/// What licence findings say: the whole licence, the place to read first, and a remedy that helps.
struct LicenceFindingTests {
  private static func findings(
    _ files: [String: String], declared: String? = nil, policy: Policy = Policy()
  ) throws -> [Finding] {
    let tree = try TemporaryFolder(
      Dictionary(uniqueKeysWithValues: files.map { ("Vendor/z/\($0.key)", $0.value) }))
    let package = AuditPackage(
      name: "z", version: "1", path: try RelativePath("Vendor/z"), license: declared)
    let context = AuditContext(
      root: tree.handle, packages: [package], policy: policy,
      today: try #require(CivilDate("2026-11-22")))
    return try Audit(groups: [LicenceGroup()]).report(on: context).findings
  }

  private static func tag(_ expression: String) -> String { LicenceGroupTests.tag(expression) }

  @Test func filesOfTheAutotoolsNeedNoDeclaration() throws {
    let files = [
      "a.c": Self.tag("MIT"), "build-aux/test-driver": Self.tag("FSFULLR"),
      "config.guess": Self.tag("GPL-3.0-or-later WITH Autoconf-exception-generic-3.0"),
      "ltmain.sh": Self.tag("GPL-2.0-or-later WITH Libtool-exception AND FSFUL"),
    ]
    #expect(try Self.findings(files, declared: "MIT").isEmpty)
    // Without their exception they are what they say.
    let plain = files.merging(["config.guess": Self.tag("GPL-3.0-or-later")]) { $1 }
    #expect(try Self.findings(plain, declared: "MIT").map(\.rule.id) == ["licence-undeclared"])
  }

  @Test func anUndeclaredLicenceIsNamedWithItsException() throws {
    let licence = "GPL-3.0-or-later WITH GCC-exception-3.1"
    let files = ["a.c": Self.tag("MIT"), "b.c": Self.tag(licence)]
    let finding = try #require(try Self.findings(files, declared: "MIT").first)
    #expect(finding.message == "\(licence) is not declared")
    // The remedy is followed, under a policy that allows this and no other GPL.
    var policy = Policy()
    policy.allowedLicenses = try LicenseTerms(["MIT", licence])
    #expect(
      try Self.findings(files, declared: "MIT AND \(licence)", policy: policy).isEmpty)
  }

  @Test func anUndeclaredChoiceIsOneFinding() throws {
    let choice = "Apache-2.0 OR CC0-1.0 OR OpenSSL"
    var files = ["a.c": Self.tag("MIT"), "b.c": Self.tag(choice)]
    #expect(
      try Self.findings(files, declared: "MIT").map(\.message) == ["\(choice) is not declared"])
    #expect(try Self.findings(files, declared: "MIT AND CC0-1.0").isEmpty)
    var policy = Policy()
    policy.allowedLicenses = try LicenseTerms(["MIT"])
    #expect(
      try Self.findings(files, policy: policy).map(\.message)
        == ["none of \(choice) is allowed by assetkit.toml"])
    // One of them has to be declared anyway.
    files["c.c"] = Self.tag("CC0-1.0")
    #expect(try Self.findings(files, declared: "MIT").map(\.message) == ["CC0-1.0 is not declared"])
  }

  @Test func theMainPartsClearestStatementIsShownFirst() throws {
    var policy = Policy()
    policy.allowedLicenses = try LicenseTerms(["MIT"])
    let notice = "/* Licensed under the ISC license. */\n"
    let files = [
      "0tests/test/a.c": Self.tag("ISC"), "aaa.c": notice, "configure": notice,
      "src/b.c": Self.tag("ISC"), "LICENSE": "This library is licensed under the ISC license.\n",
    ]
    func place(_ files: [String: String]) throws -> String? {
      let all = try Self.findings(files, policy: policy)
      let finding = all.first { $0.rule.id == "licence-not-allowed" }
      return finding?.path.map { "\($0): \(finding?.message ?? "")" }
    }
    let what = "ISC is not allowed by assetkit.toml"
    var rest = files
    #expect(try place(rest) == "Vendor/z/LICENSE: \(what)")
    rest["LICENSE"] = nil
    #expect(try place(rest) == "Vendor/z/src/b.c: \(what)")
    rest["src/b.c"] = nil
    #expect(try place(rest) == "Vendor/z/aaa.c: \(what)")
    rest["aaa.c"] = nil
    #expect(
      try place(rest) == "Vendor/z/0tests/test/a.c: \(what); only tests and build files have it")
  }

  @Test func theRemedyOfAnUnreadFileSettlesIt() throws {
    let terms = String(repeating: "You may do what the kind people of Example wish. ", count: 9)
    let files = ["LICENSE": terms, "a.c": Self.tag("MIT")]
    let found = try Self.findings(files, declared: "MIT")
    let finding = try #require(found.first)
    #expect(found.map(\.rule.id) == ["licence-unrecognised"])
    let digest = SHA256.digest(of: terms.utf8)
    #expect(
      finding.remedy.contains(
        #"package "z", path "Vendor/z/LICENSE", sha256 "\#(digest.hex)", expression and reason"#))
    #expect(!finding.remedy.contains("--license"))
    var policy = Policy()
    policy.clarifications = [
      Policy.Clarification(
        package: "z", path: try RelativePath("Vendor/z/LICENSE"), sha256: digest,
        expression: try LicenseExpression(parsing: "MIT"), reason: "read", line: 1)
    ]
    #expect(try Self.findings(files, declared: "MIT", policy: policy).isEmpty)
  }

  @Test func aFileThatOffersWhatIsAllowedIsNotTheOneToRead() throws {
    var policy = Policy()
    policy.allowedLicenses = try LicenseTerms(["MIT"])
    let files = [
      "a.c": Self.tag("MIT OR GPL-2.0-only"), "z.c": Self.tag("GPL-2.0-only"),
    ]
    let finding = try #require(try Self.findings(files, policy: policy).first)
    #expect(finding.path?.description == "Vendor/z/z.c")
    #expect(finding.message == "GPL-2.0-only is not allowed by assetkit.toml")
  }

  @Test func aDeclaredChoiceDoesNotHoldForAFileUnderOneOfItsLicences() throws {
    var policy = Policy()
    policy.allowedLicenses = try LicenseTerms(["MIT"])
    let choice = "MIT OR GPL-2.0-only"
    let files = ["a.c": Self.tag(choice), "b.c": Self.tag("GPL-2.0-only")]
    let found = try Self.findings(files, declared: choice, policy: policy)
    #expect(found.map(\.path?.description) == ["Vendor/z/b.c"])
    #expect(found.map(\.rule.id) == ["licence-not-allowed"])
    #expect(
      try Self.findings(["a.c": Self.tag(choice)], declared: choice, policy: policy).isEmpty)
  }

  @Test func aLicenceBehindManyOfAnotherCounts() throws {
    var policy = Policy()
    policy.allowedLicenses = try LicenseTerms(["MIT"])
    let tags = String(repeating: Self.tag("MIT"), count: 100) + Self.tag("GPL-3.0-only")
    #expect(
      try Self.findings(["a.c": tags], policy: policy).map(\.rule.id) == ["licence-not-allowed"])
  }
}
