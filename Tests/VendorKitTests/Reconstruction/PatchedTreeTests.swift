import SafeFiles
import Testing

@testable import VendorKit

/// A staged tree while patches change it: folder and list stay one.
struct PatchedTreeTests {
  private let scratch: ScratchFolder
  private let folder: DirectoryHandle
  private let list: FileList

  init() throws {
    scratch = try ScratchFolder()
    folder = try scratch.handle.subdirectory(RelativePath("package"))
    for (path, text) in [("a.c", "one\n"), ("deep/er/only.h", "two\n"), ("deep/x", "three\n")] {
      _ = try scratch.file("package/\(path)", Array(text.utf8))
    }
    try folder.createSymbolicLink(RelativePath("link"), to: Array("a.c".utf8))
    list = try FileList(scanning: folder, named: "package")
  }

  /// Applies patches, and checks the list against what is on the disk.
  private func apply(_ patches: String...) throws -> [String] {
    var tree = PatchedTree(list, in: folder)
    for text in patches { try tree.apply(Patch(parsing: Array(text.utf8), name: "p.patch")) }
    let list = try tree.list()
    #expect(try FileList(scanning: folder, named: "package") == list)
    return list.summary
  }

  private static func new(_ path: String, mode: String = "100644") -> String {
    """
    diff --git a/\(path) b/\(path)
    new file mode \(mode)
    --- /dev/null
    +++ b/\(path)
    @@ -0,0 +1 @@
    +new

    """
  }

  private static func removed(_ path: String, _ line: String) -> String {
    """
    diff --git a/\(path) b/\(path)
    deleted file mode 100644
    --- a/\(path)
    +++ /dev/null
    @@ -1 +0,0 @@
    -\(line)

    """
  }

  private static let changed = """
    --- a/a.c
    +++ b/a.c
    @@ -1 +1 @@
    -one
    +uno

    """

  @Test func patchAddsChangesAndDeletesFiles() throws {
    let made = try apply(Self.changed, Self.new("deep/new/run", mode: "100755"))
    #expect(made == ["a.c", "deep/er/only.h", "deep/new/run*", "deep/x", "link -> a.c"])
    #expect(try scratch.text("package/a.c") == "uno\n")
  }

  /// Lists have no folders: two trees with one list must not differ in empty ones.
  @Test func emptiedFoldersAreRemoved() throws {
    let left = try apply(Self.removed("deep/er/only.h", "two"))
    #expect(left == ["a.c", "deep/x", "link -> a.c"])
    #expect(try folder.statusIfPresent(of: RelativePath("deep/er")) == nil)
    #expect(try folder.statusIfPresent(of: RelativePath("deep")) != nil)
  }

  @Test func aLaterPatchSeesAnEarlierOne() throws {
    let left = try apply(Self.new("z"), Self.removed("z", "new"))
    #expect(left == ["a.c", "deep/er/only.h", "deep/x", "link -> a.c"])
  }

  /// The file goes first, so that a folder may take its name.
  @Test func folderReplacesAFile() throws {
    let left = try apply(Self.removed("a.c", "one") + Self.new("a.c/b"))
    #expect(left == ["a.c/b", "deep/er/only.h", "deep/x", "link -> a.c"])
  }

  @Test(arguments: [
    (Self.new("deep"), "adds a file at deep, where a folder is"),
    (Self.new("link/x"), "adds a file below link, which is a file"),
    (
      Self.changed.replacing("a.c", with: "link"),
      "changes link, which is a symbolic link, expected a file"
    ),
  ])
  func refusals(_ patch: String, _ problem: String) throws {
    let error = #expect(throws: VendorError.self) { try apply(patch) }
    #expect(error?.code == .patch)
    #expect(error?.location == "p.patch")
    #expect(error?.problem == problem)
    #expect(try FileList(scanning: folder, named: "package") == list)
  }
}
