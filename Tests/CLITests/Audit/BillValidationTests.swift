import TestSupport
import Testing

#if os(Linux)
import Glibc

/// Bills with everything that a project can state, read by the formats' own validators.
struct BillValidationTests {
  private static func exception(_ number: Int, _ status: String) -> String {
    """

    [[audit.exception]]
    advisory = "CVE-2026-\(number)"
    package = "demo"
    reason = "Ä \\"quoted\\" reason"
    status = \(status)
    """
  }

  private static let policy: String = {
    let reasons = [
      "component_not_present", "vulnerable_code_not_present", "vulnerable_code_not_in_execute_path",
      "vulnerable_code_cannot_be_controlled_by_adversary", "inline_mitigations_already_exist",
    ]
    let project = """
      version = 1
      [sbom]
      name = "Än \\"App\\" <1>"
      version = "3.1 β"
      supplier = "Example Corp <psirt@example.org>"
      """
    let open =
      exception(3, "\"affected\"\naction = \"do not use it\"\nuntil = \"2026-12-31\"")
      + exception(5, "\"under_investigation\"\nuntil = \"2026-12-31\"")
    return project + open + exception(4, "\"fixed\"")
      + reasons.enumerated().map {
        exception(10 + $0, "\"not_affected\"\njustification = \"\($1)\"")
      }.joined() + "\n"
  }()

  /// Every status of a vulnerability; a file, people and a project with names of any characters.
  private func project() async throws -> VendoredProject {
    let patch = "CVE: CVE-2026-1 CVE-2026-2\\n--- a/a.c\\n+++ b/a.c\\n"
    let project = try await VendoredProject(
      [
        "a.c": VendorAuditTests.tag + "int a;\n", "LICENSE": "SPDX-" + "License-Identifier: MIT\n",
        "\u{1F9EA} \"<&>' \u{FFFD}.c": VendorAuditTests.tag
          + "/* Copyright 2020 Änn <x> \u{7} */\n",
      ],
      keys: """
        license = "MIT AND LicenseRef-ours"
        license-files = ["LICENSE"]
        purl = "pkg:deb/debian/demo?arch=source&distro=debian-12"
        supplier = "Änn & א <https://example.org/?a=b&c=%20>"
        cpe = 'cpe:2.3:a:v\\:w:p:*:*:*:*:*:*:*:*'
        patches = ["Vendor/patches/demo/0001-fix.patch sha256:PATCH"]
        """)
    try await project.shell(
      """
      mkdir -p Vendor/patches/demo && printf '%b' '\(patch)' >Vendor/patches/demo/0001-fix.patch
      sed -i "s/PATCH/$(sha256sum Vendor/patches/demo/0001-fix.patch | cut -c1-64)/" vendor.lock
      """)
    try project.folder.create("assetkit.toml", Self.policy)
    return project
  }

  private func bill(_ project: VendoredProject, _ format: String) async throws -> String {
    let arguments = [
      "vendor", "sbom", "--quiet", "--format", format, "--timestamp", "2026-11-21T12:00:00Z",
    ]
    let outcome = try await Program.run(arguments, in: project.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try await Program.run(arguments, in: project.path).output == outcome.output)
    return outcome.output
  }

  @Test func cycloneDXWithEveryStatusIsValid() async throws {
    guard let packages = try await Checkout.fetched(by: "fetch-sbom-validators") else { return }
    let project = try await project()
    try await project.check(
      try await bill(project, "cyclonedx"),
      with: """
        import json
        from cyclonedx.schema import SchemaVersion
        from cyclonedx.validation.json import JsonStrictValidator
        wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
        assert wrong is None, wrong
        states = {v["id"]: v["analysis"]["state"] for v in json.loads(text)["vulnerabilities"]}
        assert len(states) == 10 and len(set(states.values())) == 5, states
        """, packages: packages)
  }

  @Test func spdxIsValid() async throws {
    guard let packages = try await Checkout.fetched(by: "fetch-sbom-validators") else { return }
    let project = try await project()
    try await project.check(
      try await bill(project, "spdx"),
      with: """
        open("bill.spdx.json", "w").write(text)
        from spdx_tools.spdx.parser.parse_anything import parse_file
        from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document
        wrong = validate_full_spdx_document(parse_file("bill.spdx.json"))
        assert not wrong, wrong
        """, packages: packages)
  }

  /// SPDX 3.0.1's SHACL file is in no package registry; the classes of `spdx-python-model` are generated
  /// from it by the SPDX project. They check types and patterns when a document is read, numbers of values
  /// when it is written again, and name the ids that nothing has.
  @Test func spdx3FollowsItsModel() async throws {
    guard let packages = try await Checkout.fetched(by: "fetch-sbom-validators") else { return }
    let project = try await project()
    try await project.check(
      try await bill(project, "spdx3"),
      with: """
        import io, json
        from spdx_python_model import v3_0_1 as model
        def problems(text):
          read = model.SHACLObjectSet()
          try:
            model.JSONLDDeserializer().read(io.BytesIO(text.encode()), read)
            model.JSONLDSerializer().write(read, io.BytesIO())
          except (ValueError, TypeError, KeyError) as error:
            return repr(error)
          return sorted(read.missing_ids)
        assert not problems(text), problems(text)
        # The check itself finds what is wrong.
        for change in (
          lambda e: e.pop("from", None), lambda e: e.update(relationshipType="uses"),
          lambda e: e.update(created="2026-11-21T12:00:00+01:00"), lambda e: e.update(unknown=1),
          lambda e: e.pop("created", None), lambda e: e.update(to=["https://example.org/none"]),
        ):
          d = json.loads(text)
          for e in d["@graph"]: change(e)
          assert problems(json.dumps(d)), change
        """, packages: packages)
  }
}
#endif
