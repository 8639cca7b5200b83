#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An open file that can tell whether it has changed since it was opened.
final class MasterFile: Sendable {
  let path: String
  let descriptor: Int32
  private let stamp: Stamp

  /// The length and modification time, which show a change of the contents as finely as the file
  /// system's clock does.
  private struct Stamp: Equatable {
    let bytes: Int
    let seconds: Int
    let nanoseconds: Int

    init(_ status: stat) {
      #if canImport(Darwin)
      let time = status.st_mtimespec
      #else
      let time = status.st_mtim
      #endif
      bytes = Int(status.st_size)
      seconds = Int(time.tv_sec)
      nanoseconds = Int(time.tv_nsec)
    }
  }

  /// - Throws: `IconError` when it cannot be opened, or cannot be read more than once.
  init(_ path: String) throws(IconError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw IconError(
        .unreadable, path, "cannot be opened: \(String(cString: strerror(errno)))",
        remedy: "name a PNG file that exists and can be read")
    }
    self.path = path
    self.descriptor = descriptor
    guard let status = Self.status(of: descriptor) else {
      close(descriptor)
      throw IconError(
        .unreadable, path, "cannot be read: \(String(cString: strerror(errno)))",
        remedy: "name a PNG file that can be read")
    }
    stamp = Stamp(status)
    guard lseek(descriptor, 0, SEEK_CUR) == 0 else {
      close(descriptor)
      throw IconError(
        .unreadable, path, "is a pipe; expected a file, because it is read more than once",
        remedy: "write it to a file first")
    }
  }

  deinit {
    close(descriptor)
  }

  /// Whether it was neither written to nor truncated since it was opened.
  var isUnchanged: Bool { Self.status(of: descriptor).map(Stamp.init) == stamp }

  /// The error for a file that has changed.
  var changed: IconError {
    IconError(
      .changed, path, "changed while it was being read",
      remedy: "run again when no program is writing to it")
  }

  private static func status(of descriptor: Int32) -> stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }
}
