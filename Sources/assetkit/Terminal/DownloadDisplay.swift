import VendorKit

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The progress of downloads, on one line of the terminal that is erased at the end.
enum DownloadDisplay {
  /// Draws the line; nil if standard error is not a terminal.
  static var progress: DownloadProgress.Handler? {
    guard isatty(STDERR_FILENO) != 0 else { return nil }
    return { state in
      let line = state.finished == state.total ? "" : text(state)
      // ECMA-48, EL: erases to the end of the line.
      Console.write("\r\(line)\u{1B}[K", to: STDERR_FILENO)
    }
  }

  /// `downloading 3 of 5 [########------------] 41 %, 12.3 MB`; no bar where servers do not report
  /// the size.
  static func text(_ state: DownloadProgress) -> String {
    let tenths = state.receivedBytes / 100_000
    let bar = state.percent.map { percent in
      let filled = min(20, max(0, percent / 5))
      return " [" + String(repeating: "#", count: filled)
        + String(repeating: "-", count: 20 - filled) + "] \(percent) %"
    }
    return "downloading \(state.finished + 1) of \(state.total)\(bar ?? ""), "
      + "\(tenths / 10).\(tenths % 10) MB"
  }
}
