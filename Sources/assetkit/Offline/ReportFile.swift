#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The file that `--report` names.
struct ReportFile {
  private let descriptor: Int32

  /// Opens the file, empty.
  init(_ path: String) throws {
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    if descriptor < 0 {
      throw ReportFileError(location: path, reason: String(cString: strerror(errno)))
    }
  }

  func write(_ text: String) {
    Console.write(text, to: descriptor)
    close(descriptor)
  }
}

/// A report that cannot be written.
struct ReportFileError: Reportable {
  let location: String
  let reason: String

  var problem: String { "cannot be written: \(reason)" }
  var remedy: String? { "name a file in a folder that exists after --report" }
}
