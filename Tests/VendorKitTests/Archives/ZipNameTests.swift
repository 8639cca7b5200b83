import TestSupport
import Testing

@testable import VendorKit

/// Names of zip archives outside of ASCII, as programs write them.
struct ZipNameTests {
  static let names = ["caf\u{E9}.txt", "\u{1F600}/\u{65E5}\u{672C}.txt", "plain"]

  /// The archive that a script of Python makes of `names`.
  static func zip(_ script: String) async throws -> [UInt8] {
    let folder = try TemporaryFolder()
    for name in names { try folder.create(name, "x") }
    try await Command.shell(
      script, in: folder.path, environment: ["GIT_CONFIG_GLOBAL": "/dev/null"])
    return try folder.bytes(of: "a.zip")
  }

  @Test(arguments: [
    "python3 -m zipfile -c ../$$.zip * && mv ../$$.zip a.zip",
    """
    git init -q && git add -A && git -c user.name=n -c user.email=e commit -q -m m
    git archive --format=zip -o a.zip HEAD
    """,
  ])
  func programsThatSayTheirNamesAreUnicode(_ script: String) async throws {
    let list = try await ScratchFolder().stage(try await Self.zip(script))
    #expect(
      list.summary.filter { !$0.hasSuffix("/") }
        == Self.names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  static func entry(
    _ written: [UInt8], unicode: String, version: UInt8 = 1, checksum: UInt32? = nil
  ) -> ZipBytes.Entry {
    var entry = ZipBytes.Entry("", "x")
    entry.rawName = written
    let sum = Int(checksum ?? ZipBytes.checksum(written))
    entry.extra =
      ZipBytes.u16(0x7075) + ZipBytes.u16(5 + unicode.utf8.count) + [version] + ZipBytes.u32(sum)
      + Array(unicode.utf8)
    return entry
  }

  /// The name of code page 437 stands in the header, the one in Unicode beside it.
  @Test func unicodePathReplacesAnotherEncoding() async throws {
    let list = try await ScratchFolder().stage(
      ZipBytes.of([
        Self.entry(Array("d/caf".utf8) + [0x82], unicode: "d/caf\u{E9}"),
        Self.entry(Array("#U65e5".utf8), unicode: "\u{65E5}"),
        Self.entry(Array("same".utf8), unicode: "same", checksum: 0),
      ]))
    #expect(list.summary == ["d/caf\u{E9}", "same", "\u{65E5}"])
  }

  @Test(arguments: [
    entry(Array("a".utf8), unicode: "b"), entry(Array("a".utf8), unicode: "../\u{E9}"),
    entry(Array("d/a".utf8), unicode: "e/\u{E9}"), entry(Array("a".utf8), unicode: "d/\u{E9}"),
    entry(Array("a".utf8), unicode: "\u{E9}", version: 2),
    entry(Array("a".utf8), unicode: "\u{E9}", checksum: 1),
  ])
  func secondNameThatRenamesIsRefused(_ entry: ZipBytes.Entry) async throws {
    let message = try await ScratchFolder().refusal(of: ZipBytes.of([entry]))
    #expect(message?.contains("has a second name") == true, "\(message ?? "accepted")")
  }

  /// The rules for names are those of every archive.
  @Test func unicodePathKeepsToTheRules() async throws {
    for (name, words) in [("../\u{E9}", "leaves its folder"), ("\u{E9}\\", "backslash")] {
      let written = name.utf8.map { $0 < 0x80 ? $0 : UInt8(ascii: "e") }
      let message = try await ScratchFolder().refusal(
        of: ZipBytes.of([Self.entry(written, unicode: name)]))
      #expect(message?.contains(words) == true, "\(message ?? "accepted")")
    }
  }
}
