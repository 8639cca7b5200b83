import TestSupport
import Testing

#if os(Linux)
import Glibc

/// `assetkit vendor sbom`, read by the formats' own validators.
///
/// They are fetched once from PyPI by `Scripts/fetch-sbom-validators`;
/// `ASSETKIT_SKIP_NETWORK_TESTS=1` leaves them out and says so.
struct VendorSBOMTests {
  private static let files = [
    "a.c": VendorAuditTests.tag + "int a;\n",
    "ä b.c": "/* SPDX-" + "License-Identifier: LicenseRef-ours OR Zlib */\n",
    "LICENSE": "SPDX-" + "License-Identifier: MIT\n", "empty": "",
  ]
  private static let keys = """
    license = "MIT AND LicenseRef-ours"
    license-files = ["LICENSE"]
    purl = "pkg:github/example/demo@1.2"
    """

  private func bill(
    _ project: VendoredProject, _ format: String, _ more: String...,
    environment: [String: String] = [:]
  ) async throws -> String {
    let outcome = try await Program.run(
      ["vendor", "sbom", "--format", format] + more, in: project.path, environment: environment)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test func theFormatsOwnValidatorsAcceptThem() async throws {
    guard let packages = try await Checkout.fetched(by: "fetch-sbom-validators") else { return }
    let project = try await VendoredProject(Self.files, keys: Self.keys)
    try project.folder.create("Package.resolved", Self.resolved)
    for time in [[], ["--timestamp", "2026-11-21T12:00:00Z"]] {
      let cyclone = try await Program.run(
        ["vendor", "sbom", "--format", "cyclonedx"] + time, in: project.path)
      try await project.check(
        cyclone.output,
        with: """
          from cyclonedx.schema import SchemaVersion
          from cyclonedx.validation.json import JsonStrictValidator
          wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
          assert wrong is None, wrong
          """, packages: packages)
      let spdx = try await Program.run(
        ["vendor", "sbom", "--format", "spdx"] + time, in: project.path)
      try await project.check(
        spdx.output,
        with: """
          open("bill.spdx.json", "w").write(text)
          from spdx_tools.spdx.parser.parse_anything import parse_file
          from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document
          wrong = validate_full_spdx_document(parse_file("bill.spdx.json"))
          assert not wrong, wrong
          """, packages: packages)
      try await project.shell("rm bill.spdx.json")
    }
  }

  @Test func saysWhatTheLockAndTheFilesSay() async throws {
    let project = try await VendoredProject(Self.files, keys: Self.keys)
    try await project.check(
      try await bill(project, "cyclonedx"),
      with: """
        import json
        d = json.loads(text)
        (c,) = d["components"]
        assert (c["name"], c["version"]) == ("demo", "1.2")
        assert c["purl"] == "pkg:github/example/demo@1.2"
        assert c["licenses"][0]["expression"] == "LicenseRef-ours AND MIT" or \\
          c["licenses"][0]["expression"] == "MIT AND LicenseRef-ours", c["licenses"]
        assert c["hashes"][0]["alg"] == "SHA-256"
        """)
    try await project.check(
      try await bill(project, "spdx"),
      with: """
        import hashlib, json, os
        d = json.loads(text)
        sums = {}
        for f in d["files"]:
          name = f["fileName"]
          data = open(name, "rb").read()
          for c in f["checksums"]:
            assert hashlib.new(c["algorithm"].lower(), data).hexdigest() == c["checksumValue"], name
          sums[name] = hashlib.sha1(data).hexdigest()
        assert len(sums) == 4
        (p,) = (p for p in d["packages"] if p["name"] == "demo")
        code = hashlib.sha1("".join(sorted(sums.values())).encode()).hexdigest()
        assert p["packageVerificationCode"]["packageVerificationCodeValue"] == code
        assert [r["licenseId"] for r in d["hasExtractedLicensingInfos"]] == ["LicenseRef-ours"]
        """)
  }

  @Test(arguments: ["cyclonedx", "spdx", "spdx3"])
  func theSameBytesAndATrueTime(format: String) async throws {
    let project = try await VendoredProject(Self.files, keys: Self.keys)
    let dated = try await bill(project, format, "--timestamp", "2026-11-21T12:00:00Z")
    #expect(dated.contains("2026-11-21T12:00:00Z"))
    #expect(try await bill(project, format, "--timestamp", "2026-11-21T14:00:00+02:00") == dated)
    #expect(try await bill(project, format, "--timestamp", "2026-11-21T12:00:00Z") == dated)
    let copy = try await VendoredProject(Self.files, keys: Self.keys)
    #expect(
      try await bill(copy, format, "--timestamp", "2026-11-21T12:00:00Z") == dated,
      "another folder, another day's mtimes")
    let epoch = ["SOURCE_DATE_EPOCH": "1790000000"]
    let built = try await bill(project, format, environment: epoch)
    #expect(built.contains("\"2026-09-21T"))
    let both = try await bill(
      project, format, "--timestamp", "2026-11-21T12:00:00Z", environment: epoch)
    #expect(both == dated)
    let wrong = try await project.vendor(
      "sbom", environment: ["SOURCE_DATE_EPOCH": "yesterday"])
    #expect(wrong.status == 2)
    #expect(try await project.vendor("sbom", "--timestamp", "noon").status == 64)
  }

