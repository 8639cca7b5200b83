import Findings
import SafeFiles
import TestSupport
import Testing
import VendorKit

@testable import AuditKit

/// A planted case of every licence rule, and its harmless twin.
@Suite struct LicenceGroupTests {
  /// Facts about licences are short here: tags, so that no licence text need be in the tree.
  static func rules(
    _ files: [String: String], declared: String? = nil, policy: Policy = Policy()
  ) throws -> [String] {
    try findings(files, declared: declared, policy: policy).map(\.rule.id)
  }

  static func findings(
    _ files: [String: String], declared: String? = nil, policy: Policy = Policy()
  ) throws -> [Finding] {
    let tree = try TemporaryFolder(files)
    let day = try #require(CivilDate("2026-11-21"))
    let package = AuditPackage(
      name: "z", version: "1", path: try RelativePath("Vendor/z"), license: declared)
    let context = AuditContext(root: tree.handle, packages: [package], policy: policy, today: day)
    return try Audit(groups: [LicenceGroup()]).report(on: context).findings
  }

  static func tag(_ expression: String) -> String {
    "/* SPDX-" + "License-Identifier: \(expression) */\nint x;\n"
  }

  @Test(
    arguments: [
      (nil, "", ["licence-missing"]),
      (nil, "MIT", []),
      ("MIT", "MIT", []),
      ("MIT", "Zlib", ["licence-mismatch"]),
      ("MIT OR Zlib", "Zlib AND MIT", []),
      ("MIT", "MIT AND Zlib", ["licence-undeclared"]),
      ("MIT AND Zlib", "MIT", ["licence-declared-only"]),
      ("MIT", "", ["licence-declared-only"]),
      ("GPL-2.0+", "GPL-2.0-or-later", ["licence-deprecated"]),
      (nil, "Nowhere-1.0", ["licence-invalid"]),
      (nil, "MIT AND", ["licence-invalid", "licence-missing"]),
      (nil, "LicenseRef-acme", []),
      ("Nowhere-1.0", "Nowhere-1.0", ["licence-invalid", "licence-invalid"]),
    ] as [(String?, String, [String])])
  func comparesDeclaredAndFound(declared: String?, found: String, expected: [String]) throws {
    let source = found.isEmpty ? "int x;\n" : Self.tag(found)
    #expect(try Self.rules(["Vendor/z/a.c": source], declared: declared) == expected)
  }

  @Test func appliesThePolicy() throws {
    var policy = Policy()
    policy.allowedLicenses = try LicenseTerms(["MIT", "Zlib"])
    let file = "Vendor/z/a.c"
    #expect(try Self.rules([file: Self.tag("MIT OR GPL-3.0-only")], policy: policy).isEmpty)
    #expect(
      try Self.rules([file: Self.tag("ISC")], policy: policy) == ["licence-not-allowed"])
    #expect(
      try Self.rules([file: Self.tag("MIT AND ISC")], declared: "MIT", policy: policy)
        == ["licence-not-allowed", "licence-undeclared"])
  }

  @Test func findsOnlyRealTags() throws {
    let prose = "Write `SPDX-" + "License-Identifier: ISC` on top of each file.\n"
    let ignored =
      "# REUSE-IgnoreStart\n# SPDX-" + "License-Identifier: ISC\n# REUSE-IgnoreEnd\n"
    let real = "dnl SPDX-" + "License-Identifier: MIT\n"
    let files = ["Vendor/z/a.md": prose, "Vendor/z/b.py": ignored, "Vendor/z/c.m4": real]
    #expect(try Self.rules(files, declared: "MIT").isEmpty)
    #expect(try Self.rules(["Vendor/z/a.c": Self.tag("MIT")], declared: "ISC").count == 1)
  }

  @Test func readsManifests() throws {
    let toml = """
      version = 1
      [[annotations]]
      path = ["**.png", "doc/**"]
      SPDX-FileCopyrightText = "2020 A"
      SPDX-License-Identifier = "CC0-1.0"
      """
    let dep5 = "Format: x\n\nFiles: *\nCopyright: 2020 A\nLicense: Zlib\n text\n"
    #expect(try Self.rules(["Vendor/z/REUSE.toml": toml], declared: "CC0-1.0").isEmpty)
    #expect(try Self.rules(["Vendor/z/.reuse/dep5": dep5], declared: "Zlib").isEmpty)
    #expect(
      try Self.rules(["Vendor/z/REUSE.toml": toml + "\nwrong = 1"], declared: "CC0-1.0")
        .contains("licence-invalid"))
  }

  @Test func reportsAnUnknownLicenceFile() throws {
    let terms = String(
      repeating: "you may look at it on Tuesdays but never copy a word\n", count: 9)
    let files = ["Vendor/z/LICENSE": terms, "Vendor/z/a.c": Self.tag("MIT")]
    #expect(try Self.rules(files, declared: "MIT") == ["licence-unrecognised"])
    #expect(try Self.rules(["Vendor/z/AUTHORS": terms, "Vendor/z/a.c": Self.tag("MIT")]).isEmpty)
  }
}
