import Findings
import SafeFiles
import Synchronization
import TextFormats

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The two streams: results on standard output, everything else on standard error.
enum Console {
  /// The first error with which a result could not be written, 0 for none.
  private static let lost = Mutex<Int32>(0)

  /// Says so where a part of the result could not be written, as on a full disk.
  ///
  /// - Returns: whether everything was written.
  static func reportLoss() -> Bool {
    let error = lost.withLock { $0 }
    guard error != 0 else { return true }
    message(
      "standard output", "cannot be written: \(String(cString: strerror(error)))",
      remedy: "the result is incomplete; do not use it")
    return false
  }

  fileprivate static func noteLoss(_ error: Int32) {
    lost.withLock { if $0 == 0 { $0 = error } }
  }

  /// Whether standard output shows colours: a terminal does, unless `NO_COLOR` is set and not empty
  /// (no-color.org) or it calls itself dumb.
  static var showsColor: Bool {
    func value(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    return isatty(STDOUT_FILENO) != 0 && value("NO_COLOR").isEmpty && value("TERM") != "dumb"
  }

  /// Writes a result line to standard output.
  static func result(_ line: String) {
    write(line + "\n", to: STDOUT_FILENO)
  }

  /// Writes a document to standard output.
  static func result(_ document: JSON) {
    write(document.text(), to: STDOUT_FILENO)
  }

  /// Writes a document to `file`, or else to standard output.
  static func result(_ document: String, to file: OutputFile?) throws(FileError) {
    if let file {
      try file.write(Array(document.utf8))
    } else {
      write(document, to: STDOUT_FILENO)
    }
  }

  /// Writes a part of the result to standard output as it is.
  static func result(bytes: [UInt8]) {
    write(bytes, to: STDOUT_FILENO)
  }

  /// Writes a message to standard error as `assetkit: WHERE: WHAT`, then the remedy.
  static func report(_ failure: any Reportable) {
    message(failure.location, failure.problem, remedy: failure.remedy)
  }

  /// Writes a message to standard error as `assetkit: WHERE: WHAT`, then the remedy.
  static func message(_ location: String, _ problem: String, remedy: String? = nil) {
    var line = "assetkit: \(location): \(problem)"
    if let remedy { line += "; \(remedy)" }
    write(line + "\n", to: STDERR_FILENO)
  }

  /// Writes what git may do with the files of a package to standard error, each remedy once.
  static func hints(_ findings: [Finding], of package: String) {
    let groups = Finding.groups(of: findings, listedBy: "'assetkit vendor verify --json'")
    for (lines, remedy) in groups {
      for (index, line) in lines.enumerated() {
        let isLast = index + 1 == lines.count
        // A line without a path begins with the package, as the message does.
        let text = line.hasPrefix("\(package): ") ? String(line.dropFirst(package.count + 2)) : line
        message(package, text, remedy: isLast ? remedy : nil)
      }
    }
  }

  /// `1 file`, `2 files`.
  static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Writes all of `text`; a reader that has gone away ends the process as SIGPIPE would have.
  static func write(_ text: String, to descriptor: Int32) {
    write(Array(text.utf8), to: descriptor)
  }

  /// Writes all of `bytes`, which need not be text.
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
  }
}

private func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
  var rest = bytes
  while !rest.isEmpty {
    let count = write(descriptor, rest.baseAddress, rest.count)
    if count < 0 {
      if errno == EINTR { continue }
      if errno == EPIPE {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
      }
      if descriptor == STDOUT_FILENO { Console.noteLoss(errno) }
      return
    }
    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
  }
}

/// A failure that a person can act on. Each kit's error type already has these three parts.
protocol Reportable: Error {
  /// Where it went wrong: a file, an option, a package.
  var location: String { get }
  /// What is wrong there; expected and actual where both are known.
  var problem: String { get }
  /// What to do about it, where something can be done.
  var remedy: String? { get }
}
