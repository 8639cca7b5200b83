import TestSupport
import Testing

/// `assetkit vendor verify`, `list` and `diff` as a person runs them.
struct VendorVerifyTests {
  @Test func anIntactTreeIsSilentOnStandardOutput() async throws {
    let project = try await VendoredProject()
    let outcome = try await Program.run(["vendor", "verify"], in: project.path)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors == "assetkit: vendor verify: 1 package, 2 files: as pinned\n")
    let quiet = try await Program.run(["vendor", "verify", "--quiet"], in: project.path)
    #expect(quiet.errors.isEmpty)
  }

  @Test func theRootIsTheNearestFolderUpwards() async throws {
    let project = try await VendoredProject()
    let below = project.path + "/Vendor/demo/src"
    let outcome = try await Program.run(["vendor", "verify"], in: below)
    #expect(outcome.status == 0)
    let named = try await Program.run(["-C", below, "vendor", "verify", "demo"])
    #expect(named.status == 0)
  }

  @Test func everyDifferenceIsALineAndTheStatusIsOne() async throws {
    let project = try await VendoredProject()
    try await project.shell(
      "echo x > Vendor/demo/new; rm Vendor/demo/README; chmod +x Vendor/demo/src/a.c")
    let outcome = try await Program.run(["vendor", "verify"], in: project.path)
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        Vendor/demo/README: error: is missing, expected a listed file [integrity-missing]
          remedy: run 'assetkit vendor sync demo'
        Vendor/demo/new: error: is a file that is not on the list [integrity-added]
          remedy: remove it, or keep it with 'assetkit vendor patch demo'
        Vendor/demo/src/a.c: error: is executable, expected mode 644 [integrity-mode]
          remedy: restore its mode with chmod

        """)
    #expect(
      outcome.errors == "assetkit: vendor verify: 1 package, 2 files: 3 differences\n")
  }

  @Test(arguments: [
    ".assetkit", ".assetkit/src/evil.c", ".assetkit/new/0/evil.c", ".assetkit-lock",
    ".assetkit-lock/evil.c",
  ])
  func whatACloneBroughtIsReportedAndNotTouched(file: String) async throws {
    for text in ["int evil;\n", "1234\n", "1\n", ""] {
      let project = try await VendoredProject()
      try project.folder.create("Vendor/\(file)", text)
      let outcome = try await project.vendor("verify")
      #expect(outcome.status == 1)
      #expect(outcome.output.contains("[integrity-orphan]"))
      // A change does not take it for its own either.
      let change = try await project.vendor("remove", "demo", "--force")
      #expect(change.status == 2)
      #expect(try project.folder.text("Vendor/\(file)") == text)
      #expect(try project.folder.text("Vendor/demo/README") == "hello\n")
    }
  }

  @Test func jsonIsOneDocument() async throws {
    let project = try await VendoredProject()
    try await project.shell("echo x > Vendor/demo/README")
    let outcome = try await Program.run(
      ["vendor", "verify", "--json", "--sarif", "out/x.sarif"], in: project.path)
    #expect(outcome.status == 1)
    #expect(outcome.errors.isEmpty)
    let check = """
      import json, sys
      d = json.load(open(sys.argv[1]))
      assert d["schema"] == 1 and d["intact"] is False, d
      assert d["packages"] == [
        {"name": "demo", "files": 2, "trusted": False, "findings": 1}], d
      f = d["findings"][0]
      assert f["rule"] == "integrity-changed" and f["path"] == "Vendor/demo/README", f
      s = json.load(open("out/x.sarif"))
      assert s["version"] == "2.1.0", s
      run = s["runs"][0]
      assert run["tool"]["driver"]["name"] == "assetkit"
      result = run["results"][0]
      assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
      place = result["locations"][0]["physicalLocation"]["artifactLocation"]
      assert place == {"uri": "Vendor/demo/README", "uriBaseId": "%SRCROOT%"}, place
      assert result["partialFingerprints"]["assetkit/v2"] == "integrity-changed demo Vendor/demo/README 1"
      assert result["properties"]["remedy"] == f["remedy"] and f["remedy"], f
      """
    try await project.shell(
      "cat > .git/check.json <<'END'\n\(outcome.output)END\n"
        + "python3 - .git/check.json <<'END'\n\(check)\nEND\nrm .git/check.json")
  }

  @Test(arguments: [
    ("rm vendor.lock", "assetkit: vendor.lock: was not found here or in any parent folder"),
    (": > vendor.lock", "assetkit: vendor.lock: the key version is missing"),
    ("echo 'version = 1' > vendor.lock", "assetkit: vendor.lock: has no package"),
    ("echo '<<<<<<< HEAD' >> vendor.lock", "assetkit: vendor.lock:10: is a conflict marker"),
  ])
  func nothingToCheckIsNeverAllFine(script: String, message: String) async throws {
    let project = try await VendoredProject()
    try await project.shell(script)
    let outcome = try await Program.run(["vendor", "verify"], in: project.path)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix(message))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func aPackageThatIsNotThere() async throws {
    let project = try await VendoredProject()
    let outcome = try await Program.run(["vendor", "verify", "zlib"], in: project.path)
    #expect(outcome.status == 2)
    #expect(outcome.errors == "assetkit: vendor.lock: has no package 'zlib'; it has: demo\n")
  }

  @Test func listShowsThePackages() async throws {
    let project = try await VendoredProject()
    let outcome = try await Program.run(["vendor", "list"], in: project.path)
    #expect(outcome.status == 0)
    #expect(outcome.output == "demo  1.2  -  Vendor/demo  upstream/demo-1.2\n")
    let json = try await Program.run(["vendor", "list", "--json"], in: project.path)
    #expect(json.output.contains("\"schema\": 1"))
    #expect(json.output.contains("\"source\": \"upstream/demo-{version}\""))
  }

  @Test func diffIsTakenBackByGitApply() async throws {
    let project = try await VendoredProject()
    let none = try await Program.run(["vendor", "diff"], in: project.path)
    #expect(none.status == 0)
    #expect(none.output.isEmpty)
    try await project.shell(
      "printf 'one\\n2\\nthree\\n' > Vendor/demo/src/a.c; rm Vendor/demo/README; echo x > Vendor/demo/new"
    )
    let outcome = try await Program.run(["vendor", "diff", "demo"], in: project.path)
    #expect(outcome.status == 1)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.contains("-two\n+2\n"))
    try await project.shell("git apply -R <<'END'\n\(outcome.output)END\n")
    let after = try await Program.run(["vendor", "verify"], in: project.path)
    #expect(after.status == 0)
  }

  @Test func diffSaysWhatItCannotShow() async throws {
    let project = try await VendoredProject()
    try await project.shell("rm -rf .git; echo x > Vendor/demo/README")
    let outcome = try await Program.run(["vendor", "diff"], in: project.path)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == "assetkit: Vendor/demo/README: differs, but the pinned bytes are neither in"
        + " git's HEAD nor in its index\n")
  }
}
