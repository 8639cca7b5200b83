import Findings
import SafeFiles
import TestSupport
import Testing
import TextFormats
import VendorKit

@testable import AuditKit

@Suite struct PolicyFileTests {
  private static let clarified = """
    version = 1
    [audit]
    allow = ["permissive", "weak-copyleft"]
    [[audit.clarify]]
    package = "z"
    path = "Vendor/z/TERMS"
    sha256 = "\(String(repeating: "0a", count: 32))"
    expression = "Zlib OR LicenseRef-z"
    reason = "our counsel read it"
    """

  /// The README documents every key of the policy and of `[sbom]`, and no other.
  @Test func everyKeyIsDocumented() throws {
    let readme = String(
      decoding: try DirectoryHandle(path: Checkout.path).readFile(
        RelativePath("README.md"), limitBytes: 1 << 20), as: UTF8.self)
    let section = try #require(
      readme.split(separator: "\n### ").first { $0.hasPrefix("Policy\n") })
    var documented: Set<String> = []
    for row in section.split(separator: "\n") where row.hasPrefix("| `") {
      let first = try #require(row.split(separator: "|").first)
      for (index, part) in first.split(separator: "`").enumerated() where index % 2 == 1 {
        documented.insert(String(part))
      }
    }
    var expected: Set<String> = []
    for field in PolicyFile.fields {
      expected.insert(field.name)
      if case .array(of: .table(let inner)) = field.schema {
        expected.formUnion(inner.map { "\(field.name).\($0.name)" })
      }
    }
    #expect(documented == expected)

