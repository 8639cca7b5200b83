import VendorKit

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// How far downloads are, on one line of the terminal that is taken away at the end.
enum DownloadDisplay {
  /// Draws; nil where standard error is no terminal.
  static var progress: SourceFetcher.Progress? {
    guard isatty(STDERR_FILENO) != 0 else { return nil }
    return { state in
      let line = state.finished == state.total ? "" : text(state)
      // ECMA-48, EL: erases to the end of the line.
      Console.write("\r\(line)\u{1B}[K", to: STDERR_FILENO)
    }
  }

  /// `downloading 3 of 5, 12.3 MB`.
  static func text(_ state: DownloadProgress) -> String {
    let tenths = state.receivedBytes / 100_000
    let percent = state.percent.map { ", \($0) %" } ?? ""
    return "downloading \(state.finished + 1) of \(state.total), \(tenths / 10).\(tenths % 10) MB"
      + percent
  }
}
