import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@testable import SafeFiles

/// Files that go together with those that appear.
struct StagedRemovalTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a", "b", "kept"] { try folder.create("icons/set/\(name)", "old") }
    try folder.create("icons/other", "old")
  }

  @Test(arguments: [false, true], [["set/new"], []])
  func theyGoWithTheNewFilesInBothWays(fileByFile: Bool, written: [String]) throws {
    let output = try StagedOutput(directory: "\(folder.path)/icons", fileByFile: fileByFile)
    for path in written { try output.write([1], to: RelativePath(path)) }
    // What is not there, or is not a file, stays as it is.
    for path in ["set/a", "set/b", "set/missing", "set"] { output.remove(try RelativePath(path)) }
    #expect(try folder.names(in: "icons/set") == ["a", "b", "kept"])
    try output.commit()
    #expect(
      try folder.contents().keys.filter { !$0.hasSuffix("/") }.sorted()
        == (["icons/other", "icons/set/kept"] + written.map { "icons/\($0)" }).sorted())
    #expect(try folder.text("icons/set/kept") == "old")
  }

  @Test func aSingleFileGoes() throws {
    let output = try StagedOutput(directory: "\(folder.path)/icons")
    output.remove(try RelativePath("set/a"))
    try output.commit()
    #expect(try folder.names(in: "icons/set") == ["b", "kept"])
    #expect(try folder.names() == ["icons"])
  }

  @Test func theyAreThereAgainAfterAFailure() throws {
    let output = try StagedOutput(directory: "\(folder.path)/icons", fileByFile: true)
    try output.write([1], to: RelativePath("other"))
    try output.write([1], to: RelativePath("set/zz"))
    output.remove(try RelativePath("set/a"))
    // A folder in the place of a new file, which appeared since.
    try folder.create("icons/set/zz/theirs")
    let before = try folder.contents()
    #expect(throws: FileError.self) { try output.commit() }
    #expect(try folder.contents() == before)
  }

  @Test func aKilledRunThatRemovedFilesIsUndone() throws {
    let (staging, names) = try #require(
      try {
        let staging = try StagingFolder(in: folder.handle.subdirectory(RelativePath("icons")))
        var record = StagingRecord.Replacement()
        record.files = [(StagingRecord.Replacement.noInode, try RelativePath("set/a"))]
        try StagingRecord.replacement(record).write(in: staging)
        try staging.parent.rename(
          RelativePath("set/a"), to: RelativePath("0.old"), in: staging.handle)
        return (staging.name, try folder.names(in: "icons/set"))
      }())
    #expect(names == ["b", "kept"])
    _ = try StagedOutput(directory: "\(folder.path)/icons")
    #expect(try folder.names(in: "icons/set") == ["a", "b", "kept"])
    #expect(try !folder.exists("icons/\(staging)"))
  }

  /// A repository may bring along what looks like the rest of a killed run.
  @Test func whatACloneBroughtIsNotCarriedOut() throws {
    try folder.create("icons/.assetkit-1/record", "assetkit replacement\nfile 0 hook\n")
    try folder.create("icons/.assetkit-1/0.old", "#!/bin/sh")
    let before = try folder.contents()
    _ = try StagedOutput(directory: "\(folder.path)/icons")
    #expect(try folder.contents() == before)
  }

  /// Where the user's folder cannot be written, a run works as everywhere; only nobody ends what it leaves.
  @Test func aRunWorksWithoutAPlaceForItsMark() async throws {
    let path = folder.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      setenv("XDG_STATE_HOME", "/dev/null", 1)
      let output = try StagedOutput(directory: "\(path)/icons", maximumUnnamed: 0)
      try output.write([1], to: RelativePath("set/new"))
      try output.commit()
    }
    #expect(try folder.names(in: "icons/set").contains("new"))
    #expect(try folder.contents().keys.allSatisfy { !$0.contains(".assetkit-") })
  }
}
