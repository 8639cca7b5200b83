import SafeFiles
import Testing

@testable import VendorKit

/// What a patch may say, and what is refused at which line.
struct PatchTests {
  @Test func mailHeadersAndSignatureAreIgnored() throws {
    let patch = try Patch(
      parsing: Array(
        """
        From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001
        From: A <a@example.org>
        Subject: [PATCH] Fix it

        - a list in the mail
        + another
        ---
         a.c | 2 +-
         1 file changed, 1 insertion(+), 1 deletion(-)

        diff --git a/a.c b/a.c
        index 1234567..89abcde 100644
        --- a/a.c
        +++ b/a.c
        @@ -1,2 +1,2 @@ int main
        -old
        +new
         rest
        --\u{20}
        2.39.5


        """.utf8), name: "0001.patch")
    let old = FileSnapshot(bytes: Array("old\nrest\n".utf8))
    let files = try patch.applied { (_) throws(VendorError) in old }
    #expect(files == [try RelativePath("a.c"): FileSnapshot(bytes: Array("new\nrest\n".utf8))])
  }

  @Test(arguments: Self.refusals) func refused(text: String, line: Int, problem: String) throws {
    let failure = try #require(throws: VendorError.self) {
      try Patch(parsing: Array(text.utf8), name: "p")
    }
    #expect(failure.location == (line == 0 ? "p" : "p:\(line)"))
    #expect(failure.problem.contains(problem), "\(failure)")
  }

  static let refusals: [(String, Int, String)] = [
    ("", 0, "no change"),
    ("just prose\n", 0, "no change"),
    ("--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-a\n+b\n", 1, "'.' or '..'"),
    ("--- /etc/passwd\n+++ /etc/passwd\n@@ -1 +1 @@\n-a\n+b\n", 1, "/etc/passwd"),
    ("--- a//etc/passwd\n+++ b//etc/passwd\n@@ -1 +1 @@\n-a\n+b\n", 1, "absolute"),
    ("--- x\n+++ x\n@@ -1 +1 @@\n-a\n+b\n", 1, "leading 'a/'"),
    ("--- \"a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", 1, "closing quote"),
    ("--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n", 1, "renames"),
    ("--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-a\n+b\n", 3, "1 old and 0 new"),
    ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n+c\n", 6, "more lines"),
    ("--- a/x\n+++ b/x\n@@ -1 +1,0 @@\n-a\n b\n", 5, "more lines"),
    ("--- a/x\n+++ b/x\n@@ -0,1 +1 @@\n-a\n+b\n", 3, "not a hunk header"),
    ("--- a/x\n+++ b/x\n@@ -99999999999999999999 +1 @@\n-a\n+b\n", 3, "not a hunk header"),
    ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n a\n", 3, "changes nothing"),
    ("--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n\\ No newline\n+b\n c\n", 5, "before the last line"),
    ("@@ -1 +1 @@\n-a\n+b\n", 1, "hunk without a file"),
    ("diff --git a/x b/y\nsimilarity index 90%\nrename from x\nrename to y\n", 2, "renames"),
    ("diff --git a/x b/y\n", 1, "does not name one file"),
    ("diff --git a/x b/x\nindex 1..2\n", 1, "neither a hunk"),
    ("diff --git a/x b/x\nindex 1..2\nGIT binary patch\nliteral 3\n", 3, "binary"),
    ("diff --git a/x b/x\nindex 1..2\nBinary files a/x and b/x differ\n", 3, "binary"),
    ("Binary files a/x and b/x differ\n", 1, "binary"),
    ("diff --git a/x b/x\nnew file mode 120000\n", 2, "symbolic link"),
    ("diff --git a/x b/x\nnew file mode 160000\n", 2, "submodule"),
    ("diff --git a/x b/x\nold mode 100644\nnew mode 104755\n", 3, "104755"),
    ("diff --git a/x b/x\n--- a/x\n+++ b/z\n@@ -1 +1 @@\n-a\n+b\n", 1, "two different"),
    ("diff --git a/x b/x\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+b\n", 1, "mode lines"),
  ]

  @Test(arguments: Self.misfits) func doesNotFit(
    file: String?, hunks: String, line: Int, problem: String
  ) throws {
    let patch = try Patch(parsing: Array(hunks.utf8), name: "p")
    let old = file.map { FileSnapshot(bytes: Array($0.utf8)) }
    let failure = try #require(throws: VendorError.self) {
      try patch.applied { (_) throws(VendorError) in old }
    }
    #expect(failure.location == "p:\(line)")
    #expect(failure.problem.contains(problem), "\(failure)")
  }

  static let head = "--- a/x\n+++ b/x\n"
  static let misfits: [(String?, String, Int, String)] = [
    // No offset, though the line is there.
    (
      "0\na\n", head + "@@ -1 +1 @@\n-a\n+b\n", 4,
      "hunk 1 of x does not apply at line 1: expected 'a', found '0'"
    ),
    // No fuzz, though only the context differs.
    ("1\na\n3\n", head + "@@ -1,3 +1,3 @@\n 1\n-a\n+b\n 2\n", 7, "expected '2', found '3'"),
    ("a\n", head + "@@ -1,2 +1,2 @@\n-a\n+b\n c\n", 6, "found the end of the file"),
    ("a", head + "@@ -1 +1 @@\n-a\n+b\n", 4, "expected 'a', found 'a' without a newline"),
    ("a\r\n", head + "@@ -1 +1 @@\n-a\n+b\n", 4, "found 'a\\x0D'"),
    ("a\n", head + "@@ -9 +9 @@\n-a\n+b\n", 3, "the file has only 1"),
    ("a\n", head + "@@ -1 +2 @@\n-a\n+b\n", 3, "gives new line 2, expected 1"),
    ("a\nb\n", head + "@@ -2 +2 @@\n-b\n+c\n@@ -1 +1 @@\n-a\n+c\n", 6, "hunk above"),
    (nil, head + "@@ -1 +1 @@\n-a\n+b\n", 1, "does not exist"),
    ("a\n", "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+b\n", 1, "already exists"),
    ("a\nb\n", "--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", 1, "2 bytes of it would be left"),
    ("\0\n", head + "@@ -1 +1 @@\n-\0\n+b\n", 1, "binary"),
    ("a\n", "diff --git a/x b/x\nold mode 100755\nnew mode 100644\n", 1, "expected 100755"),
    ("a\nb\n", head + "@@ -1 +1 @@\n-a\n+c\n\\ No newline at end of file\n", 1, "1 more follow"),
  ]

  @Test func plainDiffWithTheEpochAddsAndDeletes() throws {
    let epoch = "1970-01-01 01:00:00.000000000 +0100"
    let added = try Patch(
      parsing: Array(
        "--- o/x\t\(epoch)\n+++ n/x\t2024-01-01 00:00:00 +0000\n@@ -0,0 +1 @@\n+b\n".utf8),
      name: "p")
    let b = FileSnapshot(bytes: Array("b\n".utf8))
    #expect(try added.applied { (_) throws(VendorError) in nil } == [RelativePath("x"): b])
    let deleted = try Patch(
      parsing: Array(
        "--- o/x\t2024-01-01 00:00:00 +0000\n+++ n/x\t\(epoch)\n@@ -1 +0,0 @@\n-b\n".utf8),
      name: "p")
    #expect(try deleted.applied { (_) throws(VendorError) in b } == [RelativePath("x"): nil])
  }

  /// Every truncation and every flipped byte is either refused or applied, and nothing crashes.
  @Test func hostilePatchesNeverCrash() throws {
    let old = FileSnapshot(bytes: Array("1\n2\n3\n4\n".utf8))
    let new = FileSnapshot(bytes: Array("1\nzwei\n3\nvier".utf8), isExecutable: true)
    let text = try UnifiedDiff.text(of: RelativePath("a \"b\""), from: old, to: new)
    for length in 0..<text.count {
      attempt(Array(text[..<length]), on: old)
    }
    for index in text.indices {
      for flip in [0x01, 0x20, 0x80, 0xFF] as [UInt8] {
        var bytes = text
        bytes[index] ^= flip
        attempt(bytes, on: old)
      }
    }
  }

  private func attempt(_ bytes: [UInt8], on old: FileSnapshot) {
    guard let patch = try? Patch(parsing: bytes, name: "p") else { return }
    _ = try? patch.applied { (_) throws(VendorError) in old }
  }
}
