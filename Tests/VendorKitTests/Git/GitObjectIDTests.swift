import SafeFiles
import TestSupport
import Testing
import VendorKit

/// Ids that git computes too.
struct GitObjectIDTests {
  /// Names whose order differs between files and folders: `a.b` is before `a/`, `a0` after it.
  private static let files = [
    "a/b": "1\n", "a.b": "2\n", "a0": "3\n", "a-b/c": "", "a/c/d": "5", "Z": "6", "ä/ö": "7",
    "a/c.d": "8",
  ]

  @Test func treesAndFilesHaveTheIdsThatGitGivesThem() async throws {
    let folder = try TemporaryFolder(Self.files)
    try await Command.shell("chmod +x a0 && ln -s a/b link", in: folder.path)
    let expected = try await Command.shell(
      "git init -q . && git add . && git write-tree", in: folder.path)
    var entries = try Self.files.map { name, text in
      GitObjectID.Entry(
        path: try RelativePath(name), mode: name == "a0" ? .executable : .file,
        id: GitObjectID.blob(Array(text.utf8)))
    }
    entries.append(
      GitObjectID.Entry(
        path: try RelativePath("link"), mode: .link, id: GitObjectID.blob(Array("a/b".utf8))))
    #expect(GitObjectID.tree(of: entries.shuffled()).hex + "\n" == expected)
  }

  @Test func theEmptyTreeHasItsWellKnownId() {
    #expect(GitObjectID.tree(of: []).hex == "4b825dc642cb6eb9a060e54bf8d69288fbee4904")
  }
}
