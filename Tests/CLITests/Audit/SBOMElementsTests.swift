import TestSupport
import Testing

#if os(Linux)
import Glibc

/// The elements that NTIA (The Minimum Elements For a SBOM, 2021), CISA (Framing Software Component
/// Transparency, third edition, 2024: baseline attributes, minimum expected) and the BSI (TR-03183-2
/// v2.1.0) require, each where each format has it, and the answers of the checker of these.
struct SBOMElementsTests {
  private static let keys = """
    license = "Zlib"
    license-files = ["LICENSE"]
    purl = "pkg:github/example/demo"
    cpe = "cpe:2.3:a:example:demo:*:*:*:*:*:*:*:*"
    supplier = "Example Makers <https://example.org>"
    """

  /// A project of which everything is known but, of `plain`, what nobody said.
  private func project(keys: String = Self.keys) async throws -> VendoredProject {
    let project = try await VendoredProject(
      [
        "a.c": "/* Copyright 2020 Ann\n   SPDX-" + "License-Identifier: Zlib */\nint a;\n",
        "b.c": "/* Copyright 2022 Ann\n   SPDX-" + "License-Identifier: Zlib */\nint b;\n",
        "LICENSE": "SPDX-" + "License-Identifier: Zlib\n",
      ], keys: keys)
    try project.folder.create("Package.resolved", VendorSBOMTests.resolved)
    try project.folder.create(
      "assetkit.toml",
      """
      version = 1

      [sbom]
      name = "Example App"
      version = "3.1"
      supplier = "Example Corp <psirt@example.org>"
      license = "Apache-2.0"
      copyright = "Copyright 2026 Example Corp"

      """)
    try await project.shell(
      #"sed -i "/^archive-sha256/a archive-sha512 = \"$(printf x | sha512sum | cut -c1-128)\"" vendor.lock"#
    )
    try project.folder.create("Example.zip", "PK\u{3}\u{4}")
    return project
  }

  private func bill(_ project: VendoredProject, _ format: String) async throws -> String {
    let outcome = try await Program.run(
      [
        "vendor", "sbom", "--format", format, "--timestamp", "2026-11-21T12:00:00Z",
        "--product", "Example.zip",
      ],
      in: project.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.isEmpty, "nothing is missing: \(outcome.errors)")
    return outcome.output
  }

  /// Element, what requires it, and where a CycloneDX document has it; `d` is the document, `c` the
  /// component.
  private static let cycloneDX = """
    import hashlib, json
    d = json.loads(text)
    (c,) = (c for c in d["components"] if c["name"] == "demo")
    root = d["metadata"]["component"]
    properties = {p["name"]: p["value"] for p in c["properties"]}
    hashes = {h["alg"]: h["content"] for h in c["hashes"]}
    references = {r["type"]: r for r in c["externalReferences"]}
    table = [
      ("author of the SBOM", "NTIA CISA BSI",
        d["metadata"]["manufacturer"]["contact"][0]["email"], "psirt@example.org"),
      ("time", "NTIA CISA BSI", d["metadata"]["timestamp"], "2026-11-21T12:00:00Z"),
      ("kind of SBOM", "CISA", d["metadata"]["lifecycles"], [{"phase": "pre-build"}]),
      ("primary component", "CISA", (root["name"], root["version"]), ("Example App", "3.1")),
      ("its supplier", "NTIA CISA BSI", root["supplier"]["name"], "Example Corp"),
      ("its digest", "BSI", root["hashes"][1],
        {"alg": "SHA-512", "content": hashlib.sha512(b"PK\\3\\4").hexdigest()}),
      ("its file", "BSI", {p["name"][14:]: p["value"] for p in root["properties"]},
        {"filename": "Example.zip", "executable": "non-executable", "archive": "archive",
          "structured": "structured"}),
      ("name", "NTIA CISA BSI", c["name"], "demo"),
      ("version", "NTIA CISA BSI", c["version"], "1.2"),
      ("supplier", "NTIA CISA BSI", c["supplier"],
        {"name": "Example Makers", "url": ["https://example.org"]}),
      ("other identifiers: purl", "NTIA CISA BSI", c["purl"], "pkg:github/example/demo"),
      ("other identifiers: CPE", "NTIA CISA BSI", c["cpe"],
        "cpe:2.3:a:example:demo:1.2:*:*:*:*:*:*:*"),
      ("other identifiers: SWHID", "CISA", c["swhid"][0][:10], "swh:1:dir:"),
      ("dependencies", "NTIA CISA BSI", d["dependencies"],
        [{"ref": "project", "dependsOn": ["package:demo", "swift:some.lib", "swift:swift-log"]}]),
      ("their completeness", "CISA BSI", [a["aggregate"] for a in d["compositions"]], ["unknown"]),
      ("licence", "CISA BSI", c["licenses"][0]["expression"], "Zlib"),
      ("copyright", "CISA", c["copyright"], "Copyright (C) 2020, 2022 Ann"),
      ("SHA-512", "BSI", hashes["SHA-512"], hashlib.sha512(b"x").hexdigest()),
      ("SHA-256", "CISA", len(hashes["SHA-256"]), 64),
      ("source code URI", "BSI", references["source-distribution"]["url"],
        "https://example.org/demo-1.2.tar.gz"),
      ("file name", "BSI", properties["bsi:component:filename"], "demo"),
      ("executable", "BSI", properties["bsi:component:executable"], "non-executable"),
      ("archive", "BSI", properties["bsi:component:archive"], "no archive"),
      ("structured", "BSI", properties["bsi:component:structured"], "structured"),
    ]
    for element, by, found, expected in table:
      assert found == expected, (element, by, found, expected)
    """

