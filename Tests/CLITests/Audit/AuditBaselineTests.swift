import TestSupport
import Testing

/// `vendor audit --baseline` and `--write-baseline`, and what code-scanning services take.
struct AuditBaselineTests {
  private func audit(
    _ project: VendoredProject, _ arguments: String...
  ) async throws -> Command.Outcome {
    try await Program.run(
      ["vendor", "audit", "--today", "2026-11-21"] + arguments, in: project.path)
  }

  private func projectWithABinary() async throws -> VendoredProject {
    let project = try await VendoredProject(VendorAuditTests.clean)
    try await project.shell(
      """
      printf '\\177ELF' >Vendor/demo/tool
      printf 'int a;\\nint b; // \\342\\200\\256\\n' >Vendor/demo/b.c
      """)
    try await project.pin()
    return project
  }

  @Test func onlyWhatIsNotInTheBaselineIsReported() async throws {
    let project = try await projectWithABinary()
    #expect(try await audit(project).status == 1)
    let written = try await audit(project, "--write-baseline", "known.json")
    #expect(written.status == 0, "\(written.errors)")
    #expect(written.output.contains("[hidden-binary]"), "findings are still printed")
    #expect(written.errors.contains("assetkit: known.json: contains 3 findings\n"))

    // Lines move, and one finding more is in the same file.
    try await project.shell("sed -i '1i int first;' Vendor/demo/b.c")
    try await project.pin()
    let known = try await audit(project, "--baseline", "known.json", "--fail-on", "note")
    #expect(known.status == 0, "\(known.output)\(known.errors)")
    #expect(known.output.isEmpty)
    #expect(known.errors.contains("assetkit: known.json: 3 findings left out, which the baseline"))
    #expect(!known.errors.contains("matches nothing"))

    try await project.shell("rm Vendor/demo/b.c && printf '\\177ELF' >Vendor/demo/other")
    try await project.pin()
    let changed = try await audit(project, "--baseline", "known.json", "--json")
    #expect(changed.status == 1)
    try await project.check(
      changed.output,
      with: """
        import json
        d = json.loads(text)
        assert [f["path"] for f in d["findings"]] == ["Vendor/demo/other"], d["findings"]
        assert d["counts"]["error"] == 1
        assert d["baseline"]["known"] == 2, d["baseline"]
        assert len(d["baseline"]["gone"]) == 1, d["baseline"]
        assert all(g.startswith("Vendor/demo/b.c: ") for g in d["baseline"]["gone"]), d["baseline"]
        """)
    let text = try await audit(project, "--baseline", "known.json")
    #expect(text.errors.contains("assetkit: known.json: no longer found: Vendor/demo/b.c: "))
    #expect(text.errors.contains("1 entry matches nothing; write it again with --write-baseline"))
  }

  @Test func theProjectsFileNamesTheBaselineForCheckToo() async throws {
    let project = try await projectWithABinary()
    try await project.shell(
      "printf 'version = 1\\n[audit]\\nbaseline = \"known.json\"\\n' >assetkit.toml")
    let missing = try await audit(project)
    #expect(missing.status == 2)
    let write = "'assetkit vendor audit --write-baseline known.json'"
    #expect(missing.errors == "assetkit: known.json: does not exist; write it with \(write)\n")
    #expect(try await audit(project, "--write-baseline", "known.json").status == 0)
    #expect(try await audit(project).status == 0)
    let check = try await Program.run(["check"], in: project.path)
    #expect(check.status == 0, "\(check.output)")
    #expect(check.errors.contains(" in the baseline: nothing found\n"), "\(check.errors)")
    try await project.shell("echo '{\"schema\": 1,' >known.json")
    let damaged = try await audit(project)
    #expect(damaged.status == 2)
    #expect(damaged.errors.contains("is not JSON; write it again with \(write), or"))
    let elsewhere = try await audit(project, "--baseline", "no such/nothing.json")
    #expect(elsewhere.status == 2)
    #expect(
      elsewhere.errors.contains("write it with 'assetkit vendor audit --write-baseline 'no such/"))
    #expect(try await audit(project, "--baseline", "Vendor/").status == 2)
  }

  /// As `--output` does.
  @Test func missingFoldersAboveResultsAreMade() async throws {
    let project = try await projectWithABinary()
    let outcome = try await audit(
      project, "--sarif", "out/1/a.sarif", "--write-baseline", "out/2/known.json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try await project.vendor("notices", "-o", "out/3/notices").status == 1)
    #expect(
      try await project.shell("ls out/*") == """
        out/1:
        a.sarif

        out/2:
        known.json

        out/3:
        notices

        """)
  }

  #if os(Linux)
  /// A run with findings that are suppressed, of lines, of files and of nothing in particular.
  @Test func theSARIFLogFitsItsSchemaAndTheLimitsOfServices() async throws {
    guard let packages = try await Checkout.fetched(by: "fetch-sbom-validators") else { return }
    let project = try await projectWithABinary()
    try await project.shell(
      """
      cat >assetkit.toml <<'END'
      version = 1

      [[audit.exception]]
      rule = "hidden-binary"
      package = "demo"
      reason = "built by hand"
      until = "2026-12-31"
      END
      """)
    let outcome = try await audit(project, "--sarif", "a.sarif")
    #expect(outcome.errors.contains(", 1 suppressed by exceptions"))
    try await project.check(
      "",
      with: """
        import gzip, json
        from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema
        data = open("a.sarif", "rb").read()
        StaticAnalysisResultsFormatSarifVersion210JsonSchema.model_validate_json(data)
        # docs.github.com, "SARIF support for code scanning" and "SARIF results exceed limits".
        assert len(gzip.compress(data)) < 10 << 20
        (run,) = json.loads(data)["runs"]
        rules = run["tool"]["driver"]["rules"]
        assert len(rules) < 25000 and len(run["results"]) < 25000
        for rule in rules:
          assert len(rule["properties"]["tags"]) <= 10
          assert len(rule["shortDescription"]["text"]) <= 1024
          assert len(rule["fullDescription"]["text"]) <= 1024
          assert rule["help"]["markdown"]
          score = rule["properties"].get("security-severity")
          assert (score is not None) == ("security" in rule["properties"]["tags"])
          assert score is None or 0 < float(score) <= 10
        assert run["automationDetails"]["id"] == "assetkit/vendor/audit/"
        (suppressed,) = (r for r in run["results"] if r["suppressions"])
        assert suppressed["ruleId"] == "hidden-binary"
        assert suppressed["suppressions"][0]["justification"] == "built by hand"
        hashes = [(r["ruleId"], r["partialFingerprints"]["primaryLocationLineHash"])
          for r in run["results"]]
        assert len(set(hashes)) == len(hashes)
        """, packages: packages)
  }
  #endif
}
