import TestSupport
import Testing

/// `assetkit vendor audit` and `review` as a person runs them.
struct VendorAuditTests {
  /// What every test's package says of its licence, in pieces, lest it count for this file.
  static let tag = "/* SPDX-" + "License-Identifier: MIT */\n"
  static let clean = ["a.c": tag + "int a;\n"]

  private func audit(
    _ project: VendoredProject, _ arguments: String..., today: String = "2026-11-21"
  ) async throws -> Command.Outcome {
    try await Program.run(
      ["vendor", "audit", "--quiet", "--today", today] + arguments, in: project.path)
  }

  @Test func theStatusIsWhatFailOnNames() async throws {
    let project = try await VendoredProject(Self.clean)
    let clean = try await project.vendor("audit")
    #expect(clean.status == 0)
    #expect(
      clean.output
        == """
        note: packages were not checked for known vulnerabilities [vulnerability-not-looked]
          remedy: name a folder or zip of OSV entries with --advisories; 'assetkit vendor advisories DIR' \
        says what to download

        """)
    #expect(clean.errors.hasSuffix("1 package, 4 files: 1 finding\n"), "\(clean.errors)")
    #expect(try await audit(project, "--fail-on", "note").status == 1)
    #expect(try await audit(project, "--fail-on", "warning").status == 0)

