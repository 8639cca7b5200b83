import Findings
import SafeFiles
import TextFormats
import Testing
import VendorKit

@testable import AuditKit

@Suite struct PolicyFileTests {
  static let whole = """
    # what we decided
    version = 1
    require-reviews = true

    [licences]
    allowed = ["MIT", "GPL-2.0-only WITH Classpath-exception-2.0"]
    denied = ["AGPL-3.0-or-later"]

    [severity]
    licence-undeclared = "off"
    hidden-large = "error"

    [[exception]]
    rule = "licence-undeclared"
    package = "z"
    path = "Vendor/z/contrib"
    reason = "not compiled"
    until = "2027-01-31"

    [[review]]
    package = "z"
    tree = "sha256:00"
    note = "read it"
    """

  @Test func readsEverything() throws {
    let policy = try PolicyFile.policy(from: Array(Self.whole.utf8))
    #expect(policy.requiresReviews)
    #expect(policy.allowedLicenses?.terms.count == 2)
    #expect(policy.deniedLicenses.terms.count == 1)
    #expect(policy.severities["licence-undeclared"] == .some(.none))
    #expect(policy.severities["hidden-large"] == .error)
    #expect(policy.exceptions.first?.until == CivilDate("2027-01-31"))
    #expect(policy.exceptions.first?.path?.description == "Vendor/z/contrib")
    #expect(policy.reviews.first?.note == "read it")
  }

  @Test(arguments: [
    ("version = 1", "version = 9"), ("version = 1", ""),
    ("[licences]", "[licenses]"), ("\"off\"", "\"loud\""),
    ("licence-undeclared = ", "licence-undeclard = "),
    ("rule = \"licence-undeclared\"", "rule = \"nothing\""),
    ("2027-01-31", "2027-02-31"), ("not compiled", " "), ("Vendor/z/contrib", "../x"),
    ("\"MIT\"", "\"MTI\""), ("\"MIT\"", "\"MIT AND ISC\""), ("note =", "nota ="),
    ("reason = \"not compiled\"\n", ""), ("version = 1", "<<<<<<< HEAD\nversion = 1"),
  ])
  func refusesEachMistake(old: String, new: String) throws {
    let text = Self.whole.replacing(old, with: new)
    #expect(text != Self.whole)
    #expect(throws: TOMLError.self) { try PolicyFile.policy(from: Array(text.utf8)) }
  }

  @Test(arguments: ["", "version = 1", PolicyFileTests.whole])
  func appendsAReviewAndChangesNothingElse(text: String) throws {
    let note = "looked \"closely\" \\ at\nit"
    let result = PolicyFile.appendingReview(
      to: Array(text.utf8), package: "z", tree: "sha256:11", note: note)
    #expect(result.starts(with: Array(text.utf8)))
    let policy = try PolicyFile.policy(from: result)
    #expect(policy.reviews.last?.note == note)
    #expect(policy.reviews.last?.tree == "sha256:11")
  }
}
