import TestSupport
import Testing

/// `assetkit vendor advisories`, `vex`, and what `add`, `update` and `audit` say of vulnerabilities.
struct VendorAdvisoriesTests {
  static func entry(_ id: String, score: String? = nil) -> String {
    let severity = score.map { #","severity":[{"type":"CVSS_V3","score":"\#($0)"}]"# } ?? ""
    return
      #"{"id":"\#(id)","modified":"2026-11-01T00:00:00Z","summary":"bad","aliases":["CVE-2026-7"]\#(severity),"affected":[{"package":{"ecosystem":"npm","name":"demo"},"ranges":[{"type":"SEMVER","events":[{"introduced":"0"},{"fixed":"1.3"}]}]}]}"#
  }

  private func project(_ keys: String = "") async throws -> VendoredProject {
    try await VendoredProject(
      VendorAuditTests.clean, keys: "license = \"MIT\"\npurl = \"pkg:npm/demo\"\n" + keys)
  }

  @Test func saysWhatToDownloadAndHowOldItIs() async throws {
    let project = try await project()
    let missing = try await project.vendor("advisories", "my db", "--today", "2026-11-21")
    #expect(missing.status == 1)
    #expect(
      missing.output == """
        npm: missing, for demo
          curl --fail --location --create-dirs --output 'my db/npm.zip' \
        https://storage.googleapis.com/osv-vulnerabilities/npm/all.zip

        """)
    try project.folder.create("my db/npm.json", Self.entry("GHSA-1"))
    let there = try await project.vendor("advisories", "my db", "--today", "2026-11-21")
    #expect(there.status == 0)
    #expect(there.output == "npm: 20 days old, newest entry 2026-11-01, for demo\n")
    let old = try await project.vendor(
      "advisories", "my db", "--today", "2026-11-21", "--max-age", "19", "--json")
    #expect(old.status == 1)
    try await project.check(
      old.output,
      with: """
        import json
        d = json.loads(text)
        (n,) = d['downloads']
        assert d['schema'] == 1 and n['state'] == 'old' and n['age-days'] == 20, d
        assert n['packages'] == ['demo'] and n['entries'] == 1 and d['unmatched'] == [], d
        """)
    try project.folder.create("file", "x")
    #expect(try await project.vendor("advisories", "file").status == 2)
  }

  @Test func aScoreFailsTheAudit() async throws {
    let project = try await project()
    try project.folder.create(
      "db/a.json", Self.entry("GHSA-1", score: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H"))
    func audit(_ more: String...) async throws -> Command.Outcome {
      try await Program.run(
        ["vendor", "audit", "--advisories", "db", "--today", "2026-11-21"] + more, in: project.path)
    }
    let found = try await audit("--fail-on", "7.5")
    #expect(found.status == 1)
    #expect(
      found.output.contains("is affected by CVE-2026-7 (GHSA-1), CVSS 7.5: bad"), "\(found.output)")
    #expect(try await audit("--fail-on", "7.6").status == 0)
    #expect(try await audit("--fail-on", "never,7.0").status == 1)
    #expect(try await audit("--fail-on", "7.0,8.0").status == 64)
    try project.folder.create("assetkit.toml", "version = 1\n[audit]\nfail-on = \"7.6\"\n")
    #expect(try await audit().status == 0)
    let json = try await audit("--json")
    try await project.check(
      json.output,
      with: """
        import json
        (f,) = [f for f in json.loads(text)['findings'] if f['rule'] == 'vulnerability-known']
        assert f['advisory'] == 'CVE-2026-7' and f['aliases'] == ['GHSA-1'] and f['score'] == 7.5, f
        """)
  }

  @Test func statementsBecomeOpenVEX() async throws {
    let project = try await project()
    try project.folder.create("db/a.json", Self.entry("GHSA-1"))
    try project.folder.create(
      "assetkit.toml",
      """
      version = 1
      [[audit.exception]]
      advisory = "GHSA-1"
      package = "demo"
      status = "not_affected"
      justification = "vulnerable_code_not_in_execute_path"
      reason = "never called"
      """)
    let audit = try await project.vendor(
      "audit", "--advisories", "db", "--today", "2026-11-21")
    #expect(audit.status == 0)
    #expect(audit.errors.contains("1 suppressed by exceptions"), "\(audit.errors)")
    let first = try await project.vendor(
      "vex", "--advisories", "db", "--author", "Ours", "--timestamp", "2026-11-21T12:00:00Z")
    #expect(first.status == 0)
    try await project.check(
      first.output,
      with: """
        import json
        d = json.loads(text)
        assert d['@context'] == 'https://openvex.dev/ns/v0.2.0' and d['author'] == 'Ours', d
        (s,) = d['statements']
        assert s['vulnerability'] == {'name': 'CVE-2026-7', 'aliases': ['GHSA-1']}, s
        (p,) = s['products']
        assert p['@id'].startswith('pkg:generic/vendored%20sources?checksum=sha256:'), p
        assert p['subcomponents'][0]['@id'] == 'pkg:npm/demo@1.2', p
        assert s['status'] == 'not_affected' and s['impact_statement'] == 'never called', s
        assert s['justification'] == 'vulnerable_code_not_in_execute_path', s
        """)
    let again = try await project.vendor(
      "vex", "--advisories", "db", "--author", "Ours", "--timestamp", "2026-11-21T12:00:00Z")
    #expect(again.output == first.output)
    #expect(try await project.vendor("vex", "--timestamp", "yesterday").status == 64)
  }

  @Test func aPatchsHeaderSaysWhatItFixes() async throws {
    let patch = "CVE: CVE-2026-7\n--- a/a.c\n+++ b/a.c\n"
    let digest = try await Command.shell("printf '\(patch)' | sha256sum | cut -c1-64", in: "/")
    let pin = digest.split(separator: "\n").first ?? ""
    let project = try await project(
      "patches = [\"Vendor/patches/demo/0001-fix.patch sha256:\(pin)\"]")
    try project.folder.create("Vendor/patches/demo/0001-fix.patch", patch)
    try project.folder.create("db/a.json", Self.entry("GHSA-1"))
    let audit = try await project.vendor("audit", "--advisories", "db", "--today", "2026-11-21")
    #expect(audit.status == 0, "\(audit.output)")
    #expect(
      audit.output.contains(
        "Vendor/patches/demo/0001-fix.patch: note: demo 1.2: the patch says that it fixes CVE-2026-7"
      ))
    try project.folder.create(
      "assetkit.toml", "version = 1\n[sbom]\nname = \"An App\"\nversion = \"3.1\"\n")
    let vex = try await project.vendor("vex", "--timestamp", "2026-11-21T12:00:00Z")
    #expect(vex.status == 0 && vex.errors.isEmpty, "\(vex.errors)")
    // Upstream's release is not fixed: the project is, in its copy of it.
    try await project.check(
      vex.output,
      with: """
        import hashlib, json
        (s,) = json.loads(text)['statements']
        (p,) = s['products']
        (c,) = p['subcomponents']
        assert s['status'] == 'fixed' and '0001-fix.patch' in s['status_notes'], s
        assert p['@id'] == p['identifiers']['purl'] == 'pkg:generic/An%20App@3.1', p
        assert c['@id'] == c['identifiers']['purl'] == 'pkg:npm/demo@1.2', c
        listed = hashlib.sha256(open('Vendor/demo.sums', 'rb').read()).hexdigest()
        assert c['hashes'] == {'sha-256': listed}, 'of the patched files, not of the archive'
        """)
    let bill = try await project.vendor("sbom", "--timestamp", "2026-11-21T12:00:00Z")
    try await project.check(
      bill.output,
      with: """
        import json
        d = json.loads(text)
        assert d['metadata']['component']['purl'] == 'pkg:generic/An%20App@3.1', d
        (c,) = d['components']
        (v,) = d['vulnerabilities']
        assert v['analysis']['state'] == 'resolved_with_pedigree', v
        assert v['affects'] == [{'ref': c['bom-ref']}], v
        (r,) = c['pedigree']['patches'][0]['resolves']
        assert (r['type'], r['id'], r['source']['name']) == ('security', 'CVE-2026-7', 'CVE'), r
        """)
  }

