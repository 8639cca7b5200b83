import OfflineKit
import SafeFiles
import Synchronization
import TextFormats

/// The file of `--report`: a complete document at every moment, replaced as a whole while the build
/// runs. Pipes and devices, which cannot be replaced, are written at the end alone.
final class LiveReport: Sendable {
  private let file: OutputFile
  private let latest = Mutex<JSON>([:])

  init(_ file: OutputFile) {
    self.file = file
  }

  /// Replaces the document by a later one of the same run.
  func update(_ document: JSON) {
    latest.withLock { $0 = document }
    // A full disk may have room again at the end, where an error is reported.
    _ = try? file.replace(with: Array(document.text().utf8))
  }

  /// Adds to the document why the run could not be finished.
  func fail(_ error: OfflineError) {
    let document = latest.withLock { document in
      document["error"] = [
        "where": .string(error.location), "message": .string(error.problem),
        "remedy": error.remedy.map(JSON.string) ?? .null,
      ]
      return document
    }
    // The error itself is being reported; that the file could not say so too adds nothing.
    _ = try? file.replace(with: Array(document.text().utf8))
  }

  /// Writes the final document.
  func finish(_ document: JSON) throws(FileError) {
    try file.write(Array(document.text().utf8))
  }
}
