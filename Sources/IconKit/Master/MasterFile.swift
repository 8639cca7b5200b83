import SafeFiles

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An open file that can tell whether it has changed since it was opened.
final class MasterFile: Sendable {
  let path: String
  let descriptor: Int32
  /// The status at first. The length and the modification time show a change of the contents, as
  /// finely as the file system's clock does.
  private let status: FileStatus

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
    guard let status = FileStatus(ofOpen: descriptor) else {
      close(descriptor)
      throw IconError(
        .unreadable, path, "cannot be read: \(String(cString: strerror(errno)))",
        remedy: "name a PNG file that can be read")
    }
    self.status = status
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
  var isUnchanged: Bool {
    guard let now = FileStatus(ofOpen: descriptor) else { return false }
    return now.size == status.size && now.modifiedNanoseconds == status.modifiedNanoseconds
  }

  /// The error for a file that has changed.
  var changed: IconError {
    IconError(
      .changed, path, "changed while it was being read",
      remedy: "run again when no program is writing to it")
  }

  /// The result of `read`. A file that is being written looks damaged, so if it has changed, that is
  /// the error instead.
  func reading<Value>(_ read: () throws(IconError) -> Value) throws(IconError) -> Value {
    do throws(IconError) {
      return try read()
    } catch {
      throw isUnchanged ? error : changed
    }
  }
}
