import SafeFiles
import Testing

@testable import VendorKit

/// What the differences are, and that they lead back.
struct UnifiedDiffTests {
  @Test func changeHasGitsHeadersAndThreeLinesOfContext() throws {
    let old = lines("1", "2", "3", "4", "5", "6", "7", "8", "9")
    let new = lines("1", "2", "3", "4", "five", "6", "7", "8", "9")
    let text = try UnifiedDiff.text(of: RelativePath("src/a.c"), from: old, to: new)
    #expect(
      String(decoding: text, as: UTF8.self) == """
        diff --git a/src/a.c b/src/a.c
        --- a/src/a.c
        +++ b/src/a.c
        @@ -2,7 +2,7 @@
         2
         3
         4
        -5
        +five
         6
         7
         8

        """)
  }

  @Test func sameFileGivesNothing() throws {
    let file = lines("1")
    #expect(try UnifiedDiff.text(of: RelativePath("a"), from: file, to: file).isEmpty)
    #expect(try UnifiedDiff.text(of: RelativePath("a"), from: nil, to: nil).isEmpty)
  }

  @Test func binaryFileIsRefusedUnlessOnlyItsModeChanges() throws {
    let (old, new) = (FileSnapshot(bytes: [0, 1]), FileSnapshot(bytes: [0, 2]))
    #expect(throws: VendorError.self) {
      try UnifiedDiff.text(of: RelativePath("a.bin"), from: old, to: new)
    }
    let executable = FileSnapshot(bytes: [0, 1], isExecutable: true)
    let text = try UnifiedDiff.text(of: RelativePath("a.bin"), from: old, to: executable)
    #expect(
      String(decoding: text, as: UTF8.self)
        == "diff --git a/a.bin b/a.bin\nold mode 100644\nnew mode 100755\n")
  }

  @Test(arguments: 0..<400) func patchOfADifferenceGivesTheNewFile(seed: Int) throws {
    var random = RandomText(seed: seed)
    let path = try RelativePath("dir/a file.txt")
    func snapshot(_ bytes: [UInt8]) -> FileSnapshot? {
      random.number(below: 10) == 0
        ? nil : FileSnapshot(bytes: bytes, isExecutable: random.number(below: 4) == 0)
    }
    let bytes = random.file(lines: 40)
    let old = snapshot(bytes)
    let new = snapshot(random.edited(bytes, edits: 8))
    let text = try UnifiedDiff.text(of: path, from: old, to: new)
    guard old != new else {
      #expect(text.isEmpty)
      return
    }
    let patch = try Patch(parsing: text, name: "p")
    #expect(try patch.applied { (_) throws(VendorError) in old } == [path: new])
    // And the same difference again, to the byte.
    #expect(try UnifiedDiff.text(of: path, from: old, to: new) == text)
  }

  /// The limit makes scripts longer, never wrong.
  @Test(arguments: 0..<60, [1, 2, 5]) func cheapScriptIsStillRight(seed: Int, limit: Int) throws {
    var random = RandomText(seed: seed)
    let (old, new) = (TextLines(random.file(lines: 80)), TextLines(random.file(lines: 80)))
    let script = EditScript(from: old, to: new, costLimit: limit)
    let kept = (0..<old.count).filter { !script.isRemoved[$0] }.map { Array(old[$0]) }
    let common = (0..<new.count).filter { !script.isAdded[$0] }.map { Array(new[$0]) }
    #expect(kept == common)
  }

  @Test(arguments: 0..<60) func scriptIsAsShortAsDynamicProgrammingMakesIt(seed: Int) throws {
    var random = RandomText(seed: seed)
    let (old, new) = (TextLines(random.file(lines: 30)), TextLines(random.file(lines: 30)))
    let script = EditScript(from: old, to: new)
    let length = script.isRemoved.count { $0 } + script.isAdded.count { $0 }
    var row = Array(0...new.count)
    for x in 0..<old.count {
      var next = [x + 1]
      for y in 0..<new.count {
        next.append(old[x] == new[y] ? row[y] : min(row[y + 1], next[y]) + 1)
      }
      row = next
    }
    #expect(length == row[new.count])
  }

  @Test func hugeFilesWithNothingInCommonAreNotQuadratic() throws {
    let old = FileSnapshot(bytes: (0..<20_000).flatMap { Array("old \($0)\n".utf8) })
    let new = FileSnapshot(bytes: (0..<20_000).flatMap { Array("new \($0)\n".utf8) })
    let path = try RelativePath("a")
    let patch = try Patch(
      parsing: try UnifiedDiff.text(of: path, from: old, to: new), name: "p")
    #expect(try patch.applied { (_) throws(VendorError) in old } == [path: new])
  }

  private func lines(_ lines: String...) -> FileSnapshot {
    FileSnapshot(bytes: lines.flatMap { Array("\($0)\n".utf8) })
  }
}