  private static let spdx = """
    import hashlib, json
    d = json.loads(text)
    packages = {p["name"]: p for p in d["packages"]}
    p, root = packages["demo"], packages["Example App"]
    references = {r["referenceType"]: r["referenceLocator"] for r in p["externalRefs"]}
    sums = {c["algorithm"]: c["checksumValue"] for c in p["checksums"]}
    related = {(r["spdxElementId"], r["relationshipType"], r["relatedSpdxElement"])
      for r in d["relationships"]}
    table = [
      ("author of the SBOM", "NTIA CISA BSI", d["creationInfo"]["creators"][0],
        "Organization: Example Corp (psirt@example.org)"),
      ("time", "NTIA CISA BSI", d["creationInfo"]["created"], "2026-11-21T12:00:00Z"),
      ("primary component", "CISA", (root["name"], root["versionInfo"]), ("Example App", "3.1")),
      ("its supplier", "NTIA CISA BSI", root["supplier"],
        "Organization: Example Corp (psirt@example.org)"),
      ("version", "NTIA CISA BSI", p["versionInfo"], "1.2"),
      ("supplier", "NTIA CISA BSI", p["supplier"],
        "Organization: Example Makers"),
      ("purl", "NTIA CISA BSI", references["purl"], "pkg:github/example/demo"),
      ("CPE", "NTIA CISA BSI", references["cpe23Type"],
        "cpe:2.3:a:example:demo:1.2:*:*:*:*:*:*:*"),
      ("SWHID", "CISA", references["swh"][:10], "swh:1:dir:"),
      ("the project contains it", "NTIA CISA BSI",
        ("SPDXRef-Project", "CONTAINS", p["SPDXID"]) in related, True),
      ("the project depends", "NTIA CISA BSI",
        ("SPDXRef-Project", "DEPENDS_ON", packages["swift-log"]["SPDXID"]) in related, True),
      ("its own dependencies are unknown", "CISA BSI",
        (p["SPDXID"], "DEPENDS_ON", "NOASSERTION") in related, True),
      ("licences", "CISA BSI", (p["licenseConcluded"], p["licenseDeclared"]), ("Zlib", "Zlib")),
      ("copyright", "CISA", p["copyrightText"], "Copyright (C) 2020, 2022 Ann"),
      ("SHA-512", "BSI", sums["SHA512"], hashlib.sha512(b"x").hexdigest()),
      ("source code URI", "BSI", p["downloadLocation"], "https://example.org/demo-1.2.tar.gz"),
    ]
    for element, by, found, expected in table:
      assert found == expected, (element, by, found, expected)
    """

  @Test func everyRequiredElementIsThere() async throws {
    let project = try await project()
    try await project.check(try await bill(project, "cyclonedx"), with: Self.cycloneDX)
    try await project.check(try await bill(project, "spdx"), with: Self.spdx)
  }

