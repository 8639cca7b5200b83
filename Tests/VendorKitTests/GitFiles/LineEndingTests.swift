import Findings
import SafeFiles
import Testing
import VendorKit

/// A checkout that converted line endings, and what is said to have done it.
struct LineEndingTests {
  /// A package whose one file has come out with CRLF.
  private func converted(_ settings: [String: String]) throws -> String {
    let vendored = try VendoredFolder(["src/a.c": "one\ntwo\n"])
    try vendored.write("Vendor/demo/src/a.c", "one\r\ntwo\r\n")
    for (path, text) in settings { try vendored.write(path, text) }
    return try #require(
      try vendored.findings("demo").first { !$0.hasSuffix("[integrity-rewritten]") })
  }

  private static let start =
    "Vendor/demo/src/a.c: differs only in its line endings: found CRLF, expected LF"

  @Test(
    arguments: [
      (["": ""], ""),
      ([".gitattributes": "* text eol=crlf\n"], "; '* text eol=crlf' in .gitattributes:1"),
      (
        [".gitattributes": "# x\n*.c text\n", ".git/config": "[core]\n\tautocrlf = true\n"],
        "; '*.c text' in .gitattributes:2 together with core.autocrlf=true in .git/config:2"
      ),
      (
        [".git/config": "[core]\n\tbare = false\n\tautocrlf = true\n"],
        "; core.autocrlf=true in .git/config:3"
      ),
      (
        [".gitattributes": "* eol=crlf\n", "Vendor/.gitattributes": "demo/src/*.c eol=crlf\n"],
        "; 'demo/src/*.c eol=crlf' in Vendor/.gitattributes:1"
      ),
      (
        [".git/info/attributes": "Vendor/** eol=crlf\n"],
        "; 'Vendor/** eol=crlf' in .git/info/attributes:1"
      ),
    ] as [([String: String], String)])
  func theCauseIsNamed(settings: [String: String], cause: String) throws {
    let text = try converted(settings.filter { !$0.key.isEmpty })
    // The user's own configuration may say something where the repository says nothing.
    guard !cause.isEmpty else { return #expect(text.hasPrefix(Self.start)) }
    #expect(text == Self.start + cause + " makes git convert it [integrity-line-endings]")
  }

  @Test func noCauseIsNamedWhereConversionIsOff() throws {
    let text = try converted([
      ".gitattributes": "* text=auto\nVendor/** -text\n",
      ".git/config": "[core]\nautocrlf=true\n",
    ])
    #expect(text == Self.start + " [integrity-line-endings]")
  }

  @Test func conversionToLFIsRecognised() throws {
    let vendored = try VendoredFolder(["a.bat": "one\r\ntwo\r\n"])
    try vendored.write("Vendor/demo/a.bat", "one\ntwo\n")
    #expect(
      try vendored.findings().first?.hasPrefix(
        "Vendor/demo/a.bat: differs only in its line endings: found LF, expected CRLF") == true)
  }

  @Test func moreThanLineEndingsIsAChange() throws {
    let vendored = try VendoredFolder(["a": "one\ntwo\n"])
    try vendored.write("Vendor/demo/a", "one\r\ntwo!\r\n")
    #expect(try vendored.findings().first?.hasSuffix("[integrity-changed]") == true)
  }
}
