#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A lock that one process at a time can hold, and that the system takes away when that process ends
/// in whatever way.
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
  /// - Throws: `FileError` with the code `locked`, which says who holds it, when the time is up.
  public init(
    _ path: RelativePath, in folder: DirectoryHandle, timeout: Duration
  ) throws(FileError) {
    let deadline = ContinuousClock.now + timeout
    // There is no flock with a time limit but by a signal, which belongs to the program. The
    // first waits are too short to notice, the later ones too long to cost anything.
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

  deinit {
    // While it is still held: whoever gets it next finds that the name has gone and makes a new one.
    // A file that cannot be removed is in nobody's way: what holds the lock is the descriptor.
    try? folder.removeFile(path)
  }

  /// Opens and locks the file; nil when somebody else holds it.
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
      // The holder before us may have removed the file between our opening and our locking it.
      let named = try folder.statusIfPresent(of: path)
      guard try named?.inode == file.status().inode else { continue }
      do {
        ftruncate(descriptor, 0)
        try file.write(Array("\(getpid())\n".utf8))
      } catch {
        // The lock is held but not taken: leave no file behind on a disk that is full. If that fails
        // too, the first error says more.
        try? folder.removeFile(path)
        throw error
      }
      return file
    }
  }

  private static func failure(
    _ path: RelativePath, in folder: DirectoryHandle, after timeout: Duration
  ) -> FileError {
    // Only to say it: the holder may just have gone, and its file with it.
    let holder = (try? folder.readFile(path, limitBytes: 32))
      .flatMap { Int32(String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)) }
    let name = holder.map { "process \($0)" } ?? "another process"
    return FileError(
      .locked, at: folder.location(of: path),
      "is held by \(name); waited \(timeout.components.seconds) s",
      remedy: "wait until that process has ended, or allow more time")
  }
}
