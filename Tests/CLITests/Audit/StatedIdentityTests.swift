import TestSupport
import Testing

/// `--purl`, `--license`, `--cpe` and `--supplier` of `vendor add` and `update`, and what a lock of an
/// earlier version may have there.
struct StatedIdentityTests {
  @Test(arguments: [
    ("--purl", "pkg:nonsense", "'pkg:nonsense' has no name after the type 'nonsense'; write it as"),
    ("--purl", "nonsense", "'nonsense' does not begin with 'pkg:'; write it as pkg:"),
    (
      "--purl", "pkg:github/zlib", "has no namespace, which the type 'github' requires; write it as"
    ),
    ("--license", "MIT License", "'MIT License' is not an SPDX licence expression: "),
    (
      "--license", "Apache-2",
      "names 'Apache-2', which is not on the SPDX licence list; write 'Apache-2.0', or"
    ),
    (
      "--license", "LGPL",
      "names 'LGPL', which is not on the SPDX licence list; write an identifier of that list, or"
    ),
    ("--cpe", "cpe:2.3:a:x", "'cpe:2.3:a:x' is not a CPE 2.3 name of 11 attributes"),
    ("--cpe", "cpe:2.3:a:v+w:p:*:*:*:*:*:*:*:*", "has the invalid attribute 'v+w'"),
    ("--supplier", "Ann <ann>", "'Ann <ann>' has no valid address"),
    ("--supplier", "  ", "is empty; write NAME"),
  ])
  func addAndUpdateRefuseIt(option: String, value: String, message: String) async throws {
    let project = try await VendoredProject(VendorAuditTests.clean)
    let before = try await project.shell("cat vendor.lock; ls -R")
    try await project.shell("mkdir more && echo 'int b;' >more/b.c")
    for arguments in [["update", "demo", "--offline"], ["add", "more", "more"]] {
      let outcome = try await Program.run(
        ["vendor"] + arguments + [option, value], in: project.path)
      #expect(outcome.status == 2, "\(arguments): \(outcome.output)")
      #expect(outcome.errors.hasPrefix("assetkit: \(option): "), "\(outcome.errors)")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
    try await project.shell("rm -r more")
    #expect(try await project.shell("cat vendor.lock; ls -R") == before, "nothing has changed")
  }

  @Test func theCanonicalFormIsRecordedAndAnEmptyOneForgets() async throws {
    let project = try await VendoredProject(VendorAuditTests.clean)
    let set = try await project.vendor(
      "update", "demo", "--offline", "--purl", "pkg:GitHub/Acme/Demo?b=2&a=1", "--license", "mit",
      "--cpe", "cpe:2.3:a:acme:demo:*:*:*:*:*:*:*:*")
    #expect(set.status == 0, "\(set.errors)")
    let lock = try await project.shell("cat vendor.lock")
    #expect(lock.contains("purl = \"pkg:github/acme/demo?a=1&b=2\"\n"), "\(lock)")
    #expect(lock.contains("license = \"MIT\"\n"), "\(lock)")
    let forgotten = try await project.vendor(
      "update", "demo", "--offline", "--purl", "", "--license", "", "--cpe", "")
    #expect(forgotten.status == 0, "\(forgotten.errors)")
    let after = try await project.shell("cat vendor.lock")
    #expect(!after.contains("purl") && !after.contains("license =") && !after.contains("cpe"))
  }

  @Test func aPackageURLOfAnotherVersionIsSaid() async throws {
    let project = try await VendoredProject(VendorAuditTests.clean)
    let other = try await project.vendor(
      "update", "demo", "--offline", "--purl", "pkg:npm/demo@1.3")
    #expect(other.status == 0, "\(other.errors)")
    let said = "the package URL is of version 1.3, the package of 1.2"
    #expect(other.errors.contains("assetkit: demo: \(said); give the"), "\(other.errors)")
    let audit = try await project.vendor("audit", "--quiet", "--today", "2026-11-21")
    #expect(
      audit.output.contains("warning: demo: \(said)")
        && audit.output.contains("[vulnerability-identifier]"), "\(audit.output)")
    let same = try await project.vendor(
      "update", "demo", "--offline", "--purl", "pkg:npm/demo@1.2")
    #expect(!same.errors.contains("of version"), "\(same.errors)")
  }

  /// A lock that an earlier version wrote stays readable: the tree is what it pins, and no bill becomes
  /// invalid by it.
  @Test func anInvalidOneInTheLockIsAFindingThatUpdateRepairs() async throws {
    let project = try await VendoredProject(
      VendorAuditTests.clean,
      keys: """
        license = "MIT"
        purl = "pkg:nonsense"
        cpe = "cpe:2.3:a:v+w:p:*:*:*:*:*:*:*:*"
        supplier = "Ann <ann>"
        """)
    #expect(try await project.vendor("verify").status == 0)
    #expect(try await project.vendor("list").status == 0)
    let audit = try await project.vendor("audit", "--today", "2026-11-21", "--json")
    try await project.check(
      audit.output,
      with: """
        import json
        found = [f for f in json.loads(text)["findings"] if f["rule"] == "vulnerability-identifier"]
        assert len(found) == 3, found
        assert all("assetkit vendor update demo --" in f["remedy"] for f in found), found
        """)
    let bill = try await project.vendor("sbom", "--timestamp", "2026-11-21T12:00:00Z")
    #expect(bill.status == 0)
    #expect(
      bill.errors.contains(
        "demo: the package URL 'pkg:nonsense' has no name after the type 'nonsense'; write it as"),
      "\(bill.errors)")
    try await project.check(
      bill.output,
      with: """
        import json
        (c,) = json.loads(text)["components"]
        assert "cpe" not in c and c["purl"].startswith("pkg:generic/demo@1.2?checksum=sha256:"), c
        """)
    let repaired = try await project.vendor(
      "update", "demo", "--offline", "--purl", "pkg:npm/demo", "--cpe", "", "--supplier", "Ann")
    #expect(repaired.status == 0, "\(repaired.errors)")
    let after = try await project.vendor("audit", "--quiet", "--today", "2026-11-21")
    #expect(!after.output.contains("vulnerability-identifier"), "\(after.output)")
  }

  @Test(arguments: ["sbom", "vex"])
  func timestampsAreTimes(command: String) async throws {
    let project = try await VendoredProject(VendorAuditTests.clean)
    for time in ["2026-11-21T25:00:00Z", "2026-02-30T12:00:00Z", "2026-12-31T23:59:60Z", "noon"] {
      let outcome = try await project.vendor(command, "--timestamp", time)
      #expect(outcome.status == 64 && outcome.output.isEmpty, "\(time): \(outcome.errors)")
      #expect(outcome.errors.contains("--timestamp"), "\(outcome.errors)")
    }
    let utc = try await project.vendor(command, "--timestamp", "2026-11-21T12:00:00Z")
    let offset = try await project.vendor(command, "--timestamp", "2026-11-21T14:00:00.5+02:00")
    #expect(utc.status == 0 && offset.output == utc.output)
    #expect(utc.output.contains("\"2026-11-21T12:00:00Z\""))
  }
}
