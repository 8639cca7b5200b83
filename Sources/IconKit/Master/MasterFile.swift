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

  /// An image in memory, as a file without a name.
  ///
  /// - Throws: `IconError` when the system's temporary folder takes no file.
  init(_ bytes: [UInt8], named name: String) throws(IconError) {
    func failure() -> IconError {
      IconError(
        .unreadable, name,
        "cannot be kept in a temporary file: \(String(cString: strerror(errno)))",
        remedy: "set TMPDIR to a folder with space that can be written to")
    }
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/assetkit-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw failure() }
    unlink(template)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        close(descriptor)
        throw failure()
      }
      written += count
    }
    guard lseek(descriptor, 0, SEEK_SET) == 0, let status = FileStatus(ofOpen: descriptor) else {
      close(descriptor)
      throw failure()
    }
    path = name
    self.descriptor = descriptor
    self.status = status
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