  /// What the checker says of a document that has everything, and of what is left open.
  @Test(arguments: [
    ("spdx", "spdx2", "ntia"), ("spdx3", "spdx3", "ntia"), ("spdx3", "spdx3", "bsi"),
    ("spdx3", "spdx3", "fsct3-min"),
  ])
  func theCheckersOfTheStandardsAccept(format: String, name: String, standard: String) async throws
  {
    guard let packages = try await Checkout.fetched(by: "fetch-sbom-validators") else { return }
    let project = try await project()
    // Licences and copyright of what is not vendored are not known.
    try await project.shell("rm Package.resolved")
    try await project.check(
      try await bill(project, format),
      with: """
        import json
        open("bill.json", "w").write(text)
        from ntia_conformance_checker.sbom_checker import SbomChecker
        checker = SbomChecker("bill.json", compliance="\(standard)", sbom_spec="\(name)")
        assert not checker.validation_messages, checker.validation_messages
        assert checker.compliant, checker.table_elements
        """, packages: packages)
  }

  /// A patched package descends from what upstream distributes.
  @Test func patchesAreInThePedigree() async throws {
    let patch = "--- a/a.c\\n+++ b/a.c\\n"
    let project = try await project(
      keys: Self.keys + "\npatches = [\"Vendor/patches/demo/0001-fix.patch sha256:PATCH\"]")
    try await project.shell(
      """
      mkdir -p Vendor/patches/demo && printf '%b' '\(patch)' >Vendor/patches/demo/0001-fix.patch
      sed -i "s/PATCH/$(sha256sum Vendor/patches/demo/0001-fix.patch | cut -c1-64)/" vendor.lock
      """)
    try await project.check(
      try await bill(project, "cyclonedx"),
      with: """
        import hashlib, json
        d = json.loads(text)
        (c,) = (c for c in d["components"] if c["name"] == "demo")
        (ancestor,) = c["pedigree"]["ancestors"]
        (patch,) = c["pedigree"]["patches"]
        assert patch["diff"]["url"] == "Vendor/patches/demo/0001-fix.patch", patch
        archive = {h["alg"]: h["content"] for h in ancestor["hashes"]}
        own = {h["alg"]: h["content"] for h in c["hashes"]}
        assert archive["SHA-512"] == hashlib.sha512(b"x").hexdigest()
        listed = open("Vendor/demo.sums", "rb").read()
        assert own["SHA-512"] == hashlib.sha512(listed).hexdigest(), own
        """)
    try await project.check(
      try await bill(project, "spdx"),
      with: """
        import json
        d = json.loads(text)
        related = {(r["spdxElementId"], r["relationshipType"], r["relatedSpdxElement"])
          for r in d["relationships"]}
        assert ("SPDXRef-Package-1", "DESCENDANT_OF", "SPDXRef-Upstream-1") in related
        assert ("SPDXRef-Patch-1-1", "PATCH_APPLIED", "SPDXRef-Package-1") in related
        """)
    try await project.check(
      try await bill(project, "spdx3"),
      with: """
        import json
        types = [e.get("relationshipType") for e in json.loads(text)["@graph"]]
        assert {"patchedBy", "descendantOf", "generates"} <= set(types), types
        """)
  }

  /// What nobody said is named on standard error, and nothing is invented for it.
  @Test func whatIsNotKnownIsNamed() async throws {
    let project = try await VendoredProject(["a.c": "int a;\n"], keys: "")
    try await project.shell(
      "sed -i 's,^source = .*,source = \"https://files.pythonhosted.org/demo-{version}.tar.gz\",' vendor.lock"
    )
    let outcome = try await project.vendor("sbom", "--timestamp", "2026-11-21T12:00:00Z")
    #expect(
      outcome.errors == """
        assetkit: vendor sbom: the project has no name, version and supplier; add them to [sbom] in assetkit.toml
        assetkit: vendor sbom: the supplier of demo is not known; run 'assetkit vendor update NAME --supplier SUPPLIER'
        assetkit: vendor sbom: the licence of demo is not known; run 'assetkit vendor update NAME --license SPDX'
        assetkit: vendor sbom: the SHA-512 of the archive of demo is not known; run 'assetkit vendor update NAME'

        """)
    try await project.check(
      outcome.output,
      with: """
        import json
        (c,) = json.loads(text)["components"]
        assert not {"supplier", "licenses", "cpe", "copyright"} & set(c), c
        assert c["purl"].startswith("pkg:generic/demo@1.2?checksum=sha256:"), c
        """)
    let quiet = try await project.vendor("sbom", "--quiet", "--timestamp", "2026-11-21T12:00:00Z")
    #expect(quiet.errors.isEmpty)
    #expect(quiet.output == outcome.output)
  }
}
#endif