    let bills = try #require(
      readme.split(separator: "\n### ").first { $0.hasPrefix("Bill of materials\n") })
    let example = bills.split(separator: "\n").drop { $0 != "    [sbom]" }.dropFirst()
      .prefix { $0.hasPrefix("    ") }.map { $0.split(separator: " ")[0] }
    #expect(example.map(String.init).sorted() == SBOM.Subject.fields.map(\.name).sorted())
  }

  static let whole = """
    # what we decided
    version = 1

    [audit]
    fail-on = "warning"
    require-reviews = true
    allow = ["MIT", "GPL-2.0-only WITH Classpath-exception-2.0"]
    deny = ["AGPL-3.0-or-later"]

    [audit.severity]
    licence-undeclared = "off"
    hidden-large = "error"

    [[audit.exception]]
    rule = "licence-undeclared"
    package = "z"
    path = "Vendor/z/contrib"
    reason = "not compiled"
    until = "2027-01-31"

    [[audit.review]]
    package = "z"
    tree = "sha256:00"
    note = "read it"
    """

  /// The same policy as it stood before there was `[audit]`, without `fail-on`.
  static let former =
    whole
    .replacing(
      """
      [audit]
      fail-on = "warning"
      require-reviews = true
      allow = ["MIT", "GPL-2.0-only WITH Classpath-exception-2.0"]
      deny = ["AGPL-3.0-or-later"]
      """,
      with: """
        require-reviews = true
        [licences]
        allowed = ["MIT", "GPL-2.0-only WITH Classpath-exception-2.0"]
        denied = ["AGPL-3.0-or-later"]
        """
    ).replacing("audit.", with: "")

  private static func document(_ text: some Collection<UInt8>) throws -> TOMLNode {
    try TOMLDocument.read(
      Array(text), named: "assetkit.toml",
      schema: .table(
        [.required("version", .integer), .optional("audit", .table(PolicyFile.fields))]
          + PolicyFile.formerFields), versions: 1...1)
  }

  private static func policy(_ text: some Collection<UInt8>) throws -> Policy {
    try PolicyFile.policy(in: try document(text))
  }

  @Test(arguments: [whole, former]) func readsEverything(text: String) throws {
    let policy = try Self.policy(text.utf8)
    #expect(policy.requiresReviews)
    #expect(policy.allowedLicenses?.terms.count == 2)
    #expect(policy.deniedLicenses.terms.count == 1)
    #expect(policy.severities["licence-undeclared"] == .some(.none))
    #expect(policy.severities["hidden-large"] == .error)
    #expect(policy.exceptions.first?.until == CivilDate("2027-01-31"))
    #expect(policy.exceptions.first?.path?.description == "Vendor/z/contrib")
    #expect(policy.reviews.first?.note == "read it")
    #expect(policy.failOn == (text == Self.whole ? FailureLimit("warning") : nil))
  }

  static let statement = """
    version = 1

    [[audit.exception]]
    advisory = "CVE-2024-1"
    package = "z"
    status = "not_affected"
    justification = "vulnerable_code_not_present"
    reason = "minizip is not vendored"
    """

  @Test func readsAStatusWithoutAnEnd() throws {
    let exception = try #require(try Self.policy(Self.statement.utf8).exceptions.first)
    #expect(exception.status?.label == .notAffected)
    #expect(exception.status?.justification == .codeNotPresent)
    #expect(exception.until == nil && exception.rule == nil)
    var finding = Finding(AdvisoryRules.known, package: "z", "x")
    #expect(!exception.covers(finding))
    finding.vulnerability = .init(id: "GHSA-1", aliases: ["CVE-2024-1"], score: nil)
    #expect(exception.covers(finding))
    finding.vulnerability = .init(id: "CVE-2024-12", aliases: [], score: nil)
    #expect(!exception.covers(finding))
  }

  @Test(arguments: [
    ("not_affected", "unaffected"), ("justification = \"vulnerable_code_not_present\"\n", ""),
    ("vulnerable_code_not_present", "it_is_fine"), ("advisory = \"CVE-2024-1\"\n", ""),
    ("package = \"z\"\n", ""), ("status = \"not_affected\"", "action = \"update\""),
    ("status = \"not_affected\"\n", ""), ("\"CVE-2024-1\"", "\"\""),
    ("\"CVE-2024-1\"", "\"CVE 2024\""),
    ("advisory =", "rule = \"hidden-large\"\nadvisory ="),
    (
      "status = \"not_affected\"\njustification = \"vulnerable_code_not_present\"",
      "status = \"under_investigation\""
    ),
    (
      "status = \"not_affected\"\njustification = \"vulnerable_code_not_present\"",
      "status = \"affected\"\nuntil = \"2027-01-31\""
    ),
    ("status = \"not_affected\"", "status = \"fixed\""),
  ])
  func refusesEachMistakeInAStatus(old: String, new: String) throws {
    let text = Self.statement.replacing(old, with: new)
    #expect(text != Self.statement)
    #expect(throws: TOMLError.self) { try Self.policy(text.utf8) }
  }

  @Test(arguments: [
    ("error", 9.8, "error", true), ("7.0", 7.0, "error", true), ("7.0", 6.9, "error", false),
    ("7.0", nil, "error", true), ("never", 9.8, "error", false), ("never,9", 9.8, "note", true),
    ("warning, 7.0", 5.0, "error", false), ("10", 10.0, "error", true), ("0", 0.0, "note", true),
  ]) func aLimitIsReachedByScore(limit: String, score: Double?, severity: String, isReached: Bool)
    throws
  {
    let severity = try #require(Severity(rawValue: severity))
    var finding = Finding(AdvisoryRules.known.with(severity), "x")
    finding.vulnerability = .init(id: "A", aliases: [], score: score)
    #expect(try #require(FailureLimit(limit)).isReached(by: finding) == isReached)
  }

  @Test func aScoreLeavesOtherFindingsToTheirSeverity() throws {
    let limit = try #require(FailureLimit("warning,9.0"))
    #expect(limit.isReached(by: Finding(AdvisoryRules.undecided, "x")))
    #expect(!limit.isReached(by: Finding(AdvisoryRules.notLooked, "x")))
  }

  @Test(arguments: [
    "", ",", "high", "7.0,8.0", "error,warning", "11", "-1", "7.", ".5", "nan", "1e1", "7,0,error",
  ]) func refusesOtherLimits(text: String) {
    #expect(FailureLimit(text) == nil)
  }

  @Test func saysWhereAFormerPolicyBelongs() throws {
    #expect(PolicyFile.misplaced(in: try Self.document(Self.whole.utf8)).isEmpty)
    let misplaced = PolicyFile.misplaced(in: try Self.document(Self.former.utf8))
    #expect(
      misplaced.map(\.key) == [
        "require-reviews", "licences", "severity", "exception", "review",
      ])
    #expect(misplaced.map(\.place).last == "[[audit.review]]")
    let lines = Self.former.split(separator: "\n", omittingEmptySubsequences: false)
    for (line, key, _) in misplaced { #expect(lines[line - 1].contains(key)) }
  }

  @Test(arguments: [
    ("version = 1", "version = 1\nrequire-reviews = false"),
    ("version = 1", "version = 1\nlicences.denied = []"),
    ("version = 1", "version = 1\nseverity.hidden-large = \"off\""),
  ])
  func refusesAValueThatStandsInBothPlaces(old: String, new: String) throws {
    let error = try #require(throws: TOMLError.self) {
      try Self.policy(Self.whole.replacing(old, with: new).utf8)
    }
    #expect(error.location.hasPrefix("assetkit.toml:3:"))
    #expect(error.problem.contains("is also defined in [audit]"))
  }

  @Test(arguments: [
    ("version = 1", "version = 9"), ("version = 1", ""),
    ("[audit]", "[audits]"), ("allow", "allowed"), ("\"warning\"", "\"loud\""),
    ("\"off\"", "\"loud\""),
    ("licence-undeclared = ", "licence-undeclard = "),
    ("rule = \"licence-undeclared\"", "rule = \"nothing\""),
    ("2027-01-31", "2027-02-31"), ("not compiled", " "), ("Vendor/z/contrib", "../x"),
    ("\"MIT\"", "\"MTI\""), ("\"MIT\"", "\"MIT AND ISC\""), ("note =", "nota ="),
    ("reason = \"not compiled\"\n", ""), ("version = 1", "<<<<<<< HEAD\nversion = 1"),
  ])
  func refusesEachMistake(old: String, new: String) throws {
    let text = Self.whole.replacing(old, with: new)
    #expect(text != Self.whole)
    #expect(throws: TOMLError.self) { try Self.policy(text.utf8) }
  }

  @Test func readsClarificationsAndPresets() throws {
    let policy = try Self.policy(Self.clarified.utf8)
    let clarification = try #require(policy.clarifications.first)
    #expect(clarification.expression.description == "Zlib OR LicenseRef-z")
    #expect(clarification.path.description == "Vendor/z/TERMS")
    #expect(clarification.line == 4)
    #expect(policy.allowedLicenses?.presets == [.permissive, .weakCopyleft])
  }

  @Test(arguments: [
    ("0a0a", "0a"), ("Zlib OR", "Zlibb OR"), ("Zlib OR LicenseRef-z", "Zlib OR"),
    ("our counsel read it", ""), ("Vendor/z", "/Vendor/z"), ("sha256", "sha512"),
    ("weak-copyleft", "week-copyleft"), ("\"permissive\"", "\"permisive\""),
  ])
  func refusesEachMistakeInAClarification(old: String, new: String) throws {
    let text = Self.clarified.replacing(old, with: new)
    #expect(text != Self.clarified)
    #expect(throws: TOMLError.self) { try Self.policy(text.utf8) }
  }

  @Test func suggestsThePresetThatWasMeant() throws {
    let text = Self.clarified.replacing("week", with: "weak").replacing(
      "permissive", with: "permisive")
    let error = try #require(throws: TOMLError.self) { try Self.policy(text.utf8) }
    #expect(error.problem.contains("did you mean 'permissive'?"))
  }

  @Test(arguments: ["", "version = 1", PolicyFileTests.whole, PolicyFileTests.former])
  func appendsAReviewAndChangesNothingElse(text: String) throws {
    let note = "looked \"closely\" \\ at\nit"
    let result = PolicyFile.appendingReview(
      to: Array(text.utf8), package: "z", tree: "sha256:11", note: note)
    #expect(result.starts(with: Array(text.utf8)))
    let policy = try Self.policy(result)
    #expect(policy.reviews.last?.note == note)
    #expect(policy.reviews.last?.tree == "sha256:11")
  }
}
