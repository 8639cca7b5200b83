import TestSupport
import Testing

/// `assetkit vendor licences`, as a person and a script read it.
struct VendorLicencesTests {
  private static func tag(_ expression: String) -> String {
    "/* SPDX-" + "License-Identifier: \(expression) */\nint x;\n"
  }

  private func project() async throws -> VendoredProject {
    try await VendoredProject([
      "a.c": Self.tag("MIT"), "b.c": Self.tag("MIT"), "c.c": "int c;\n",
      "tests/t.c": Self.tag("GPL-3.0-only"),
      "config.guess": "# SPDX-" + "License-Identifier: GPL-2.0-or-later\n",
    ])
  }

  @Test func aTestsLicenceIsNotTheLibrarys() async throws {
    let outcome = try await project().vendor("licences")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.output == """
        PACKAGE   DECLARED  CONCLUDED  CONFIDENCE
        demo 1.2  MIT       MIT        high
          main       2  MIT
                     1  no licence stated
          tests      1  GPL-3.0-only
          build      1  GPL-2.0-or-later

        """)
  }

  @Test func filesAreListedWithTheirPlaces() async throws {
    let outcome = try await project().vendor("licences", "--files", "demo")
    #expect(
      outcome.output == """
        Vendor/demo/a.c:1: MIT (tag)
        Vendor/demo/b.c:1: MIT (tag)
        Vendor/demo/c.c: no licence stated
        Vendor/demo/config.guess:1: GPL-2.0-or-later (tag, build)
        Vendor/demo/tests/t.c:1: GPL-3.0-only (tag, tests)

        """)
  }

  @Test func jsonHasStableKeys() async throws {
    let project = try await project()
    let short = try await project.vendor("licences", "--json")
    try await project.check(
      short.output,
      with: """
        import json
        d = json.loads(text)
        assert d["schema"] == 1
        (p,) = d["packages"]
        assert p["name"] == "demo" and p["version"] == "1.2" and p["path"] == "Vendor/demo", p
        assert p["declared"] == p["concluded"] == "MIT" and p["confidence"] == "high", p
        assert p["all-files"] == "GPL-2.0-or-later AND GPL-3.0-only AND MIT", p
        assert p["reasons"] == [] and "files" not in p, p
        assert p["counts"][0] == {"part": "main", "expression": "MIT", "files": 2}, p
        assert p["counts"][1] == {"part": "main", "files": 1}, p
        """)
    let long = try await project.vendor("licences", "--json", "--files")
    try await project.check(
      long.output,
      with: """
        import json
        (p,) = json.loads(text)["packages"]
        files = {f["path"]: f for f in p["files"]}
        assert len(files) == 5
        assert files["Vendor/demo/c.c"] == {"path": "Vendor/demo/c.c", "part": "main"}
        t = files["Vendor/demo/tests/t.c"]
        assert t["part"] == "tests" and t["expression"] == "GPL-3.0-only", t
        assert t["where"] == "tag" and t["line"] == 1, t
        assert t["found"] == [{"expression": "GPL-3.0-only", "where": "tag", "line": 1,
          "last-line": 1, "similarity": 1}], t
        """)
  }

  @Test func aPackageThatIsNotThereIsRefused() async throws {
    let outcome = try await project().vendor("licences", "zlib")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("has no package 'zlib'"))
    #expect(try await project().vendor("licences", "--jobs", "0").status == 64)
  }

  @Test func linesFitATerminal() async throws {
    let long = "Apache-2.0 AND BSD-2-Clause AND BSD-3-Clause AND ISC AND MIT AND Zlib AND curl"
    let project = try await VendoredProject(
      ["a.c": Self.tag(long)], keys: "license = \"\(long)\"")
    let outcome = try await project.vendor("licences")
    let heads = outcome.output.split(separator: "\n").prefix { !$0.hasPrefix("  main") }
    #expect(heads.count > 3)
    for line in heads { #expect(line.count <= 80) }
  }

  @Test func aClarifiedTextIsSaid() async throws {
    let project = try await VendoredProject(
      ["LICENSE": String(repeating: "Ask the kind people of Example first. ", count: 9)])
    let digest = try await project.shell("sha256sum Vendor/demo/LICENSE | cut -c1-64")
    try project.folder.create(
      "assetkit.toml",
      """
      version = 1
      [[audit.clarify]]
      package = "demo"
      path = "Vendor/demo/LICENSE"
      sha256 = "\(digest.split(separator: "\n").first ?? "")"
      expression = "LicenseRef-kind"
      reason = "read"
      """)
    let outcome = try await project.vendor("licences", "--files")
    #expect(outcome.output == "Vendor/demo/LICENSE:1: LicenseRef-kind (clarified)\n")
  }
}
