import Testing

@testable import VendorKit

struct GlobTests {
  static let cases: [(pattern: String, path: String, matches: Bool)] = [
    ("a", "a", true), ("a", "a/b", false), ("a", "b", false), ("a", "A", false),
    ("*", "a", true), ("*", "a/b", false), ("*.c", "a.c", true), ("*.c", "x/a.c", false),
    ("*.c", ".c", true), ("a*b*c", "axxbyyc", true), ("a*b*c", "acb", false),
    ("?", "\u{E9}", true), ("?", "ab", false), ("?", "", false),
    ("**", "a", true), ("**", "a/b/c", true), ("**/a", "a", true), ("**/a", "x/y/a", true),
    ("**/a", "x/ab", false), ("a/**", "a", false), ("a/**", "a/b", true), ("a/**", "a/b/c", true),
    ("a/**/b", "a/b", true), ("a/**/b", "a/x/y/b", true), ("a/**/b", "a/x/y", false),
    ("**/**/a", "a", true), ("**/x/**", "a/x/b", true), ("**/x/**", "a/x", false),
    ("a/", "a/b/c", true), ("a/", "a", false), ("[ab]", "a", false), ("[ab]", "[ab]", true),
    ("src/*/*.h", "src/x/y.h", true), ("src/*/*.h", "src/y.h", false),
  ]

  @Test(arguments: cases.indices)
  func matches(_ index: Int) throws {
    let (pattern, path, expected) = Self.cases[index]
    let parts = Array(path.utf8).split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    #expect(try Glob(pattern).matches(parts) == expected, "\(pattern) and \(path)")
  }

  @Test(arguments: ["", "/a", "a//b", "./a", "a/../b", "a**b", "**a", "a\\b", "//"])
  func refuses(_ pattern: String) {
    #expect(throws: VendorError.self) { try Glob(pattern) }
  }

  /// Patterns that take a backtracking matcher longer than the universe has existed.
  @Test(
    .timeLimit(.minutes(15)),
    arguments: ["*a*a*a*a*a*a*a*a*a*a*a*a*a*b", "**/a/**/a/**/a/**/a/**/b"])
  func endsForHostilePatterns(_ pattern: String) throws {
    let name = [UInt8](repeating: 0x61, count: 1000)[...]
    let long = [name]
    let deep = [ArraySlice<UInt8>](repeating: name.prefix(1), count: 500)
    #expect(try !Glob(pattern).matches(long))
    #expect(try !Glob(pattern).matches(deep))
  }
}

struct SelectionTests {
  static func selected(
    _ paths: [String], include: [String] = [], exclude: [String] = []
  ) throws -> [String] {
    let selection = try VendorKit.Selection(strip: 0, include: include, exclude: exclude)
    let kept = try selection.selected(
      among: paths.map { Array($0.utf8).split(separator: UInt8(ascii: "/")) })
    return zip(paths, kept).filter(\.1).map(\.0)
  }

  @Test func licenceFilesAreKept() throws {
    let paths = [
      "LICENSE", "src/a.c", "src/COPYING.txt", "docs/NOTICE", "docs/x", "license.c", "LICENSES.md",
    ]
    #expect(
      try Self.selected(paths, include: ["src/*.c"])
        == ["LICENSE", "src/a.c", "src/COPYING.txt", "LICENSES.md"])
    #expect(try Self.selected(paths, exclude: ["L*", "docs/**", "license.c"]).contains("LICENSE"))
  }

  @Test func misspeltPatternIsAnError() throws {
    #expect(throws: VendorError.self) { try Self.selected(["a"], include: ["b"]) }
    #expect(throws: VendorError.self) { try Self.selected(["a"], exclude: ["*"]) }
    #expect(try Self.selected(["a"], exclude: ["nothing"]) == ["a"])
  }

  @Test(
    arguments: [
      ("LICENSE", true), ("license", true), ("LICENCE.md", true), ("COPYING.LESSER", true),
      ("NOTICE-2", true), ("UNLICENSE", true), ("Copyright", true), ("PATENTS", true),
      ("LICENSE_1_0.txt", true), ("license.c", false), ("licensed", false), ("LICENSEE", false),
      ("README", false), ("license_check.py", false), ("MYLICENSE", false),
    ])
  func knowsLicences(_ name: String, _ expected: Bool) {
    #expect(LicenseFile.isLicense(name: name.utf8) == expected)
  }
}
