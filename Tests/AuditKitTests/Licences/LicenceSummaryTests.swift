import Findings
import SafeFiles
import TestSupport
import Testing
import VendorKit

@testable import AuditKit

/// What a package's files say together: choices, "or later", and whose exception is whose.
///
/// The texts come from `Scripts/fetch-licence-texts`; `ASSETKIT_SKIP_NETWORK_TESTS=1` leaves those
/// tests out and says so.
struct LicenceSummaryTests {
  private static func tag(_ expression: String) -> String {
    "/* SPDX-" + "License-Identifier: \(expression) */\n"
  }

  private static func summary(_ files: [String: String]) throws -> LicenceSummary {
    let tree = try TemporaryFolder(
      Dictionary(uniqueKeysWithValues: files.map { ("Vendor/z/\($0.key)", $0.value) }))
    let package = AuditPackage(
      name: "z", version: "1", path: try RelativePath("Vendor/z"), license: nil)
    let context = AuditContext(
      root: tree.handle, packages: [package], policy: Policy(),
      today: try #require(CivilDate("2026-11-22")))
    return try #require(try LicenceSummary.summaries(in: context).first)
  }

  private static func concluded(_ files: [String: String]) throws -> String? {
    try summary(files).concluded?.description
  }

  private static func texts(_ names: [String]) async throws -> [String]? {
    guard let path = try await Checkout.fetched(by: "fetch-licence-texts") else { return nil }
    let folder = try DirectoryHandle(path: path)
    return try names.map {
      String(
        decoding: try folder.readFile(RelativePath("\($0).txt"), limitBytes: 1 << 20),
        as: UTF8.self)
    }
  }

  @Test func aTagWithORBesideSeveralTextsIsOR() async throws {
    guard let texts = try await Self.texts(["BSD-3-Clause", "GPL-2.0-only"]) else { return }
    let files = ["LICENSE": texts[0], "COPYING": texts[1]]
    let choice = "BSD-3-Clause OR GPL-2.0-only"
    #expect(
      try Self.concluded(files.merging(["a.c": Self.tag(choice)]) { $1 }) == choice)
    #expect(
      try Self.summary(files.merging(["a.c": Self.tag(choice)]) { $1 }).main?.description == choice)
    // A single file's choice is not the package's.
    let more = ["a.c": Self.tag(choice), "b.c": Self.tag("MIT"), "c.c": Self.tag("MIT")]
    #expect(
      try Self.concluded(files.merging(more) { $1 }) == "BSD-3-Clause AND GPL-2.0-only AND MIT")
  }

  @Test func aNoticeOfBothLicencesIsAChoiceOfTheFilesItNames() async throws {
    guard let texts = try await Self.texts(["BSD-3-Clause", "GPL-2.0-only"]) else { return }
    let notice = """
      /* This source code is licensed under both the BSD-style license (found in the LICENSE file in
       * the root directory of this source tree) and the GPLv2 (found in the COPYING file in the root
       * directory of this source tree). */
      """
    #expect(
      try Self.concluded(["LICENSE": texts[0], "COPYING": texts[1], "a.c": notice])
        == "BSD-3-Clause OR GPL-2.0-only")
  }

  @Test func aDualLicenceFileWithBothTextsIsAChoice() async throws {
    guard let texts = try await Self.texts(["Apache-2.0", "GPL-2.0-only"]) else { return }
    let file = """
      Mbed TLS files are provided under a dual [Apache-2.0](https://spdx.org/licenses/Apache-2.0.html)
      OR [GPL-2.0-or-later](https://spdx.org/licenses/GPL-2.0-or-later.html) license. This means that
      users may choose which of these licenses they take the code under.

      The full text of both of these licenses is given below.

      """
    let summary = try Self.summary(["LICENSE": file + texts.joined(separator: "\n===\n")])
    #expect(summary.main?.description == "Apache-2.0 OR GPL-2.0-or-later")
    #expect(summary.evidence.map(\.line) == [1])
    var policy = Policy()
    policy.allowedLicenses = try LicenseTerms(["Apache-2.0"])
    #expect(
      try LicenceGroupTests.rules(
        ["Vendor/z/LICENSE": file + texts.joined(separator: "\n===\n")], policy: policy) == [])
  }

  @Test func alternativesInASourceAreAChoice() async throws {
    guard let texts = try await Self.texts(["MIT", "Unlicense"]) else { return }
    let source = """
      int x;
      /*
      ------------------------------------------------------------------------------
      This software is available under 2 licenses -- choose whichever you prefer.
      ------------------------------------------------------------------------------
      ALTERNATIVE A - MIT License
      \(texts[0])
      ------------------------------------------------------------------------------
      ALTERNATIVE B - Public Domain (www.unlicense.org)
      \(texts[1])
      */
      """
    let summary = try Self.summary(["stb.h": source])
    #expect(summary.concluded?.description == "MIT OR Unlicense")
    #expect(summary.evidence.map(\.line) == [4])
  }

  @Test func aNoticeThatNamesTheLicenceFileOffersWhatThatFileDoes() async throws {
    let file = """
      FreeType is distributed under two mutually exclusive open-source licenses:

      - The FreeType License, found in FTL.TXT.
      - The GNU General Public License version 2, found in GPLv2.TXT (any later version can be used
        also).

      """
    let notice = """
      /* This file is part of the FreeType project, and may only be used, modified, and distributed
         under the terms of the FreeType project license, LICENSE.TXT. */
      """
    // As Adobe's files have it, which name the licence again in the next sentence.
    let twice = """
      /* The Work may only be used, modified, and distributed under the FreeType Project License,
         LICENSE.TXT.  Additionally, subject to the terms and conditions of the FreeType Project
         License, each contributor to the Work hereby grants a licence of its patents. */
      """
    guard let text = try await Self.texts(["FTL"]) else { return }
    let summary = try Self.summary([
      "LICENSE.TXT": file, "a.c": notice, "b.c": twice, "docs/FTL.TXT": text[0],
    ])
    #expect(summary.everything?.description == "FTL OR GPL-2.0-or-later")
    #expect(summary.concluded?.description == "FTL OR GPL-2.0-or-later")
    #expect(summary.evidence.map(\.namesFile) == [false, true, true, true, false])
  }

  @Test func anAlternativeInTheMiddleOfATextIsAChoice() async throws {
    guard let texts = try await Self.texts(["BSD-3-Clause"]) else { return }
    let start = try #require(texts[0].firstRange(of: "THIS SOFTWARE IS PROVIDED")?.lowerBound)
    let offer = """
      ALTERNATIVELY, this product may be distributed under the terms of the GNU General Public
      License, in which case the provisions of the GPL are required INSTEAD OF the above
      restrictions. (This clause is necessary due to a potential bad interaction between the GPL and
      the restrictions contained in a BSD-style copyright.)


      """
    let file = String(texts[0][..<start]) + offer + String(texts[0][start...])
    #expect(
      try Self.summary(["LICENSE": file]).main?.description
        == "BSD-3-Clause OR GPL-1.0-or-later")
  }

  @Test func aBareTextIsSettledByThePackageNotByItsBuildTools() async throws {
    guard let texts = try await Self.texts(["GPL-3.0-only"]) else { return }
    let exception = "GPL-3.0-or-later WITH Autoconf-exception-generic-3.0"
    let files = ["COPYING": texts[0], "config.guess": Self.tag(exception)]
    #expect(try Self.summary(files).main?.description == "GPL-3.0-only")
    let later = files.merging(["a.c": Self.tag("GPL-3.0-or-later")]) { $1 }
    #expect(try Self.summary(later).main?.description == "GPL-3.0-or-later")
    // The exception of one file is not lent to the others.
    let runtime = later.merging(["b.c": Self.tag("GPL-3.0-or-later WITH GCC-exception-3.1")]) { $1 }
    #expect(try Self.summary(runtime).main?.description == "GPL-3.0-or-later")
  }

  @Test func unchangedTextsAreRecognisedWhole() async throws {
    let names = ["LGPL-2.1-only", "GPL-1.0-only", "LGPL-3.0-only", "CC-BY-4.0", "IJG"]
    guard let texts = try await Self.texts(names) else { return }
    for (name, text) in zip(names, texts) {
      let summary = try Self.summary(["COPYING": text])
      #expect(summary.unrecognised.isEmpty, "\(name)")
      #expect(summary.main?.description == name)
    }
  }

  @Test func aFindingPointsAtTheLineThatSaysIt() throws {
    let tree = try TemporaryFolder([
      "Vendor/z/LICENSE": "Terms\n=====\n\nThis library is\nlicensed under the ISC license.\n",
      "Vendor/z/a.c": Self.tag("MIT"),
    ])
    let package = AuditPackage(
      name: "z", version: "1", path: try RelativePath("Vendor/z"), license: "Zlib")
    let context = AuditContext(
      root: tree.handle, packages: [package], policy: Policy(),
      today: try #require(CivilDate("2026-11-22")))
    let findings = try Audit(groups: [LicenceGroup()]).report(on: context).findings
    let mismatch = try #require(findings.first { $0.rule.id == "licence-mismatch" })
    #expect(mismatch.path?.description == "Vendor/z/LICENSE")
    #expect(mismatch.line == 5)
  }

  @Test func oneOfAChoiceIsEnoughOfADeclaration() throws {
    let files = ["Vendor/z/a.c": Self.tag("MIT OR GPL-2.0-only")]
    #expect(try LicenceGroupTests.rules(files, declared: "MIT") == [])
  }

  @Test(
    arguments: [
      ("Cargo.toml", "[package]\nname = \"z\"\nlicense = \"MIT OR Apache-2.0\"\n"),
      ("Cargo.toml", "[package]\nname = \"z\"\nlicense = \"MIT/Apache-2.0\"\n"),
      ("pyproject.toml", "[project]\nname = \"z\"\nlicense = 'MIT OR Apache-2.0'\n"),
      ("package.json", "{\n\"name\": \"z\",\n\"license\": \"(MIT OR Apache-2.0)\"\n}\n"),
    ])
  func theChoiceOfAPackagesManifestIsThatOfItsTexts(name: String, manifest: String) async throws {
    guard let texts = try await Self.texts(["MIT", "Apache-2.0"]) else { return }
    let files = ["LICENSE-MIT": texts[0], "LICENSE-APACHE": texts[1], "src/lib.rs": "fn a() {}\n"]
    #expect(try Self.concluded(files) == "Apache-2.0 AND MIT")
    let whole = files.merging([name: manifest]) { $1 }
    let summary = try Self.summary(whole)
    #expect(Set(try #require(summary.concluded).terms.map(\.identifier)) == ["MIT", "Apache-2.0"])
    #expect(try #require(summary.concluded).description.contains(" OR "))
    #expect(summary.main == summary.concluded)
    #expect(summary.evidence.contains { $0.path.lastComponent.description == name && $0.line == 3 })
    // Another package's manifest inside this one says nothing about it.
    let inner = files.merging(["inner/\(name)": manifest]) { $1 }
    #expect(try Self.concluded(inner) == "Apache-2.0 AND MIT")
  }

  @Test func aLicenceWithoutItsVersionIsTheOneWhoseTextIsThere() async throws {
    guard let texts = try await Self.texts(["OLDAP-2.7"]) else { return }
    let notice =
      "/* Redistribution is permitted only as authorized by the OpenLDAP Public License. */\n"
    #expect(try Self.concluded(["LICENSE": texts[0], "a.c": notice]) == "OLDAP-2.7")
    #expect(try Self.concluded(["a.c": notice]) == "OLDAP-2.8")
  }

  @Test func everyLicenceFileKeepsItsOwnChoice() throws {
    let one = "Licensed under either the MIT License or the GNU GPL version 2, at your option.\n"
    let other =
      "Licensed under either the MIT License or the GNU LGPL version 2.1, at your option.\n"
    #expect(
      try Self.concluded(["LICENSE": one, "cap/LICENSE": other])
        == "(GPL-2.0-only OR MIT) AND (LGPL-2.1-only OR MIT)")
  }

  /// As libnice has it: the files offer both, the licence file only names them.
  @Test func aLicenceFileThatNamesBothHasTheChoiceOfTheFiles() async throws {
    guard let texts = try await Self.texts(["LGPL-2.1-only", "MPL-1.1"]) else { return }
    let tag = "// SPDX-" + "License-Identifier: MPL-1.1 OR LGPL-2.1-only\n"
    let files = [
      "COPYING": "Licensed under the LGPL version 2.1 and the MPL version 1.1.\n",
      "COPYING.LGPL": texts[0], "COPYING.MPL": texts[1], "a.c": tag, "b.c": tag,
    ]
    #expect(try Self.concluded(files) == "LGPL-2.1-only OR MPL-1.1")
  }

  @Test func anExceptionThatIsNotNamedIsTheOneWhoseTextIsThere() async throws {
    guard let texts = try await Self.texts(["GPL-2.0-only"]) else { return }
    let exception = """
      As a special exception to the GNU General Public License, if you distribute this file as
      part of a program or library that is built using GNU Libtool, you may include this file
      under the same distribution terms that you use for the rest of that program.

      """
    let notice = "/* Copyright. Distributed under the GNU GPL v2 with a Linking Exception. */\n"
    #expect(try Self.concluded(["a.c": notice]) == "GPL-2.0-only")
    #expect(
      try Self.concluded(["COPYING": exception + texts[0], "a.c": notice])
        == "GPL-2.0-only WITH Libtool-exception")
  }
}