    try await project.shell(
      "printf 'get:\\n\\twget https://example.org/x\\n' >Vendor/demo/build.mk")
    try await project.pin()
    let warned = try await audit(project)
    #expect(warned.status == 0)
    #expect(
      warned.output.contains(
        "Vendor/demo/build.mk:2: warning: wget downloads https://example.org/x [fetches-command]\n")
    )
    #expect(try await audit(project, "--fail-on", "warning").status == 1)

    try await project.shell("printf '\\177ELF' >Vendor/demo/tool")
    let broken = try await audit(project)
    #expect(broken.status == 1)
    #expect(broken.output.contains("Vendor/demo/tool: error: is a file that is not on the list"))
    #expect(broken.output.contains("Vendor/demo/tool: error: a prebuilt binary: ELF"))
    #expect(try await audit(project, "--fail-on", "never").status == 0)
    #expect(try await audit(project, "--fail-on", "sometimes").status == 64)
    try await project.shell("rm vendor.lock")
    #expect(try await audit(project).status == 2)
  }

  @Test func jsonAndSARIFSayTheSame() async throws {
    let project = try await VendoredProject(Self.clean)
    try await project.shell(
      """
      printf 'get:\\n\\tcurl $U\\n' >'Vendor/demo/ä b.mk'
      printf 'int a; // \\342\\200\\256\\n' >Vendor/demo/b.c
      touch a.sarif b.sarif
      """)
    try await project.pin()
    let first = try await audit(project, "--json", "--sarif", "a.sarif")
    let second = try await audit(project, "--json", "--sarif", "b.sarif", "--jobs", "1")
    #expect(first.status == 1)
    #expect(first.errors.isEmpty)
    #expect(first.output == second.output)
    try await project.shell("cmp a.sarif b.sarif")
    try await project.check(
      first.output,
      with: """
        import json
        d = json.loads(text)
        assert d["schema"] == 2 and d["packages"] == 1 and d["suppressed"] == 0, d
        found = {(f["rule"], f.get("path"), f.get("line")) for f in d["findings"]}
        assert ("fetches-command", "Vendor/demo/ä b.mk", 2) in found, found
        assert ("hidden-bidi", "Vendor/demo/b.c", 1) in found, found
        assert all(f["remedy"] for f in d["findings"]), d["findings"]
        assert d["counts"] == {"error": 1, "warning": 1, "note": 1}, d["counts"]
        s = json.load(open("a.sarif"))
        assert s["version"] == "2.1.0" and len(s["runs"]) == 1
        run = s["runs"][0]
        rules = run["tool"]["driver"]["rules"]
        assert len({r["id"] for r in rules}) == len(rules)
        assert len(run["results"]) == len(d["findings"])
        for result in run["results"]:
          assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
          assert result["level"] in ("error", "warning", "note")
          assert len(result["locations"]) == 1
          place = result["locations"][0]["physicalLocation"]
          uri = place["artifactLocation"]["uri"]
          assert uri.isascii() and not uri.startswith("/") and " " not in uri, uri
          assert place.get("region", {}).get("startLine", 1) >= 1
          assert len(result["message"]["text"]) < 1000
          assert result["partialFingerprints"]["assetkit/v2"]
          assert "suppressions" not in result
        prints = [r["partialFingerprints"]["assetkit/v2"] for r in run["results"]]
        assert len(set(prints)) == len(prints)
        """)
  }

  /// Code-scanning hosts refuse more than 25,000 results and show 5,000.
  @Test func moreThanAHostAcceptsIsCutAndSaidSo() async throws {
    let project = try await VendoredProject(Self.clean)
    try await project.shell("cd Vendor/demo && seq -f 'n%g' 6000 | xargs touch")
    let outcome = try await project.vendor("verify", "--quiet", "--sarif", "v.sarif")
    #expect(outcome.status == 1)
    try await project.check(
      "",
      with: """
        import json
        run = json.load(open("v.sarif"))["runs"][0]
        assert len(run["results"]) == 5000, len(run["results"])
        note = run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]
        assert "6000" in note, note
        """)
  }

  @Test func anExceptionBearsAFindingUntilItsEnd() async throws {
    let project = try await VendoredProject(Self.clean)
    try await project.shell(
      """
      printf '\\177ELF' >Vendor/demo/tool
      cat >assetkit.toml <<'END'
      version = 1

      [[audit.exception]]
      rule = "hidden-binary"
      package = "demo"
      path = "Vendor/demo/tool"
      reason = "built by hand"
      until = "2026-12-31"
      END
      """)
    try await project.pin()
    #expect(try await audit(project, today: "2026-12-31").status == 0)
    let ended = try await audit(project, today: "2027-01-01")
    #expect(ended.status == 1)
    #expect(ended.output.contains("[hidden-binary]"))
    #expect(
      ended.output.contains("assetkit.toml:3: warning: the exception for hidden-binary, demo, "))
    try await project.shell("sed -i s/hidden-binary/hidden-large/ assetkit.toml")
    #expect(try await audit(project).output.contains("[audit-exception-unused]"))
    try await project.shell("sed -i s/hidden-large/hidden-nothing/ assetkit.toml")
    let unknown = try await audit(project)
    #expect(unknown.status == 2)
    #expect(unknown.errors.hasPrefix("assetkit: assetkit.toml:4:8: "), "\(unknown.errors)")
    try await project.shell("printf 'version = 1\\nallow = 1\\n' >assetkit.toml")
    #expect(try await audit(project).status == 2)
  }

  @Test func severitiesAndLicencesOfThePolicy() async throws {
    let project = try await VendoredProject(Self.clean)
    try await project.shell(
      """
      cat >assetkit.toml <<'END'
      version = 1

      [audit]
      allow = ["Zlib", "Apache-2.0"]

      [audit.severity]
      vulnerability-not-looked = "off"
      END
      """)
    let denied = try await audit(project)
    #expect(denied.status == 1)
    #expect(
      denied.output.hasPrefix(
        "Vendor/demo/a.c:1: error: MIT is not allowed by assetkit.toml [licence-not-allowed]\n"
          + "  remedy: "))
    try await project.shell("sed -i s/Zlib/MIT/ assetkit.toml")
    let allowed = try await audit(project)
    #expect(allowed.status == 0)
    #expect(allowed.output.isEmpty)
  }

  @Test func aReviewIsVoidOnceThePackageHasChanged() async throws {
    let project = try await VendoredProject(Self.clean)
    try await project.shell("printf 'version = 1\\nrequire-reviews = true\\n' >assetkit.toml")
    #expect(try await audit(project).output.contains("[audit-review-missing]"))
    let review = try await project.vendor("review", "demo", "--note", "read \"all\" of it\nä")
    #expect(review.status == 0, "\(review.errors)")
    #expect(try await audit(project).status == 0)

    try await project.shell("echo 'int more;' >>Vendor/demo/a.c")
    let changed = try await project.vendor("review", "demo", "--note", "x")
    #expect(changed.status == 2)
    #expect(changed.errors.contains("differs from vendor.lock"))
    try await project.pin()
    let void = try await audit(project, "--fail-on", "warning")
    #expect(void.status == 1)
    #expect(void.output.contains("assetkit.toml:4: warning: the review is of sha256:"))
    #expect(try await project.vendor("review", "demo", "--note", "again").status == 0)
    #expect(try await audit(project, "--fail-on", "warning").status == 0)
    #expect(try await project.vendor("review", "other", "--note", "x").status == 2)
    #expect(try await project.vendor("review", "demo", "--note", " ").status == 64)
  }

  @Test func aLicenceTextThatChangedSinceItWasPinned() async throws {
    let keys = "license = \"MIT\"\nlicense-files = [\"LICENSE\"]"
    let project = try await VendoredProject(
      Self.clean.merging(["LICENSE": "SPDX-" + "License-Identifier: MIT\n"]) { $1 }, keys: keys)
    #expect(try await audit(project).status == 0)
    try await project.shell("echo 'and pay us' >>Vendor/demo/LICENSE")
    let changed = try await audit(project)
    #expect(
      changed.output.contains("LICENSE: error: the licence file has changed [licence-changed]"))
    try await project.shell("rm Vendor/demo/LICENSE")
    let gone = try await audit(project)
    #expect(gone.output.contains("LICENSE: error: the licence file is missing"))
    #expect(gone.status == 1)
  }

  static let manifests: [(String, String)] = [
    (
      "REUSE.toml",
      "version = 1\n\n[[annotations]]\npath = \"**\"\nSPDX-FileCopyrightText = \"us\"\n"
        + "SPDX-" + "License-Identifier = \"Zlib\"\n"
    ),
    (
      ".reuse/dep5",
      "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\n"
        + "Files: *\nCopyright: us\nLicense: Zlib\n"
    ),
  ]

  @Test(arguments: manifests)
  func manifestsStandForTags(name: String, text: String) async throws {
    let project = try await VendoredProject(
      ["a.c": "int a;\n", name: text], keys: "license = \"Zlib\"")
    let right = try await audit(project, "--fail-on", "note")
    #expect(
      right.output.hasPrefix("note: packages were not checked")
        && right.output.split(separator: "\n").count == 2, "\(right.output)")
    try await project.pin(keys: "license = \"MIT\"")
    let wrong = try await audit(project)
    #expect(
      wrong.output.contains(
        "vendor.lock declares MIT, but the package is under Zlib [licence-mismatch]"),
      "\(wrong.output)")
    try await project.pin(keys: "")
    #expect(try await audit(project).status == 0)
  }

  @Test func theRulesAreListed() async throws {
    let outcome = try await Program.run(["vendor", "audit", "--list-rules"])
    let names = outcome.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(names.count > 50)
    #expect(Set(names).count == names.count)
    for group in ["integrity", "licence", "vulnerability", "fetches", "hidden", "double", "idle"] {
      #expect(names.contains { $0.hasPrefix(group + "-") })
    }
  }
}