  /// The time is the commit's that is checked out, in a clone without history too, as long as it
  /// contains what the bill is made from; never an invented one.
  @Test func theTimeIsThatOfTheCommit() async throws {
    let project = try await VendoredProject(Self.files, keys: Self.keys)
    let draft = try await project.vendor("sbom")
    #expect(draft.errors.contains("the SBOM is dated now, because no commit has this"))
    #expect(!draft.output.contains("1970"))
    try await project.shell(
      """
      git init -q . && git add .
      export GIT_COMMITTER_DATE='1790000000 +0200' GIT_AUTHOR_DATE='1780000000 +0200'
      git -c user.name=t -c user.email=t@t commit -q -m t
      """)
    let committed = try await project.vendor("sbom")
    #expect(committed.output.contains("\"timestamp\": \"2026-09-21T14:13:20Z\""))
    #expect(!committed.errors.contains("dated now"))
    let head = try await project.shell("git rev-parse HEAD").split(separator: "\n")[0]
    #expect(committed.output.contains("\"version\": \"\(head)\""), "the project's")
    try await project.shell("git clone -q --depth 1 file://$PWD shallow")
    let shallow = try await Program.run(["vendor", "sbom"], in: project.path + "/shallow")
    #expect(shallow.output == committed.output)
    try await project.shell("echo '# edited' >>vendor.lock")
    #expect(try await project.vendor("sbom").errors.contains("dated now"))
  }

  /// The folder's SWHID is git's tree hash, of files, executables, links and odd orders.
  @Test func theSWHIDIsGitsTreeHash() async throws {
    let project = try await VendoredProject(
      Self.files.merging(["a/b.c": "1", "a.b/c": "2", "a-b/c": "3", "ab": "4"]) { $1 },
      keys: Self.keys)
    try await project.shell(
      """
      cd Vendor/demo && chmod +x ab && ln -s a/b.c link && cd ../..
      { cat Vendor/demo.sums; echo '#x ab'; echo '#l link -> a/b.c'; } >new && mv new Vendor/demo.sums
      """)
    try await project.shell(Self.canonicalList)
    let id = try await project.shell(
      "git init -q . && git add . && git rev-parse $(git write-tree):Vendor/demo")
    let swhid = "swh:1:dir:\(id.split(separator: "\n")[0])"
    for format in ["cyclonedx", "spdx", "spdx3"] {
      #expect(try await bill(project, format).contains("\"\(swhid)\""), "\(format)")
    }
  }

  /// Sorts the list by path, as `vendor.lock` requires, and pins it.
  private static let canonicalList = """
    python3 - <<'END'
    import hashlib
    lines = open("Vendor/demo.sums").read().splitlines()
    def path(line):
      if line.startswith("#x "): return line[3:]
      if line.startswith("#l "): return line[3:].split(" -> ")[0]
      return line[66:]
    lines.sort(key=lambda line: (path(line).encode(), not line.startswith("#")))
    text = "".join(line + chr(10) for line in lines)
    open("Vendor/demo.sums", "w").write(text)
    pin = hashlib.sha256(text.encode()).hexdigest()
    import re
    lock = open("vendor.lock").read()
    open("vendor.lock", "w").write(re.sub(r'sha256:[0-9a-f]{64}', "sha256:" + pin, lock))
    END
    """

  static let resolved = """
    {
      "originHash" : "0",
      "pins" : [
        {
          "identity" : "swift-log", "kind" : "remoteSourceControl",
          "location" : "https://github.com/apple/swift-log.git",
          "state" : { "revision" : "ce592ae52f982c847a4efc0dd881cc9eb32d29f2", "version" : "1.6.4" }
        },
        {
          "identity" : "some.lib", "kind" : "registry", "location" : "",
          "state" : { "version" : "2.0.0" }
        }
      ],
      "version" : 3
    }
    """

  @Test func aTreeThatIsNotPinnedHasNoBill() async throws {
    let project = try await VendoredProject(Self.files, keys: Self.keys)
    try await project.shell("echo x >>Vendor/demo/a.c")
    let outcome = try await project.vendor("sbom", "--output", "bill.json")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains("Vendor/demo/a.c: differs from vendor.lock; no SBOM was written"))
    try await project.shell("test ! -e bill.json")
  }
}
#endif
