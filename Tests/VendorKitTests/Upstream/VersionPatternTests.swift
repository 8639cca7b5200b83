import Testing

@testable import VendorKit

struct VersionPatternTests {
  @Test(
    "the newest release of the same line is found",
    arguments: [
      // pattern, in use, what is there, newest
      ("zlib-{version}.tar.gz", "1.3", ["zlib-1.2.13.tar.gz", "zlib-1.3.1.tar.gz"], "1.3.1"),
      ("v{version}", "1.9", ["v1.10", "v1.9", "1.11", "w1.12"], "1.10"),
      ("v{version}", "1.9", ["v1.10-rc1", "v2.0.0-beta.2", "v1.9"], nil),
      ("v{version}", "1.10-rc1", ["v1.10-rc2", "v1.9"], "1.10-rc2"),
      ("v{version}", "1.10-rc2", ["v1.10", "v1.10-rc1"], "1.10"),
      ("{version}", "1.0", ["1.0a1", "1.1a1", "1.1b2"], nil),
      ("openssl-{version}", "1.1.1", ["openssl-1.1.1w", "openssl-1.1.1a"], "1.1.1w"),
      // Another file beside it is no version.
      ("curl-{version}.zip", "8.0.1", ["curl-8.1.0-win64-mingw.zip", "curl-8.0.1.zip"], nil),
      ("{version}", "1.0", ["latest", "v2.0", "..", "2.0/3"], nil),
      ("curl-{version}", "8_0", ["curl-8_1", "curl-8_0_1"], "8_1"),
      (
        "foo-{version}/foo-{version}.tgz", "1.0", ["foo-1.1/foo-1.1.tgz", "foo-2.0/foo-1.9.tgz"],
        "1.1"
      ),
      // Numbers of any length are numbers.
      (
        "{version}", "20250101", ["20251231", "99999999999999999999999"], "99999999999999999999999"
      ),
    ] as [(String, String, [String], String?)])
  func newest(pattern: String, current: String, names: [String], expected: String?) throws {
    let pattern = try #require(VersionPattern(pattern, current: current))
    #expect(pattern.newest(among: names, prereleases: false) == expected)
  }

  @Test func prereleasesCountWhenAskedFor() throws {
    let pattern = try #require(VersionPattern("v{version}", current: "1.9"))
    #expect(pattern.newest(among: ["v2.0-beta1", "v1.9.1"], prereleases: true) == "2.0-beta1")
  }

  @Test func patternOfATag() throws {
    let pattern = try #require(VersionPattern(of: "release-1.2-final", current: "1.2"))
    #expect(pattern.version(in: "release-1.3-final") == "1.3")
    #expect(pattern.version(in: "release-1.3") == nil)
    #expect(VersionPattern(of: "main", current: "") == nil)
    #expect(VersionPattern(of: "main", current: "1") == nil)
    #expect(VersionPattern("no hole", current: "1") == nil)
  }

  @Test(
    "links of a listing, however they are written",
    arguments: [
      (
        #"<a href="zlib-1.3.tar.gz">x</a><A HREF = 'b%2Dc.zip?x=1#y'>"#,
        ["zlib-1.3.tar.gz", "b-c.zip"]
      ),
      (#"<a href=plain.tgz>x</a> hrefs href"#, ["plain.tgz"]),
      (#"<a href="../dir/1.2/">"#, ["1.2"]),
      (#"<a href="https://host/a/b/name-1.0.tar.gz#sha256=00">"#, ["name-1.0.tar.gz"]),
      (#"<a href="%zz%4">"#, ["%zz%4"]),
      (#"<a href=""#, []), (#"<a href="?C=N;O=D">"#, []), ("", []), ("href=", []), ("h", []),
    ])
  func links(page: String, names: [String]) {
    #expect(Array(LinkedNames(in: Array(page.utf8))) == names)
  }
}
