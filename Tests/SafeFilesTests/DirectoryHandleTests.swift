import TestSupport
import Testing

@testable import SafeFiles

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Every operation of a folder handle, and that none of them follows a link.
struct DirectoryHandleTests {
  let folder: TemporaryFolder
  var handle: DirectoryHandle { folder.handle }

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func readsWhatWasWritten() throws {
    try folder.create("a/b/c", "hello", isExecutable: true)
    #expect(try folder.text("a/b/c") == "hello")
    let status = try handle.status(of: RelativePath("a/b/c"))
    #expect(status.kind == .file)
    #expect(status.size == 5)
    #expect(status.mode == 0o755)
    #expect(status.linkCount == 1)
    #expect(try handle.status(of: RelativePath("a")).kind == .directory)
    #expect(try handle.statusIfPresent(of: RelativePath("a/x")) == nil)
    #expect(throws: FileError.self) { try handle.status(of: RelativePath("a/x")) }
  }

  @Test func modeIsTheSameWhateverTheMask() throws {
    let old = umask(0o077)
    defer { umask(old) }
    try folder.create("plain")
    #expect(try handle.status(of: RelativePath("plain")).mode == 0o644)
  }

  @Test func createsOnlyWhatIsNotThere() throws {
    try folder.create("a", "first")
    let error = #expect(throws: FileError.self) { try folder.create("a", "second") }
    #expect(error?.code == .exists)
    #expect(error?.location == "\(folder.path)/a")
    #expect(try folder.text("a") == "first")
  }

  @Test func listsEveryNameSortedWithItsKind() throws {
    try folder.create("b")
    try folder.create("a/x")
    try handle.createSymbolicLink(RelativePath("c"), to: Array("nowhere".utf8))
    #expect(mkfifo("\(folder.path)/d", 0o600) == 0)
    let raw: [CChar] = Array(folder.path.utf8CString.dropLast()) + [0x2F, -1, 0x0A, 0]
    close(open(raw, O_CREAT | O_WRONLY, 0o600))
    let entries = try handle.entries()
    #expect(entries.map(\.description) == ["a", "b", "c", "d", "\\xFF\\x0A"])
    #expect(entries.map(\.kind) == [.directory, .file, .symbolicLink, .other, .file])
    #expect(entries.last?.name == [0xFF, 0x0A])
    #expect(throws: RelativePath.Violation.control(10)) { try entries.last?.path() }
    #expect(try handle.entries() == entries)
  }

  @Test func linksAreReadAndNeverFollowed() throws {
    let outside = try TemporaryFolder()
    try outside.create("secret", "secret")
    try handle.createSymbolicLink(RelativePath("link"), to: Array(outside.path.utf8))
    try folder.create("real/deep/file", "inside")
    try handle.createSymbolicLink(RelativePath("real/way"), to: Array(outside.path.utf8))
    #expect(try handle.readLink(RelativePath("link")) == Array(outside.path.utf8))
    #expect(try handle.status(of: RelativePath("link")).kind == .symbolicLink)

    for text in ["link/secret", "real/way/secret"] {
      let path = try RelativePath(text)
      let new = try RelativePath(text + "-new")
      let errors = [
        error { _ = try handle.openFile(path) },
        error { _ = try handle.createFile(new) },
        error { _ = try handle.status(of: path) },
        error { try handle.removeFile(path) },
        error { try handle.removeTree(path) },
        error { try handle.rename(path, to: new) },
        error { try handle.rename(RelativePath("real/deep/file"), to: new) },
        error { try handle.link(RelativePath("real/deep/file"), as: new) },
        error { try handle.createDirectory(new) },
        error { try handle.createDirectories(new) },
        error { try handle.createSymbolicLink(new, to: [0x61]) },
        error { try handle.setMode(0o600, of: path) },
        error { _ = try handle.readLink(path) },
        error { _ = try handle.subdirectory(new, createIfMissing: true) },
      ]
      #expect(errors.map { $0?.code } == Array(repeating: .link, count: errors.count))
    }
    #expect(error { _ = try handle.subdirectory(RelativePath("link")) }?.code == .link)
    #expect(try outside.handle.entries().map(\.description) == ["secret"])
    #expect(try outside.text("secret") == "secret")
  }

