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
        assert "serialNumber" not in d and "timestamp" not in d["metadata"]
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
        (p,) = d["packages"]
        code = hashlib.sha1("".join(sorted(sums.values())).encode()).hexdigest()
        assert p["packageVerificationCode"]["packageVerificationCodeValue"] == code
        assert [r["licenseId"] for r in d["hasExtractedLicensingInfos"]] == ["LicenseRef-ours"]
        """)
  }

  @Test(arguments: ["cyclonedx", "spdx"])
  func theSameBytesAndATimeOnlyWhenAsked(format: String) async throws {
    let project = try await VendoredProject(Self.files, keys: Self.keys)
    let first = try await bill(project, format)
    #expect(try await bill(project, format) == first)
    let copy = try await VendoredProject(Self.files, keys: Self.keys)
    #expect(try await bill(copy, format) == first, "another folder, another day's mtimes")
    let dated = try await bill(project, format, "--timestamp", "2026-11-21T12:00:00Z")
    #expect(dated.contains("2026-11-21T12:00:00Z"))
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
