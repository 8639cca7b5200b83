import Subprocess

/// Runs a program that turns a document into another: from standard input to standard output.
package enum DocumentFilter {
  /// What came first: the program's output, or the end of its time.
  private struct Ending: Sendable {
    let output: [UInt8]?
  }

  /// Runs `name` with `input`, without a shell, and returns what it wrote.
  ///
  /// - Parameters:
  ///   - limitBytes: the most bytes of output.
  ///   - timeout: after it, the program and whatever it started are ended.
  /// - Throws: `VendorError` with `program` when it cannot be started, with `invalidArgument` when it
  ///   fails, with `limit` when it writes too much or takes too long; `FileError` with
  ///   `interrupted`.
  package static func run(
    _ name: String, _ arguments: [String], input: [UInt8], limitBytes: Int, timeout: Duration
  ) async throws -> [UInt8] {
    try await withThrowingTaskGroup(of: Ending.self) { group in
      group.addTask {
        Ending(
          output: try await output(of: name, arguments, input: input, limitBytes: limitBytes))
      }
      group.addTask {
        try await Task.sleep(for: timeout)
        return Ending(output: nil)
      }
      // Ends the program where the time is up, else the timer.
      defer { group.cancelAll() }
      guard let output = try await group.next()?.output else {
        throw VendorError(
          .limit, at: name, "did not finish within \(timeout.components.seconds) seconds")
      }
      return output
    }
  }

  private static func output(
    of name: String, _ arguments: [String], input: [UInt8], limitBytes: Int
  ) async throws -> [UInt8] {
    let outcome = try await ExternalProgram.run(
      name, arguments, environment: ExternalProgram.environment(), input: input,
      limitBytes: limitBytes)
    guard outcome.status.isSuccess else {
      throw VendorError(.invalidArgument, at: name, "failed: \(outcome.complaint)")
    }
    return outcome.output
  }
}
