import TestSupport
import Testing

@testable import SafeFiles

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// One holder at a time, and nothing left of the lock afterwards.
struct FileLockTests {
  let folder: TemporaryFolder
  let path: RelativePath

  init() throws {
    folder = try TemporaryFolder()
    path = try RelativePath("lock")
  }

  @Test func secondHolderHearsWhoHasIt() throws {
    let lock = try FileLock(path, in: folder.handle, timeout: .zero)
    let error = #expect(throws: FileError.self) {
      _ = try FileLock(path, in: folder.handle, timeout: .zero)
    }
    #expect(error?.code == .locked)
    #expect(error?.problem == "is held by process \(getpid()); waited 0 s")
    withExtendedLifetime(lock) {}
  }

  @Test func releaseFreesItAndLeavesNothing() throws {
    for _ in 0..<3 {
      do { _ = try FileLock(path, in: folder.handle, timeout: .zero) }
      #expect(try folder.handle.entries().isEmpty)
    }
  }

  @Test func fileOfADeadHolderIsTakenOver() throws {
    try folder.create("lock", "999999999\n and more")
    let lock = try FileLock(path, in: folder.handle, timeout: .zero)
    #expect(try folder.text("lock") == "\(getpid())\n")
    withExtendedLifetime(lock) {}
  }

  @Test func lockIsNotTakenThroughALink() throws {
    try folder.create("precious", "precious")
    try folder.handle.createSymbolicLink(path, to: Array("precious".utf8))
    let error = #expect(throws: FileError.self) {
      _ = try FileLock(path, in: folder.handle, timeout: .zero)
    }
    #expect(error?.code == .link)
    #expect(try folder.text("precious") == "precious")
  }

  /// Many take turns; each sees the file to itself.
  @Test func neverTwoHoldersAtATime() async throws {
    try folder.create("counter", "0")
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<25 {
            let lock = try FileLock(path, in: folder.handle, timeout: .seconds(60))
            let count = try Int(folder.text("counter")) ?? -1
            try folder.handle.removeFile(RelativePath("counter"))
            try folder.create("counter", "\(count + 1)")
            withExtendedLifetime(lock) {}
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try folder.text("counter") == "200")
  }
}
