import TestSupport
import Testing

@testable import SafeFiles

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A set of files appears together or not at all, whatever is in the folder already.
///
/// `CLITests` kills the program at each of its system calls.
struct StagedOutputTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Files without a name, files with one, and both.
  @Test(arguments: [Int.max, 0, 1])
  func createsTheFolderWithSubfolders(_ maximumUnnamed: Int) throws {
    let output = try StagedOutput(
      directory: "\(folder.path)/new//deep/./icons/", maximumUnnamed: maximumUnnamed)
    try output.write([1], to: RelativePath("a.png"))
    try output.write([2], to: RelativePath("sub/b.png"))
    #expect(try names().filter { !$0.hasPrefix(".assetkit-") }.isEmpty)
    try output.commit()
    #expect(
      try tree() == [
        "new", "new/deep", "new/deep/icons", "new/deep/icons/a.png", "new/deep/icons/sub",
        "new/deep/icons/sub/b.png",
      ])
    #expect(try bytes("new/deep/icons/sub/b.png") == [2])
    #expect(try status("new/deep/icons/a.png").mode == 0o644)
  }

  @Test(arguments: [Int.max, 0, 1])
  func nothingAppearsWithoutCommit(_ maximumUnnamed: Int) throws {
    try folder.create("icons/a.png", "old")
    do {
      let output = try StagedOutput(
        directory: "\(folder.path)/icons", maximumUnnamed: maximumUnnamed)
      try output.write([1], to: RelativePath("a.png"))
      try output.write([1], to: RelativePath("sub/b.png"))
      #expect(try tree().filter { !$0.contains(".assetkit-") } == ["icons", "icons/a.png"])
      #expect(try folder.text("icons/a.png") == "old")
    }
    #expect(try tree() == ["icons", "icons/a.png"])
    _ = try StagedOutput(directory: "\(folder.path)/never")
    #expect(try names() == ["icons"])
  }

  @Test(arguments: [Int.max, 0, 1])
  func keepsWhatItDoesNotWrite(_ maximumUnnamed: Int) throws {
    try folder.create("icons/a.png", "old")
    try folder.create("icons/mine.txt", "mine", isExecutable: true)
    try folder.create("icons/sub/b.png", "old b")
    try folder.create("icons/sub/mine/deep.txt", "deep")
    try folder.handle.createSymbolicLink(RelativePath("icons/link"), to: Array("/etc".utf8))
    try folder.handle.setMode(0o2750, of: RelativePath("icons"))
    let before = try status("icons/mine.txt")

    let output = try StagedOutput(
      directory: "\(folder.path)/icons", maximumUnnamed: maximumUnnamed)
    try output.write(Array("new".utf8), to: RelativePath("a.png"))
    try output.write(Array("new b".utf8), to: RelativePath("sub/b.png"))
    try output.write(Array("new c".utf8), to: RelativePath("other/c.png"))
    try output.commit()

    #expect(
      try tree() == [
        "icons", "icons/a.png", "icons/link", "icons/mine.txt", "icons/other",
        "icons/other/c.png", "icons/sub", "icons/sub/b.png", "icons/sub/mine",
        "icons/sub/mine/deep.txt",
      ])
    #expect(try folder.text("icons/a.png") == "new")
    #expect(try folder.text("icons/sub/b.png") == "new b")
    #expect(try folder.text("icons/sub/mine/deep.txt") == "deep")
    let after = try status("icons/mine.txt")
    #expect((after.inode, after.mode, after.size) == (before.inode, before.mode, before.size))
    #expect(after.modifiedNanoseconds == before.modifiedNanoseconds)
    #expect(try status("icons").mode == 0o2750)
    #expect(try folder.handle.readLink(RelativePath("icons/link")) == Array("/etc".utf8))
  }

  @Test func replacesALinkAndNotWhatItPointsTo() throws {
    try folder.create("precious", "precious")
    try folder.create("icons/other.png")
    try folder.handle.createSymbolicLink(
      RelativePath("icons/a.png"), to: Array("../precious".utf8))
    try write(["a.png", "b.png"], into: "icons")
    #expect(try folder.text("precious") == "precious")
    #expect(try status("icons/a.png").kind == .file)
  }

  @Test func goesIntoTheFolderThatALinkPointsTo() throws {
    try folder.create("real/kept")
    try folder.handle.createSymbolicLink(RelativePath("icons"), to: Array("real".utf8))
    try write(["a.png", "b.png"], into: "icons")
    #expect(try tree() == ["icons", "real", "real/a.png", "real/b.png", "real/kept"])
    #expect(try status("icons").kind == .symbolicLink)
  }

  @Test func exchangesOnlyTheFolderThatHoldsAllFiles() throws {
    try folder.create("res/values/strings.xml", "s")
    try folder.create("res/mipmap/old.png", "old")
    let before = try status("res").inode
    let values = try status("res/values").inode
    try write(["mipmap/a.png", "mipmap/b.png"], into: "res")
    #expect(try status("res").inode == before)
    #expect(try status("res/values").inode == values)
    #expect(
      try tree() == [
        "res", "res/mipmap", "res/mipmap/a.png", "res/mipmap/b.png", "res/mipmap/old.png",
        "res/values", "res/values/strings.xml",
      ])
  }

  @Test func oneFileNeedsNoOtherFolder() throws {
    try folder.create("icons/a.png", "old")
    let before = try status("icons").inode
    try write(["a.png"], into: "icons")
    #expect(try status("icons").inode == before)
    #expect(try folder.text("icons/a.png") == "new")
    #expect(try tree() == ["icons", "icons/a.png"])
  }

  @Test func folderWithTooManyFilesStaysTheSameFolder() throws {
    try folder.create("icons/a.png", "old")
    for number in 0...1000 { try folder.create("icons/\(number)") }
    let before = try status("icons").inode
    try write(["a.png", "sub/b.png"], into: "icons")
    #expect(try status("icons").inode == before)
    #expect(try folder.text("icons/a.png") == "new")
    #expect(try folder.text("icons/sub/b.png") == "new")
    #expect(try names(in: "icons").count == 1003)
    #expect(try names() == ["icons"])
  }

  @Test func failureHalfWayIsUndone() throws {
    try folder.create("icons/a.png", "old")
    for number in 0...1000 { try folder.create("icons/\(number)") }
    let output = try StagedOutput(directory: "\(folder.path)/icons")
    for name in ["a.png", "b.png", "new/c.png", "z.png"] {
      try output.write(Array("new".utf8), to: RelativePath(name))
    }
    try folder.create("icons/z.png/in the way")
    let error = #expect(throws: FileError.self) { try output.commit() }
    #expect(error?.location == "\(folder.path)/icons/z.png")
    #expect(try folder.text("icons/a.png") == "old")
    #expect(try names(in: "icons").filter { !$0.allSatisfy(\.isNumber) } == ["a.png", "z.png"])
  }

  @Test func refusesWhatCannotBeBeforeAnythingIsWritten() throws {
    try folder.create("icons/a.png/in the way")
    try folder.create("icons/file")
    try folder.handle.createSymbolicLink(RelativePath("icons/link"), to: Array("/tmp".utf8))
    try folder.handle.createSymbolicLink(RelativePath("dangling"), to: Array("nowhere".utf8))
    let output = try StagedOutput(directory: "\(folder.path)/icons")
    #expect(code { try output.write([1], to: RelativePath("a.png")) } == .isADirectory)
    #expect(code { try output.write([1], to: RelativePath("file/b.png")) } == .notADirectory)
    #expect(code { try output.write([1], to: RelativePath("link/b.png")) } == .link)
    try output.write([1], to: RelativePath("c.png"))
    #expect(code { try output.write([1], to: RelativePath("c.png")) } == .exists)
    #expect(code { _ = try StagedOutput(directory: "\(folder.path)/dangling") } == .link)
    let file = "\(folder.path)/icons/file"
    #expect(code { _ = try StagedOutput(directory: file) } == .notADirectory)
    #expect(code { _ = try StagedOutput(directory: file + "/below") } == .notADirectory)
  }

  @Test func manyTasksMayWriteAtATime() async throws {
    let output = try StagedOutput(directory: "\(folder.path)/icons", maximumUnnamed: 50)
    try await withThrowingTaskGroup { group in
      for number in 0..<100 {
        group.addTask {
          try output.write([UInt8(number)], to: RelativePath("\(number % 7)/\(number).png"))
        }
      }
      try await group.waitForAll()
    }
    try output.commit()
    for number in 0..<100 {
      #expect(try bytes("icons/\(number % 7)/\(number).png") == [UInt8(number)])
    }
    #expect(try names() == ["icons"])
  }

  @Test func fileThatCameMeanwhileIsKept() throws {
    try folder.create("icons/a.png", "old")
    try folder.create("icons/edited", "before")
    let commit = try staged(["a.png", "b.png"], into: "icons")
    let old = try folder.handle.subdirectory(RelativePath("icons"))
    try folder.handle.createDirectory(RelativePath("tree"))
    let tree = try folder.handle.subdirectory(RelativePath("tree"))
    // What happens between the copy of the folder and the exchange, and what follows.
    try old.link(RelativePath("edited"), as: RelativePath("edited"), in: tree)
    var filled = commit
    try filled.fill(tree, below: nil)
    try folder.create("icons/late", "late")
    try folder.create("icons/late folder/x", "x")
    try old.removeFile(RelativePath("edited"))
    try folder.create("icons/edited", "after")
    let inode = try old.status().inode
    let staging = try StagingFolder(in: folder.handle)
    try folder.handle.exchange(RelativePath("icons"), with: RelativePath("tree"))
    try folder.handle.rename(
      RelativePath("tree"), to: RelativePath("tree"), in: staging.handle)
    try FolderExchange.recover(
      staging, folder: RelativePath("icons"), inode: inode,
      written: [RelativePath("a.png"), RelativePath("b.png")])
    try staging.remove()
    #expect(
      try self.tree() == [
        "icons", "icons/a.png", "icons/b.png", "icons/edited", "icons/late", "icons/late folder",
        "icons/late folder/x",
      ])
    #expect(try folder.text("icons/a.png") == "new")
    #expect(try folder.text("icons/edited") == "after")
  }

  @Test func stagingFolderOfARunThatLivesIsLeftAlone() throws {
    let living = try StagedOutput(directory: "\(folder.path)/icons", maximumUnnamed: 0)
    try living.write([1], to: RelativePath("a.png"))
    try write(["b.png"], into: "icons")
    try living.commit()
    #expect(try tree() == ["icons", "icons/a.png", "icons/b.png"])
  }

  /// Files that have a name while they wait do not outlive an interrupt.
  @Test(arguments: [SIGINT, SIGTERM]) func interruptLeavesNothing(_ number: Int32) async throws {
    let path = folder.path
    await #expect(processExitsWith: .signal(number)) {
      [path = path as String, number = number as Int32] in
      signal(number, SIG_DFL)
      let output = try StagedOutput(directory: "\(path)/icons", maximumUnnamed: 0)
      for name in 0..<12 { try output.write([1], to: RelativePath("\(name)")) }
      guard try DirectoryHandle(path: path).entries().count == 1 else { return }
      kill(getpid(), number)
      while true { pause() }
    }
    #expect(try names().isEmpty)
  }

  // MARK: -

  private func staged(_ paths: [String], into directory: String) throws -> Commit {
    var files: [RelativePath: StagedFile] = [:]
    for path in paths {
      let (staged, file) = try #require(
        try StagedFile.createUnnamed(in: folder.handle, location: path))
      try file.write(Array("new".utf8))
      files[try RelativePath(path)] = staged
    }
    return Commit(files, to: try Destination("\(folder.path)/\(directory)"))
  }

  private func write(_ paths: [String], into directory: String) throws {
    let output = try StagedOutput(directory: "\(folder.path)/\(directory)")
    for path in paths { try output.write(Array("new".utf8), to: RelativePath(path)) }
    try output.commit()
  }

  private func code(_ body: () throws -> Void) -> FileError.Code? {
    #expect(throws: FileError.self) { try body() }?.code
  }

  private func status(_ path: String) throws -> FileStatus {
    try folder.handle.status(of: RelativePath(path))
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    try folder.handle.readFile(RelativePath(path), limitBytes: 1 << 20)
  }

  private func names(in path: String? = nil) throws -> [String] {
    guard let path else { return try folder.handle.entries().map(\.description) }
    return try folder.handle.subdirectory(RelativePath(path)).entries().map(\.description)
  }

  private func tree(_ handle: DirectoryHandle? = nil) throws -> [String] {
    let handle = handle ?? folder.handle
    return try handle.entries().flatMap { entry in
      guard entry.kind == .directory else { return [entry.description] }
      let below = try tree(handle.subdirectory(entry.path()))
      return [entry.description] + below.map { "\(entry)/\($0)" }
    }
  }
}