  @Test func twoPackagesThatAreTheSameAreOneStatement() async throws {
    let project = try await project()
    try project.folder.create("up/a.c", "int a;\n")
    var policy = "version = 1\n"
    for name in ["one", "two"] {
      let added = try await project.vendor(
        "add", name, "up", "--version", "1", "--purl", "pkg:npm/x", "--license", "MIT")
      #expect(added.status == 0, "\(added.errors)")
      policy += """

        [[audit.exception]]
        advisory = "CVE-2026-8"
        package = "\(name)"
        status = "fixed"
        reason = "by hand"

        """
    }
    try project.folder.create("assetkit.toml", policy)
    let vex = try await project.vendor("vex", "--timestamp", "2026-11-21T12:00:00Z")
    try await project.check(
      vex.output,
      with: "import json; assert len(json.loads(text)['statements']) == 1, text")
  }

  @Test func aDamagedZipIsNamedAndTheRestIsRead() async throws {
    let project = try await project()
    try project.folder.create("db/a.json", Self.entry("GHSA-1"))
    try project.folder.create("db/Go.zip", "")
    let audit = try await project.vendor("audit", "--advisories", "db", "--today", "2026-11-21")
    #expect(audit.status == 1)
    #expect(audit.output.contains("error: db/Go.zip "), "\(audit.output)")
    #expect(audit.output.contains("[vulnerability-known]"), "\(audit.output)")
    let needed = try await project.vendor("advisories", "db", "--today", "2026-11-21")
    #expect(needed.status == 1)
    #expect(needed.errors.contains("assetkit: db/Go.zip: "), "\(needed.errors)")
    let vex = try await project.vendor("vex", "--advisories", "db", "--author", "Ours")
    #expect(vex.status == 2)
    #expect(vex.errors.contains("db/Go.zip"), "\(vex.errors)")
    let alone = try await project.vendor("audit", "--advisories", "db/Go.zip")
    #expect(alone.status == 2)
  }

  @Test func aPackageURLIsProposedAndRecordedWithoutFetching() async throws {
    let project = try await VendoredProject(VendorAuditTests.clean)
    let before = try await project.shell("cat vendor.lock")
    // The address of its archive leads nowhere.
    let updated = try await project.vendor("update", "demo", "--purl", "pkg:npm/demo", "--offline")
    #expect(updated.status == 0, "\(updated.errors)")
    let after = try await project.shell("cat vendor.lock")
    #expect(after.replacing("purl = \"pkg:npm/demo\"\n", with: "") != after)
    #expect(after.contains("version = \"1.2\"") && before.contains("version = \"1.2\""))
    #expect(try await project.vendor("verify").status == 0)
    let audit = try await project.vendor("audit", "--advisories", "Vendor", "--quiet")
    #expect(!audit.output.contains("vulnerability-unmatched"))
    try await project.shell("tar cf lib.tar -C Vendor demo")
    let added = try await project.vendor(
      "add", "lib", "https://github.com/acme/lib/archive/refs/tags/v1.tar.gz", "--from", "lib.tar")
    #expect(added.status == 0, "\(added.errors)")
    #expect(
      added.errors.contains("its source implies pkg:github/acme/lib"), "\(added.errors)")
  }
}
