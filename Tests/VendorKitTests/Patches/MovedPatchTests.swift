import SafeFiles
import Testing

@testable import VendorKit

/// Hunks whose lines have moved.
struct MovedPatchTests {
  private static let path = RelativePath(known: "a")

  private func text(_ lines: [String]) -> [UInt8] { Array(lines.joined().utf8) }

  private func moved(_ patch: [UInt8], on file: [UInt8]) throws -> (Patch, [UInt8], [Int]) {
    let parsed = try Patch(parsing: patch, name: "p")
    let (placed, moves) = try parsed.moved { (_) throws(VendorError) in FileSnapshot(bytes: file) }
    return (placed, placed.renumbered(patch), moves.map(\.lines))
  }

  /// Lines put above and between the hunks of a patch move them by as many lines; what comes out is
  /// the file with both changes, and the renumbered patch gives it exactly.
  @Test(arguments: 0..<40) func insertedLinesMoveHunks(seed: Int) throws {
    var random = RandomText(seed: seed)
    let lines = (0..<60).map { "line \($0)\n" }
    var (ours, theirs, both) = (lines, lines, lines)
    ours[10] = "ours\n"
    ours[50] = "also ours\n"
    let (above, between) = (random.number(below: 9), random.number(below: 9))
    let (first, second) = (
      (0..<above).map { "above \($0)\n" }, (0..<between).map { "between \($0)\n" }
    )
    theirs = first + lines[..<30] + second + lines[30...]
    both = first + ours[..<30] + second + ours[30...]
    let patch = try UnifiedDiff.text(
      of: Self.path, from: FileSnapshot(bytes: text(lines)), to: FileSnapshot(bytes: text(ours)))
    let (placed, renumbered, moves) = try moved(patch, on: text(theirs))
    #expect(moves == [above, above + between].filter { $0 != 0 })
    for exact in [placed, try Patch(parsing: renumbered, name: "p")] {
      let files = try exact.applied { (_) throws(VendorError) in
        FileSnapshot(bytes: text(theirs))
      }
      #expect(files == [Self.path: FileSnapshot(bytes: text(both))])
    }
    if !moves.isEmpty {
      #expect(throws: VendorError.self) {
        try Patch(parsing: patch, name: "p").applied { (_) throws(VendorError) in
          FileSnapshot(bytes: text(theirs))
        }
      }
    }
  }

  @Test func theNearestPlaceWins() throws {
    let block = ["a\n", "b\n", "c\n"]
    let patch = text([
      "--- a/a\n", "+++ b/a\n", "@@ -7,3 +7,3 @@ f()\n", " a\n", "-b\n", "+B\n", " c\n",
    ])
    let file = text(block + Array(repeating: "-\n", count: 5) + block)
    let (_, renumbered, moves) = try moved(patch, on: file)
    #expect(moves == [2])
    #expect(String(decoding: renumbered, as: UTF8.self).contains("\n@@ -9,3 +9,3 @@ f()\n"))
  }

  /// No line may differ: what `patch` would apply with fuzz is a misfit.
  @Test func noFuzz() throws {
    let patch = text([
      "--- a/a\n", "+++ b/a\n", "@@ -1,3 +1,3 @@\n", " a\n", "-b\n", "+B\n", " c\n",
    ])
    for file in ["x\na\nb\nd\n", "a\nb\n", "", "a\nb\nc"] {
      #expect(throws: VendorError.self, "\(file)") { try moved(patch, on: Array(file.utf8)) }
    }
  }

  /// A hunk made at one end of a file fits only at that end of another.
  @Test func theEndsOfAFileAreAnchors() throws {
    let atEnd = text(["--- a/a\n", "+++ b/a\n", "@@ -1,2 +1,3 @@\n", " a\n", " b\n", "+c\n"])
    #expect(try moved(atEnd, on: Array("x\na\nb\n".utf8)).2 == [1])
    #expect(throws: VendorError.self) { try moved(atEnd, on: Array("x\na\nb\ny\n".utf8)) }
    let atStart = text(["--- a/a\n", "+++ b/a\n", "@@ -1,2 +1,3 @@\n", "+c\n", " a\n", " b\n"])
    #expect(throws: VendorError.self) { try moved(atStart, on: Array("x\na\nb\n".utf8)) }
  }

  @Test func everyHunkThatDoesNotFitIsNamed() throws {
    let patch = text([
      "--- a/a\n", "+++ b/a\n", "@@ -1 +1 @@\n", "-a\n", "+A\n", "@@ -3 +3 @@\n", "-c\n", "+C\n",
      "@@ -5 +5 @@\n", "-e\n", "+E\n",
    ])
    let errors = #expect(throws: VendorErrors.self) {
      try moved(patch, on: Array("1\n2\nc\n4\n5\n".utf8))
    }
    #expect(errors?.errors.map(\.location) == ["p:4", "p:10"])
  }
}
