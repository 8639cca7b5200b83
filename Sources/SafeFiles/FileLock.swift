#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A lock that one process at a time can hold, and that the system releases however that process
/// ends.
///
/// It is the `flock` of a file, which also holds the holder's process number for others to read. The
/// file is removed on release; one that a killed process left behind is taken over.
public final class FileLock: Sendable {
  private let path: RelativePath
  private let folder: DirectoryHandle
  private let file: OpenFile

  /// Takes the lock of the file at `path`, which is created if it is missing.
  ///
  /// - Parameter timeout: how long to wait for another holder; zero asks once.
  /// - Throws: `FileError` with the code `locked`, which names the holder, after the timeout.
  public init(
    _ path: RelativePath, in folder: DirectoryHandle, timeout: Duration
  ) throws(FileError) {
    let deadline = ContinuousClock.now + timeout
    // flock has no timeout except by a signal, and signals belong to the program. So this polls:
    // the first waits are too short to notice, the later ones too long to cost anything.
    var pause: UInt32 = 1_000
    while true {
      if let file = try Self.attempt(path, in: folder) {
        self.path = path
        self.folder = folder
        self.file = file
        return
      }
      guard ContinuousClock.now < deadline else {
        throw Self.failure(path, in: folder, after: timeout)
      }
      try Interrupts.check()
      usleep(pause)
      pause = min(pause * 2, 100_000)
    }
  }

  /// Whether some process, this one included, holds the lock of the file at `path`; changes nothing.
  ///
  /// - Throws: `FileError` when the file exists and cannot be opened.
  public static func isHeld(
    _ path: RelativePath, in folder: DirectoryHandle
  ) throws(FileError) -> Bool {
    guard try folder.statusIfPresent(of: path)?.kind == .file,
      let file = try ifPresent({ () throws(FileError) in try folder.openFile(path) })
    else { return false }
    return uninterrupted({ flock(file.descriptor, LOCK_SH | LOCK_NB) }) != 0 && errno == EWOULDBLOCK
  }

  deinit {
    // Removed while still held: the next holder finds that the name is missing and makes a new
    // file. A file that cannot be removed does no harm: the descriptor is what holds the lock.
    try? folder.removeFile(path)
  }

  /// Opens and locks the file; nil if another process holds it.
  private static func attempt(
    _ path: RelativePath, in folder: DirectoryHandle
  ) throws(FileError) -> OpenFile? {
    while true {
      let descriptor = folder.openBeneath(path, O_RDWR | O_CREAT | O_CLOEXEC, mode: 0o644)
      guard descriptor >= 0 else { throw folder.failure(at: path, cannot: "be opened as a lock") }
      let file = OpenFile(adopting: descriptor, name: folder.location(of: path))
      guard uninterrupted({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 else {
        if errno == EWOULDBLOCK { return nil }
        throw folder.failure(at: path, cannot: "be locked")
      }
      // The previous holder may have removed the file between our open and our flock.
      let named = try folder.statusIfPresent(of: path)
      guard try named?.inode == file.status().inode else { continue }
      do {
        ftruncate(descriptor, 0)
        try file.write(Array("\(getpid())\n".utf8))
      } catch {
        // The process ID could not be written: leave no file behind on a full disk. If the removal
        // fails too, the first error is the more useful one.
        try? folder.removeFile(path)
        throw error
      }
      return file
    }
  }

  private static func failure(
    _ path: RelativePath, in folder: DirectoryHandle, after timeout: Duration
  ) -> FileError {
    // Only for the message: the holder may just have ended and removed the file.
    let holder = (try? folder.readFile(path, limitBytes: 32))
      .flatMap { Int32(String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)) }
    let name = holder.map { "process \($0)" } ?? "another process"
    return FileError(
      .locked, at: folder.location(of: path),
      "is held by \(name); waited \(timeout.components.seconds) s",
      remedy: "wait until that process has ended, or allow more time")
  }
}
