import SafeFiles
import Testing

@testable import VendorKit

/// Which paths are one on a disk that ignores case or composition.
struct PathClashesTests {
  @Test(
    arguments: [
      ([], []), (["a", "b"], []), (["A", "a"], ["A = a"]), (["a/B", "a/b"], ["a/B = a/b"]),
      // A folder clashes once, whatever is in it, and before what is in it.
      (["A/x", "A/y", "a/x", "a/y"], ["A = a"]), (["A/X", "a/x"], ["A = a"]),
      // A file and a folder.
      (["A", "a/x"], ["A = a"]),
      // What lies between them in bytes changes nothing.
      (["a/B", "a/C", "a/_", "a/b"], ["a/B = a/b"]), (["A", "B", "a", "b"], ["A = a", "B = b"]),
      (["x/A", "y/a"], []),
      // Three of a kind: each later one with the first.
      (["AB", "Ab", "ab"], ["AB = Ab", "AB = ab"]),
      // Composed and decomposed, and letters that fold to two.
      (["e\u{301}", "\u{E9}"], ["e\u{301} = \u{E9}"]), (["SS", "\u{DF}"], ["SS = \u{DF}"]),
      // Characters that HFS+ drops.
      (["ab", "a\u{200C}b"], ["ab = a\u{200C}b"]),
    ] as [([String], [String])])
  func clashes(_ texts: [String], _ expected: [String]) throws {
    let paths = try texts.map { try RelativePath($0) }
    // The order that lists keep; a mistake in a case above would hide what it is to show.
    #expect(paths == paths.sorted())
    let found = PathClashes.among(count: paths.count) { paths[$0] }
    let bytes = found.map { $0.first.bytes + Array(" = ".utf8) + $0.second.bytes }
    #expect(bytes == expected.map { Array($0.utf8) })
  }
}
