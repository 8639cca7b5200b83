import IconKit

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A percentage on the terminal, for runs that take longer than half a second.
struct ProgressDisplay {
  private let task: Task<Void, Never>

  /// Nil where standard error is not a terminal.
  init?(_ progress: IconProgress) {
    guard isatty(STDERR_FILENO) != 0 else { return nil }
    task = Task {
      var width = 0
      defer { ProgressDisplay.draw("", over: width) }
      do {
        try await Task.sleep(for: .milliseconds(500))
        while true {
          let line = "icons: \(Int(progress.fraction * 100)) %"
          ProgressDisplay.draw(line, over: width)
          width = line.count
          try await Task.sleep(for: .milliseconds(100))
        }
      } catch {
        // Cancelled: the run has ended.
      }
    }
  }

  /// Removes the line.
  func end() async {
    task.cancel()
    await task.value
  }

  private static func draw(_ line: String, over width: Int) {
    guard width > 0 || !line.isEmpty else { return }
    let blank = String(repeating: " ", count: max(0, width - line.count))
    Console.write("\r\(line)\(blank)" + (line.isEmpty ? "\r" : ""), to: STDERR_FILENO)
  }
}
