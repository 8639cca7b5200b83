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
}
