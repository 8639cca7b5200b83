import TestSupport
import Testing

/// `assetkit vendor notices`, read by readers of each format.
struct VendorNoticesTests {
  /// A text of ours, which is no licence.
  private static let text = "Do what is <right> & say \"so\".\r\n\r\nAlways – ä.\r\n\r\n"
  private static let keys = "license = \"MIT\"\nlicense-files = [\"LICENSE\"]"

  private func project() async throws -> VendoredProject {
    try await VendoredProject(["LICENSE": Self.text, "a.c": "int a;\n"], keys: Self.keys)
  }

  @Test func textNamesThePackage() async throws {
    let outcome = try await project().vendor("notices")
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        demo 1.2 (MIT)
        --------------

        Do what is <right> & say "so".

        Always – ä.

        """)
  }

  @Test func propertyListIsOne() async throws {
    let project = try await project()
    let outcome = try await project.vendor("notices", "--plist", "-o", "notices.plist")
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    try await project.check(
      "",
      with: """
        import plistlib
        d = plistlib.load(open("notices.plist", "rb"))
        (group,) = d["PreferenceSpecifiers"]
        assert group["Type"] == "PSGroupSpecifier" and group["Title"] == "demo 1.2", group
        assert group["FooterText"] == 'Do what is <right> & say "so".\\n\\nAlways \\u2013 \\u00e4.', group
        """)
  }

  @Test func htmlIsOnePageWithoutReferences() async throws {
    let project = try await project()
    let outcome = try await project.vendor("notices", "--html")
    try await project.check(
      outcome.output,
      with: """
        from html.parser import HTMLParser
        class Page(HTMLParser):
          inside, seen, open = None, {}, []
          def handle_starttag(self, tag, attributes):
            assert tag not in ("script", "link", "img", "iframe"), tag
            assert not any(n in ("src", "href") for n, _ in attributes)
            if tag != "meta": self.open.append(tag)
          def handle_endtag(self, tag):
            assert self.open.pop() == tag, tag
          def handle_data(self, data):
            self.seen[self.open[-1] if self.open else ""] = data
        page = Page(convert_charrefs=True)
        page.feed(text)
        assert page.open == [] and page.seen["h2"] == "demo 1.2", page.seen
        assert page.seen["pre"].startswith('Do what is <right> & say "so".'), page.seen
        """)
    #expect(try await project.vendor("notices", "--html", "--plist").status == 64)
  }

  @Test func equalTextsComeOnce() async throws {
    let project = try await project()
    try await project.shell(
      """
      cp -r Vendor/demo Vendor/other
      cp Vendor/demo.sums Vendor/other.sums
      sed -n '/package/,$p' vendor.lock | sed 's/"demo"/"other"/' >more
      cat more >>vendor.lock && rm more
      """)
    let outcome = try await project.vendor("notices")
    #expect(outcome.output.hasPrefix("demo 1.2, other 1.2 (MIT)\n"), "\(outcome.errors)")
    #expect(outcome.output.split(separator: "\n").count { $0.hasPrefix("Do what") } == 1)
  }

  @Test func aPackageWithoutATextIsNamed() async throws {
    let project = try await VendoredProject(["a.c": "int a;\n"])
    let outcome = try await project.vendor("notices")
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("assetkit: demo 1.2: has no licence text"))
  }

  @Test func aLinkedLicenceFileIsRead() async throws {
    let project = try await VendoredProject(
      ["doc/TERMS": Self.text, "a.c": "int a;\n"],
      keys: "license = \"MIT\"\nlicense-files = [\"LICENSE\", \"GONE\"]\nsymlinks = \"inside\"")
    try await project.shell(
      #"""
      cd Vendor
      ln -s doc/TERMS demo/LICENSE
      sed -i.old '1s,^,#l LICENSE -> doc/TERMS\n,' demo.sums; rm demo.sums.old
      old=$(sed -n 's/^tree = "sha256:\(.*\)"/\1/p' ../vendor.lock)
      sed -i.old "s/$old/$(sha256sum demo.sums | cut -c1-64)/" ../vendor.lock
      """#)
    let outcome = try await project.vendor("notices")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Do what is <right> & say \"so\"."))
    #expect(outcome.errors.contains("assetkit: Vendor/demo/GONE: "))
    // A link that leaves the package is none of the lock's.
    try await project.shell("ln -s ../../vendor.lock Vendor/demo/OUT")
    let other = try await project.vendor("notices")
    #expect(other.status == 2)
    #expect(
      other.errors.hasPrefix("assetkit: Vendor/demo/OUT: differs from vendor.lock; no notices"))
  }

  @Test func aLicenceFileThatIsNotTextIsNamed() async throws {
    let project = try await VendoredProject(
      ["LICENSE": Self.text, "copyright.pdf": "%PDF-1.2\nstream\n"])
    let outcome = try await project.vendor("notices")
    #expect(outcome.status == 0)
    #expect(!outcome.output.contains("%PDF"))
    #expect(outcome.errors.contains("assetkit: Vendor/demo/copyright.pdf: is not text"))
  }

  /// The zlib licence in the head of a source.
  private static let header = """
    /* a.c -- something
     * Copyright (C) 1995-2003 Jane Doe
     *
     * This software is provided 'as-is', without any express or implied
     * warranty.  In no event will the authors be held liable for any damages
     * arising from the use of this software.
     *
     * Permission is granted to anyone to use this software for any purpose,
     * including commercial applications, and to alter it and redistribute it
     * freely, subject to the following restrictions:
     *
     * 1. The origin of this software must not be misrepresented; you must not
     *    claim that you wrote the original software. If you use this software
     *    in a product, an acknowledgment in the product documentation would be
     *    appreciated but is not required.
     * 2. Altered source versions must be plainly marked as such, and must not be
     *    misrepresented as being the original software.
     * 3. This notice may not be removed or altered from any source distribution.
     */
    int a;

    """

  @Test func aLicenceThatStandsOnlyInHeadersComesOnce() async throws {
    let project = try await VendoredProject(
      [
        "LICENSE": Self.text, "a.c": Self.header,
        "b.c": Self.header.replacing("a.c", with: "b.c").replacing("2003", with: "2007"),
        "c.c": "// Copyright 2009 Jane Doe <jane@example.org>\n",
        "tests/t.c": "// Copyright (c) 2010 John Roe\n// Copyright (c) 2012 Jane Doe\n",
      ], keys: "license = \"MIT AND Zlib\"")
    let outcome = try await project.vendor("notices")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("Copyright") } == [
        "Copyright (C) 1995-2007, 2009, 2012 Jane Doe <jane@example.org>",
        "Copyright (C) 2010 John Roe",
      ])
    #expect(lines.count { $0.contains("The origin of this software must not") } == 1)
    #expect(!lines.contains { $0.hasPrefix(" *") || $0.contains("*/") })
    #expect(outcome.output.contains("In tests, tools, documentation and build files:\n"))
  }

  @Test func aTextThatIsKeptInTheDocumentationIsTaken() async throws {
    let project = try await VendoredProject([
      "LICENSE": Self.text, "a.c": "// SPDX-" + "License-Identifier: Zlib\n",
      "doc/terms.txt": Self.header,
    ])
    let outcome = try await project.vendor("notices")
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.contains("The origin of this software must not be misrepresented"))
  }

  @Test func theSentenceOfTheJPEGGroupIsThere() async throws {
    let project = try await VendoredProject(
      [
        "README.ijg": """
        The authors make NO WARRANTY or representation, either express or implied.
        (2) If only executable code is distributed, then the accompanying
        documentation must state that "this software is based in part on the work of
        the Independent JPEG Group".

        """, "LICENSE": Self.text,
      ], keys: "license = \"MIT\"\nlicense-files = [\"LICENSE\", \"README.ijg\"]")
    let outcome = try await project.vendor("notices")
    #expect(
      outcome.output.contains(
        "\nThis software is based in part on the work of the Independent JPEG Group.\n"))
  }

  @Test(arguments: [
    (
      "This product includes software developed by Example Systems\n      and its contributors.",
      nil
    ),
    (
      "This product includes software developed by Bruce M.\n      Sample, St. Bernard and Dr. Who, Inc.",
      nil
    ),
    (
      "This product includes software developed by G. R. for the book, \"The\n      Guide,\" of O'Reilly.",
      nil
    ),
    (
      "\"This product includes software of the Project for the Toolkit. (https://example.org/)\"",
      "This product includes software of the Project for the Toolkit. (https://example.org/)."
    ),
    (
      "This product includes software developed by Yen and the University",
      "This product includes software developed by Yen and the University."
    ),
  ])
  func theAcknowledgementOfAnOldBSDLicenceIsThere(text: String, printed: String?) async throws {
    let project = try await VendoredProject([
      "LICENSE": """
      3. All advertising materials mentioning features or use of this software
         must display the following acknowledgement:
           \(text)
      4. Neither the name of Example Systems may be used.

      """
    ])
    let outcome = try await project.vendor("notices")
    let sentence =
      printed ?? text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(outcome.output.contains("\n\(sentence)\n"), "\(outcome.output)")
  }

  @Test func aTextThatIsNotInThePackageIsNamed() async throws {
    let project = try await VendoredProject([
      "LICENSE": Self.text, "a.c": "// SPDX-" + "License-Identifier: Apache-2.0\n",
    ])
    let outcome = try await project.vendor("notices")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.contains("assetkit: demo 1.2: does not contain the text of Apache-2.0"))
  }

  @Test func whatIsLongIsFoldedOnThePage() async throws {
    let lines = (0..<20).map {
      "// Copyright 2001 Holder \(Character(UnicodeScalar(65 + $0) ?? "A")) Example\n"
    }
    let project = try await VendoredProject([
      "LICENSE": String(repeating: Self.text, count: 30), "a.c": lines.joined(),
    ])
    let page = try await project.vendor("notices", "--html").output
    #expect(page.contains("<details><summary>14 more copyright statements</summary>"))
    #expect(page.contains("<details><summary>LICENSE</summary>"))
  }
}
