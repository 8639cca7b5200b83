import SafeFiles
import TestSupport
import Testing

/// `assetkit check` as a CI job runs it.
struct CheckTests {
  @Test func whatIsPinnedAndIntactPasses() async throws {
    let project = try await VendoredProject()
    let outcome = try await check(in: project.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors == """
        assetkit: check: vendor: 1 package, 2 files: nothing found
        assetkit: check: icons: there is no assetkit.toml
        assetkit: check: audit: there is no assetkit.toml

        """)
  }

  /// It finds what `vendor verify` finds, line for line.
  @Test func findingsAreThoseOfTheSingleCommands() async throws {
    let project = try await VendoredProject()
    try project.folder.write("Vendor/demo/src/a.c", "changed\n")
    try project.folder.write("Vendor/stray", "")
    let outcome = try await check(in: project.path)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("check: vendor: 1 package, 2 files: 2 findings\n"))
    #expect(outcome.output == (try await project.vendor("verify")).output)
    // And from a subfolder, and with -C.
    #expect(try await check(in: project.path + "/Vendor/demo").output == outcome.output)
    let named = try await Program.run(["-C", project.path, "check", "--quiet"])
    #expect(named.status == 1 && named.errors.isEmpty && named.output == outcome.output)
  }

  @Test func theAuditRunsWhereTheFileAsksForIt() async throws {
    let project = try await VendoredProject(["a.c": "int a;\n"], keys: "")
    #expect(try await check(in: project.path).status == 0)
    try project.folder.write("assetkit.toml", "version = 1\n[audit]\nfail-on = \"note\"\n")
    let outcome = try await check(in: project.path)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("[licence-"))
    // What differs from the lock is reported once, although the audit looks for it, too.
    try project.folder.write("Vendor/demo/a.c", "int b;\n")
    let changed = try await check(in: project.path)
    #expect(changed.output.split(separator: "\n").count { $0.contains("[integrity-") } == 1)
    try project.folder.write("assetkit.toml", "version = 1\n[audit]\nfail-on = \"never\"\n")
    try project.folder.write("Vendor/demo/a.c", "int a;\n")
    let tolerant = try await check(in: project.path)
    #expect(tolerant.status == 0)
    #expect(tolerant.output == outcome.output)
  }

  /// The icons of all entries, against their masters and against the rules of stores.
  @Test func iconsAreComparedAndJudged() async throws {
    let folder = try TemporaryFolder([
      "assetkit.toml": """
      version = 1
      [[icons]]
      name = "app"
      master = "logo.png"
      preset = "ios"
      output = "A.xcassets"
      [[icons]]
      name = "small"
      like = "app"
      preset = "classic"
      output = "small"
      """, "sub/x": "",
    ])
    try folder.write("logo.png", SmallPNG.grey(side: 1024))
    #expect(try await Program.run(["icons", "--quiet"], in: folder.path).status == 0)
    let clean = try await check(in: folder.path)
    #expect(clean.status == 0, "\(clean.output)")
    #expect(clean.errors.contains("check: icons: 2 entries, 16 files: nothing found\n"))
    #expect(clean.errors.contains("check: vendor: there is no vendor.lock\n"))

    try folder.handle.removeFile(.init("small/icon-29.png"))
    try folder.write("A.xcassets/AppIcon.appiconset/ios-1024.png", SmallPNG.grey(side: 512))
    let outcome = try await check(in: folder.path)
    #expect(outcome.status == 1)
    let lines = outcome.output.split(separator: "\n").filter { !$0.hasPrefix("  remedy") }
    #expect(
      lines.compactMap { $0.split(separator: " ").last }.sorted() == [
        "[icon-different]", "[icon-missing]", "[wrong-size]",
      ], "\(outcome.output)")
    #expect(try await check(in: folder.path + "/sub").output == outcome.output)
    try folder.handle.removeFile(.init("logo.png"))
    let broken = try await check(in: folder.path)
    #expect(broken.status == 2)
    #expect(
      broken.errors.contains("check: icons: could not be checked: logo.png: cannot be opened"))
  }

  @Test func nothingToCheckIsNotSuccess() async throws {
    let folder = try TemporaryFolder(["readme.md": ""])
    for text in [nil, "version = 1\n"] {
      if let text { try folder.write("assetkit.toml", text) }
      let outcome = try await check(in: folder.path)
      #expect(outcome.status == 2)
      #expect(outcome.output.isEmpty)
      let reason =
        text == nil
        ? "there is no assetkit.toml;"
        : "assetkit.toml has no [[icons]]; assetkit.toml has no [audit];"
      #expect(
        outcome.errors.contains(
          "assetkit: check: there is nothing to check here: there is no vendor.lock; \(reason)"))
    }
  }

  /// A check that cannot run is named; the others still run, and nothing calls it passed.
  @Test(arguments: [("assetkit.toml", ["icons", "audit"]), ("vendor.lock", ["vendor"])])
  func aCheckThatCannotRunIsNamed(file: String, names: [String]) async throws {
    let project = try await VendoredProject()
    try project.folder.write("Vendor/stray", "")
    if file == "vendor.lock" {
      try project.folder.write("assetkit.toml", "version = 1\n")
    }
    try project.folder.write(file, "no such = = thing\n")
    let outcome = try await check(in: project.path)
    #expect(outcome.status == 2)
    for name in names {
      #expect(outcome.errors.contains("check: \(name): could not be checked: \(file):1"))
    }
    if !names.contains("vendor") { #expect(outcome.output.contains("Vendor/stray: error:")) }
    let quiet = try await check(in: project.path, ["--quiet"])
    #expect(quiet.status == 2)
    #expect(quiet.errors.contains("\(file):1"))
    let json = try await check(in: project.path, ["--json", "--sarif", "out.sarif"])
    #expect(json.status == 2)
    try await project.check(
      json.output,
      with: """
        import json
        names = '\(names.joined(separator: " "))'.split()
        report = json.loads(text)
        assert report['schema'] == 1 and report['passed'] is False
        states = {check['name']: check['state'] for check in report['checks']}
        assert list(states) == ['vendor', 'icons', 'audit'], states
        assert [name for name in states if states[name] == 'failed'] == names, states
        assert all(c['problem'] for c in report['checks'] if c['state'] == 'failed')
        run, = json.load(open('out.sarif'))['runs']
        invocation, = run['invocations']
        assert invocation['executionSuccessful'] is False
        assert len(invocation['toolExecutionNotifications']) == len(names)
        assert len(run['results']) == len(report['findings'])
        """)
  }

  @Test func theReportsSayWhatPassed() async throws {
    let project = try await VendoredProject()
    let outcome = try await check(in: project.path, ["--json", "--sarif", "out.sarif"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    try await project.check(
      outcome.output,
      with: """
        import json
        report = json.loads(text)
        assert report['passed'] is True and report['findings'] == []
        assert report['checks'][0] == {'name': 'vendor', 'state': 'passed', 'findings': 0,
            'checked': '1 package, 2 files'}, report
        assert [check['state'] for check in report['checks'][1:]] == ['absent', 'absent']
        run, = json.load(open('out.sarif'))['runs']
        assert run['results'] == [] and 'invocations' not in run
        ids = [rule['id'] for rule in run['tool']['driver']['rules']]
        assert len(ids) == len(set(ids)) and 'integrity-changed' in ids and 'alpha-refused' in ids
        """)
  }

  private func check(
    in folder: String, _ options: [String] = []
  ) async throws -> Command.Outcome {
    try await Program.run(["check"] + options, in: folder)
  }
}