  @Test func linkAtTheEndIsNeitherReadNorWrittenThrough() throws {
    try folder.create("target", "kept")
    try handle.createSymbolicLink(RelativePath("link"), to: Array("target".utf8))
    #expect(error { _ = try handle.openFile(RelativePath("link")) }?.code == .link)
    #expect(error { _ = try handle.createFile(RelativePath("link")) }?.code == .exists)
    #expect(error { try handle.setMode(0o600, of: RelativePath("link")) }?.code == .link)
    #expect(try handle.status(of: RelativePath("target")).mode == 0o644)
  }

  /// Systems without openat2 take this way.
  @Test func walkingComponentByComponentDoesTheSame() throws {
    try folder.create("a/b/c/file", "x")
    try handle.createSymbolicLink(RelativePath("a/link"), to: Array("b".utf8))
    let found = handle.walk(try RelativePath("a/b/c"))
    #expect(found >= 0)
    #expect(faccessat(found, "file", R_OK, 0) == 0)
    close(found)
    #expect(handle.walk(try RelativePath("a/link/c")) == -1 && errno == ELOOP)
    #expect(handle.walk(try RelativePath("a/b/c/file")) == -1 && errno == ENOTDIR)
    #expect(handle.walk(try RelativePath("a/none/c")) == -1 && errno == ENOENT)
  }

  @Test func opensNothingButRegularFiles() throws {
    #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
    try folder.create("a/b")
    #expect(error { _ = try handle.openFile(RelativePath("pipe")) }?.code == .unsupported)
    #expect(error { _ = try handle.openFile(RelativePath("a")) }?.code == .isADirectory)
    #expect(error { _ = try handle.subdirectory(RelativePath("a/b")) }?.code == .notADirectory)
    #expect(error { _ = try handle.openFile(RelativePath("a/b/c")) }?.code == .notADirectory)
  }

  @Test func renames() throws {
    try folder.create("a", "a")
    try folder.create("b", "b")
    let exists = error { try handle.renameExclusively(RelativePath("a"), to: RelativePath("b")) }
    #expect(exists?.code == .exists)
    try handle.exchange(RelativePath("a"), with: RelativePath("b"))
    #expect(try folder.text("a") == "b")
    try handle.rename(RelativePath("a"), to: RelativePath("b"))
    #expect(try handle.entries().map(\.description) == ["b"])
    #expect(try folder.text("b") == "b")
    try handle.renameExclusively(RelativePath("b"), to: RelativePath("c"))
    #expect(try folder.text("c") == "b")
  }

  @Test func removesTreesOfAnyDepthAndNothingThatLinksPointTo() throws {
    let outside = try TemporaryFolder()
    try outside.create("kept")
    var path = try RelativePath("tree")
    for _ in 0..<300 { path = path.appending(try RelativePath("d")) }
    try handle.createDirectories(path)
    try handle.createFile(path.appending(RelativePath("leaf")), holding: [1])
    try handle.createSymbolicLink(
      RelativePath("tree/out"), to: Array(outside.path.utf8))
    try folder.create("tree/x/y")
    try handle.removeTree(RelativePath("tree"))
    #expect(try handle.entries().isEmpty)
    #expect(try outside.handle.entries().count == 1)
    try handle.removeTree(RelativePath("tree"))
  }

  @Test func refusesFilesAboveTheLimit() throws {
    try folder.create("f", "12345")
    let path = try RelativePath("f")
    #expect(try handle.readFile(path, limitBytes: 5).count == 5)
    #expect(error { _ = try handle.readFile(path, limitBytes: 4) }?.code == .unsupported)
  }

  @Test func messageSaysWhereWhatAndWhatToDo() throws {
    let error = FileError(errno: ENOSPC, at: "icons/a.png", cannot: "be written")
    #expect(
      error.description
        == "icons/a.png: cannot be written: No space left on device; "
        + "free some disk space and run it again"
    )
    #expect(error.code == .noSpace)
  }

  private func error(_ body: () throws -> Void) -> FileError? {
    #expect(throws: FileError.self) { try body() }
  }
}
