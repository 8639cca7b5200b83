import Findings
import SafeFiles
import TestSupport
import Testing
import VendorKit

@testable import AuditKit

/// A planted case of each rule, and its harmless twin.
struct HiddenContentGroupTests {
  private func rules(_ files: [String: [UInt8]]) throws -> [String] {
    try HiddenFiles.rules(files)
  }

  static let texts: [(String, [String])] = [
    ("int a;\n// \u{202E} reversed\n", ["hidden-bidi a.c:2"]),
    ("// \u{2067}x\u{2069}\n", ["hidden-bidi-paired a.c:1"]),
    ("// \u{202B}x\u{2069}\n", ["hidden-bidi a.c:1"]),
    ("// \u{2066}a\u{202E}b\u{2069}\n", ["hidden-bidi-paired a.c:1"]),
    ("int a\u{200B}b;\n", ["hidden-invisible a.c:1"]), ("\u{FEFF}int a;\n", []),
    ("int a;\u{FEFF}\n", ["hidden-invisible a.c:1"]),
    ("char *s = \"\u{E0041}\";", ["hidden-invisible a.c:1"]), ("// שלום عالم\n", []),
    ("// 👩‍👩‍👧\n", []),
    ("int p\u{0430}ypal;\n", ["hidden-lookalike a.c:1"]),
    ("// раураl Москва\n", ["hidden-lookalike a.c:1"]),
    ("// Привет, мир: x\n", []), ("// naïve Ångström µm Ωmega\n", []), ("double Δx, αβ;\n", []),
  ]

  @Test(arguments: texts) func hiddenCharactersAreFound(text: String, expected: [String]) throws {
    #expect(try rules(["a.c": Array(text.utf8)]) == expected)
  }

  @Test func fileNamesAreCheckedToo() throws {
    #expect(try rules(["p\u{0430}ge.txt": []]) == ["hidden-lookalike p\u{0430}ge.txt"])
    #expect(try rules(["страница.txt": []]) == [])
  }

  /// An MZ header that points at a PE header behind it.
  static let portableExecutable: [UInt8] = {
    var bytes = [UInt8]("MZ".utf8)
    bytes += [UInt8](repeating: 0, count: 58)
    bytes += [64, 0, 0, 0]
    bytes += "PE\0\0".utf8
    return bytes
  }()

  static let contents: [([UInt8], String)] = [
    ([0x7F, 0x45, 0x4C, 0x46, 2], "hidden-binary"), ([0xCF, 0xFA, 0xED, 0xFE], "hidden-binary"),
    ([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 2], "hidden-binary"),
    ([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52], "hidden-binary"),
    (Array("!<arch>\n".utf8), "hidden-binary"), ([0, 0x61, 0x73, 0x6D, 1], "hidden-binary"),
    (
      portableExecutable,
      "hidden-binary"
    ),
    (Array("PK\u{3}\u{4}".utf8), "hidden-archive"), ([0x1F, 0x8B, 8, 0], "hidden-archive"),
    (Array("BZh9".utf8) + [0x31, 0x41, 0x59, 0x26, 0x53, 0x59], "hidden-archive"),
    ([UInt8](repeating: 0, count: 257) + Array("ustar".utf8), "hidden-archive"),
  ]

  @Test(arguments: contents) func binariesAndArchivesAreRecognisedByContent(
    bytes: [UInt8], rule: String
  )
    throws
  {
    #expect(try rules(["data.txt": bytes]) == ["\(rule) data.txt"])
  }

  @Test(arguments: [
    "MZ is how it begins", "BZh is not enough", "PK", "ELF", "!<arch", "ustar", "BC",
  ])
  func textWithASimilarBeginningIsNotBinary(text: String) throws {
    #expect(try rules(["notes.txt": Array(text.utf8)]) == [])
  }

  @Test func minifiedTextIsDistinguishedFromLongTables() throws {
    let packed = Array(String(repeating: "var a=1;", count: 1000).utf8)
    let table = Array(String(repeating: "{0, 12}, ", count: 1000).utf8)
    let written = Array(String(repeating: "var a = 1;\n", count: 1000).utf8)
    #expect(
      try rules(["a.js": packed, "b.js": written, "c.c": table]) == ["hidden-minified a.js"])
    let banner = Array("/*! lib 1.0\n * licence\n */\n".utf8)
    #expect(try rules(["a.js": banner + packed]) == ["hidden-minified a.js"])
  }

  @Test func theHostIsNotChecked() throws {
    let tree = try TemporaryFolder(["a.c": "int p\u{0430}y;", "b.bin": "\u{7F}ELF"])
    let context = AuditContext(
      root: tree.handle, packages: [], policy: Policy(), today: CivilDate(secondsSince1970: 0))
    #expect(
      try Audit(groups: [HiddenContentGroup()], threads: 1).report(on: context).findings.isEmpty)
  }

  @Test func aLineInPiecesIsStillOneLine() {
    var scan = TextScan()
    for piece in ["// \u{202E}", "still the same line", "\u{202C}\n", "p\u{0430}", "y\n"] {
      Array(piece.utf8).withUnsafeBytes { scan.scan($0) }
    }
    scan.finish()
    #expect(scan.sites.map(\.kind) == [.pairedBidi, .lookalike])
    #expect(scan.sites.map(\.line) == [1, 2])
  }

  @Test func brokenUTF8IsReadToItsEnd() {
    var state: UInt64 = 7
    for _ in 0..<2000 {
      var scan = TextScan()
      let bytes = (0..<40).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 40) | (state >> 60 > 7 ? 0x80 : 0)
      }
      bytes.withUnsafeBytes { scan.scan($0) }
      scan.finish()
      #expect(scan.byteCount == 40)
    }
  }
}
