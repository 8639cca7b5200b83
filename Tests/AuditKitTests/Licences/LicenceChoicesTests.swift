import Findings
import SafeFiles
import TestSupport
import Testing

@testable import AuditKit

/// Which texts a choice of licences reaches: a policy that allows MIT judges a package with the text of
/// the GPL.
struct LicenceChoicesTests {
  private static let names = [
    "MIT", "GPL-2.0-only", "GPL-3.0-only", "LGPL-3.0-only", "Apache-2.0", "LGPL-2.1-only",
    "BSD-2-Clause",
  ]

  /// The findings about a package in which `<MIT>` stands for that text; nil without a network.
  private static func findings(
    _ files: [String: String], declared: String? = nil, allowed: [String] = ["MIT"]
  ) async throws -> [Finding]? {
    guard let path = try await Checkout.fetched(by: "fetch-licence-texts") else { return nil }
    let folder = try DirectoryHandle(path: path)
    var policy = Policy()
    policy.allowedLicenses = try LicenseTerms(allowed)
    var whole: [String: String] = [:]
    for (name, text) in files {
      whole["Vendor/z/\(name)"] = try names.reduce(text) { text, licence in
        guard text.contains("<\(licence)>") else { return text }
        let bytes = try folder.readFile(RelativePath("\(licence).txt"), limitBytes: 1 << 20)
        return text.replacing("<\(licence)>", with: String(decoding: bytes, as: UTF8.self))
      }
    }
    return try LicenceGroupTests.findings(whole, declared: declared, policy: policy)
      .filter { $0.rule.id == "licence-not-allowed" }
  }

  private static let plain = "int a;\n"
  private static let either = "Licensed under either the MIT License or the GNU GPL version 2.\n"
  private static func tag(_ expression: String) -> String { LicenceGroupTests.tag(expression) }
  private static let tagged = tag("MIT OR GPL-2.0-only")

