import Testing

@testable import AuditKit

/// Tags of any length count as a whole or not at all.
struct LicenceTagLengthTests {
  /// What is cut at a limit is another licence: here the MIT of `MIT … AND GPL-3.0-only`.
  @Test(arguments: [4000, 4076, 4077, 4092, 4093, 4096, 5000, 60_000])
  func aLongTagIsNotCut(spaces: Int) throws {
    let text = "MIT\(String(repeating: " ", count: spaces))AND GPL-3.0-only"
    let rules = try LicenceGroupTests.rules(
      ["Vendor/z/a.c": LicenceGroupTests.tag(text)], declared: "MIT")
    let isRead = text.utf8.count <= LicenseExpression.limitBytes
    #expect(rules.contains("licence-undeclared") == isRead)
    #expect(rules.contains("licence-invalid") != isRead)
  }
}
