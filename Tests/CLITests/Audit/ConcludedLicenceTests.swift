import TestSupport
import Testing

/// One meaning of "concluded", and one rule about trees that differ from the lock, in everything that
/// describes packages to others.
struct ConcludedLicenceTests {
  private static func tag(_ expression: String) -> String {
    "/* SPDX-" + "License-Identifier: \(expression) */\nint x;\n"
  }

  private func project() async throws -> VendoredProject {
    let project = try await VendoredProject([
      "a.c": "/* Copyright 2020 Jane Doe */\n" + Self.tag("MIT"),
      "tests/t.c": Self.tag("GPL-3.0-only"),
      "configure-demo": "#!/bin/sh\n# SPDX-" + "License-Identifier: CC0-1.0\n",
      "releasechk": "#!/usr/bin/perl\n# SPDX-" + "License-Identifier: Artistic-2.0\n",
    ])
    try await project.pin(keys: "")
    return project
  }

  @Test func itIsTheMainPartsEverywhere() async throws {
    let project = try await project()
    let all = "Artistic-2.0 AND CC0-1.0 AND GPL-3.0-only AND MIT"
    let table = try await project.vendor("licences", "--json")
    try await project.check(
      table.output,
      with: """
        import json
        (p,) = json.loads(text)["packages"]
        assert p["concluded"] == "MIT" and p["all-files"] == "\(all)", p
        """)
    #expect(try await project.vendor("notices").output.hasPrefix("demo 1.2 (MIT)\n"))
    let time = "2026-11-21T12:00:00Z"
    let spdx = try await project.vendor("sbom", "--format", "spdx", "--timestamp", time)
    try await project.check(
      spdx.output,
      with: """
        import json
        p = next(p for p in json.loads(text)["packages"] if p["name"] == "demo")
        assert p["licenseConcluded"] == "MIT", p
        assert p["licenseInfoFromFiles"] == "\(all)".split(" AND "), p
        assert p["licenseComments"].endswith(" \(all)."), p
        """)
    let cyclonedx = try await project.vendor("sbom", "--timestamp", time)
    try await project.check(
      cyclonedx.output,
      with: """
        import json
        (p,) = json.loads(text)["components"]
        assert p["licenses"] == [{"expression": "MIT", "acknowledgement": "concluded"}], p
        assert p["evidence"]["licenses"] == [{"expression": "\(all)"}], p
        """)
    let spdx3 = try await project.vendor("sbom", "--format", "spdx3", "--timestamp", time)
    try await project.check(
      spdx3.output,
      with: """
        import json
        graph = json.loads(text)["@graph"]
        (concluded,) = (e["to"] for e in graph if e.get("relationshipType") == "hasConcludedLicense")
        (licence,) = (e for e in graph if e.get("spdxId") in concluded)
        assert licence["simplelicensing_licenseExpression"] == "MIT", licence
        """)
  }

  @Test(
    arguments: [
      ("echo more >>Vendor/demo/a.c", "Vendor/demo/a.c"),
      ("echo more >Vendor/demo/b.c", "Vendor/demo/b.c"), ("rm Vendor/demo/a.c", "Vendor/demo/a.c"),
      ("chmod +x Vendor/demo/a.c", "Vendor/demo/a.c"),
    ])
  func anotherTreeThanTheLocksIsNotDescribed(script: String, path: String) async throws {
    let project = try await project()
    try await project.shell(script)
    for (command, consequence) in [
      ("licences", "no licences were concluded"), ("notices", "no notices were written"),
      ("sbom", "no SBOM was written"),
    ] {
      let outcome = try await project.vendor(command)
      #expect(outcome.status == 2, "\(command)")
      #expect(outcome.output.isEmpty)
      #expect(
        outcome.errors.contains(
          "assetkit: \(path): differs from vendor.lock; \(consequence); run 'assetkit vendor verify'"
        ),
        "\(outcome.errors)")
    }
  }

  @Test func noticesObeyNoControlCharacter() async throws {
    let project = try await project()
    try await project.shell(
      #"""
      printf 'Do what\033]0;owned\007 you like.\n\fNext\tpage\n' >Vendor/demo/LICENSE
      printf '/* Copyright 2021 Bidi \342\200\256Corp */\n' >Vendor/demo/b.c
      """#)
    try await project.pin(keys: "license-files = [\"LICENSE\"]")
    for arguments in [[], ["--html"], ["--plist"]] {
      let outcome = try await Program.run(["vendor", "notices"] + arguments, in: project.path)
      #expect(outcome.output.contains(#"Do what\x1B]0;owned\x07 you like."#), "\(outcome.errors)")
      #expect(outcome.output.contains(#"2021 Bidi \u{202E}Corp"#))
      #expect(outcome.output.contains("\nNext\tpage"))
      #expect(
        !outcome.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
    }
  }
}