  /// None of these offers the package around it, whose licence is both texts.
  @Test(
    arguments: [
      ["tests/t.c": tagged], ["third_party/t.h": tagged], ["ci/x.sh": tagged],
      [
        "lib/jquery.js":
          "/*! jQuery v1.6 | Dual licensed under the MIT or GPL Version 2 licenses. */\n"
      ],
      ["third_party/x/README": either], ["third_party/x/LICENSE": either], ["deps/README": either],
      ["third_party/x/LICENSE": either, "third_party/x/x.c": tagged],
      ["THIRD-PARTY-NOTICES.txt": "x is here too.\n\n" + either], ["NOTICE": either],
      ["x/package.json": #"{"license": "(MIT OR GPL-2.0-only)"}"#],
      ["examples/e.c": "/* This example is licensed under MIT or GPL-2.0, at your option. */\n"],
      ["README": "The bundled jQuery is dual licensed under the MIT or GPL-2.0-only licenses.\n"],
      ["README": "It depends on x, which is licensed under either MIT or GPL-2.0-only.\n"],
      ["README": "The file foo.h may be used under either the MIT licence or the GPL-2.0-only.\n"],
    ])
  func theChoiceOfAPartIsNotThePackages(others: [String: String]) async throws {
    let own = [
      "LICENSE": "<MIT>", "COPYING": "<GPL-2.0-only>", "a.c": Self.plain, "b.c": Self.plain,
    ]
    for declared in [nil, "MIT"] {
      guard
        let found = try await Self.findings(others.merging(own) { $1 }, declared: declared)
      else { return }
      #expect(!found.isEmpty && found.allSatisfy { $0.line != nil }, "\(declared ?? "nothing")")
    }
  }

  /// A licence file that goes on with another one's choice is under what it begins with.
  @Test(arguments: [
    "foo is licensed under the GNU GPL v2:\n\n<GPL-2.0-only>\n\nIt includes jQuery, which is\n"
      + either,
    "<GPL-2.0-only>\n\nThe header x.h may be used under the MIT License or the GPL version 2.\n",
  ])
  func aLicenceFileIsUnderWhatItBeginsWith(text: String) async throws {
    guard let found = try await Self.findings(["LICENSE": text, "a.c": Self.plain]) else { return }
    #expect(!found.isEmpty)
  }

  /// These do offer it.
  @Test(
    arguments: [
      ["NEWS": ""], ["README": "Licensed under either the MIT License or the GNU GPL version 2.\n"],
      ["README": "This library is licensed under MIT or GPL-2.0-only, at your option.\n"],
      ["package.json": #"{"license": "(MIT OR GPL-2.0-only)"}"#],
      ["Cargo.toml": "[workspace.package]\nlicense = \"MIT OR GPL-2.0-only\"\n"],
      ["Cargo.toml": "[package]\nlicense = \"(MIT OR GPL-2.0-only) AND (MIT OR Zlib)\"\n"],
      ["LICENSES/GPL-2.0-only.txt": "<GPL-2.0-only>", "docs/COPYING": "<GPL-2.0-only>"],
    ])
  func theChoiceOfAPackageIsThatOfItsTexts(others: [String: String]) async throws {
    // With the last of each kind, or most files, to say so.
    let isSaid = others.keys.contains {
      $0.hasPrefix("README") || PackageManifest.names.contains($0)
    }
    var files = others
    files["COPYING"] = "<GPL-2.0-only>"
    files["LICENSE"] = "<MIT>"
    files["a.c"] = isSaid ? Self.plain : Self.tagged
    files["b.c"] = files["a.c"]
    files["c.c"] = Self.plain
    guard let found = try await Self.findings(files) else { return }
    #expect(found.map(\.message) == [])
  }

  /// Nor does the package's own choice reach a copied library that has its own licence file.
  @Test func theChoiceOfThePackageIsNotThatOfItsParts() async throws {
    let own = ["LICENSE": Self.either, "LICENSES/GPL.txt": "<GPL-2.0-only>", "lib/a.c": Self.plain]
    for declared in [nil, "MIT OR GPL-2.0-only"] {
      guard let none = try await Self.findings(own, declared: declared) else { return }
      #expect(none.isEmpty)
      let more = own.merging(["lib/x/COPYING": "<GPL-2.0-only>"]) { $1 }
      let found = try await Self.findings(more, declared: declared)
      #expect(found?.map(\.path?.description) == ["Vendor/z/lib/x/COPYING"])
    }
  }

  /// A copied library's choice is that of the texts beside it.
  @Test(arguments: [
    ["README": either], ["LICENSE": either],
    ["package.json": #"{"license":"MIT OR GPL-2.0-only"}"#],
  ])
  func theChoiceOfAPartIsThatOfItsTexts(said: [String: String]) async throws {
    var files = ["LICENSE": "<MIT>", "lib/x/COPYING": "<GPL-2.0-only>", "lib/x/x.c": Self.plain]
    for (name, text) in said { files["lib/x/\(name)"] = text }
    guard let found = try await Self.findings(files) else { return }
    #expect(found.map(\.message) == [])
  }

  @Test func aDeclarationDoesNotReplaceAText() async throws {
    let choice = "MIT OR GPL-2.0-only"
    for (files, isAllowed) in [
      (["COPYING": "<GPL-2.0-only>", "a.c": Self.plain], false),
      (["COPYING": "<GPL-2.0-only>", "LICENSE": "<MIT>", "a.c": Self.plain], true),
      (
        ["LICENSE": "<MIT>", "NOTICE": "foo is licensed under the GNU GPL version 2 only.\n"], false
      ),
    ] {
      guard let found = try await Self.findings(files, declared: choice) else { return }
      #expect(found.isEmpty == isAllowed, "\(files.keys.sorted())")
    }
  }

  @Test(arguments: [
    ("package.json", #"{"license": "GPL-3.0-only"}"#),
    ("Cargo.toml", "[package]\nlicense = \"MIT AND GPL-3.0-only\"\n"),
    ("crates/y/Cargo.toml", "[package]\nlicense = \"GPL-3.0-only\"\n"),
    ("pyproject.toml", "[project]\nlicense = \"GPL-3.0-only\"\n"),
  ])
  func theLicenceOfAManifestCounts(name: String, text: String) async throws {
    guard let found = try await Self.findings(["LICENSE": "<MIT>", name: text]) else { return }
    #expect(found.map(\.path?.description) == ["Vendor/z/\(name)"])
  }

  /// GNU asks for the text of the GPL beside that of the LGPL 3.0, which is a part of it.
  @Test func theLGPLComesWithTheGPL() async throws {
    let files = [
      "COPYING": "<GPL-3.0-only>", "COPYING.LESSER": "<LGPL-3.0-only>",
      "a.c": Self.tag("LGPL-3.0-or-later"),
    ]
    let allowed = ["weak-copyleft"]
    guard let found = try await Self.findings(files, allowed: allowed) else { return }
    #expect(found.map(\.message) == [])
    let more = files.merging(["b.c": Self.tag("GPL-3.0-or-later")]) { $1 }
    #expect(try await Self.findings(more, allowed: allowed)?.isEmpty == false)
    let alone = ["COPYING": "<GPL-3.0-only>", "a.c": Self.tag("LGPL-3.0-or-later")]
    #expect(try await Self.findings(alone, allowed: allowed)?.isEmpty == false)
  }

  /// As libbpf has it: Linux's descriptions of licences tell how files are tagged.
  @Test func aDescriptionOfALicenceIsNoTag() async throws {
    func description(_ name: String) -> String {
      """
      Valid-License-Identifier: \(name)
      Usage-Guide:
        To use it, put this at the top of the file:
          SPDX-\("License-Identifier"): \(name)
          SPDX-\("License-Identifier"): \(name)+
      License-Text:

      <\(name)-only>
      """
    }
    let files = [
      "LICENSE": "LGPL-2.1 OR BSD-2-Clause\n", "LICENSE.LGPL-2.1": description("LGPL-2.1"),
      "LICENSE.BSD-2-Clause": "<BSD-2-Clause>", "a.c": Self.tag("LGPL-2.1 OR BSD-2-Clause"),
    ]
    guard let found = try await Self.findings(files, allowed: ["BSD-2-Clause"]) else { return }
    #expect(found.map(\.message) == [])
  }

  /// What says that the GPL applies is no file to leave out.
  @Test func nobodyIsToldToLeaveOutAStatement() async throws {
    let files = [
      "LICENSE": "<MIT>", "README.md": "This project is licensed under the GNU AGPL v3.0.\n",
    ]
    guard let found = try await Self.findings(files) else { return }
    #expect(found.count == 1)
    #expect(found.allSatisfy { !$0.remedy.contains("--exclude") })
  }
}
