import Subprocess

extension CurlConfiguration {
  /// Runs curl once, or once for each transfer where this curl could not say how each of several ended.
  ///
  /// - Parameters:
  ///   - fileLimitBytes: the maximum size of each file that it writes.
  ///   - tick: called with the numbers of the transfers and curl's meter a few times a second; curl
  ///     ends when it throws.
  /// - Returns: the report on each transfer, by its place.
  func run(
    fileLimitBytes: UInt64? = nil,
    tick: (_ transfers: Range<Int>, _ meter: CurlMeter) throws -> Void = { _, _ in }
  ) async throws -> [Int: CurlReport] {
    if transfers.count > 1, try await !Self.reportsExitCodes() {
      var reports: [Int: CurlReport] = [:]
      for index in transfers.indices {
        var single = self
        single.transfers = [transfers[index]]
        let report = try await single.run(fileLimitBytes: fileLimitBytes) { _, meter in
          try tick(index..<(index + 1), meter)
        }
        reports[index] = report[0]
      }
      return reports
    }
    // Reports come on standard output, the progress meter on standard error. A server need not say
    // how much it will send, and curl before 8.4 does not count; the kernel does.
    let result = try await ExternalProgram.run(
      "curl", Self.arguments, environment: ExternalProgram.environment(), input: Array(text.utf8),
      output: .bytes(limit: 16 << 20), error: .sequence, fileLimitBytes: fileLimitBytes
    ) { execution in
      var meter = CurlMeter()
      for try await buffer in execution.standardError {
        guard buffer.withUnsafeBytes({ meter.consume($0) }) else { continue }
        try tick(transfers.indices, meter)
      }
    }
    var reports: [Int: CurlReport] = [:]
    for line in String(decoding: result.standardOutput, as: UTF8.self).split(separator: "\n") {
      guard var report = CurlReport(line) else { continue }
      if report.exitCode == nil, transfers.count == 1,
        case .exited(let code) = result.terminationStatus
      {
        report.exitCode = Int(code)
      }
      reports[report.index] = report
    }
    return reports
  }

  /// Whether curl says how each of several transfers ended: since 7.75 (curl(1), `%{exitcode}`).
  private static func reportsExitCodes() async throws -> Bool {
    let outcome = try await ExternalProgram.run(
      "curl", ["--disable", "--version"], environment: ExternalProgram.environment(),
      limitBytes: 1 << 16)
    // curl 7.88.1 (x86_64-pc-linux-gnu) libcurl/7.88.1 …
    let words = String(decoding: outcome.output, as: UTF8.self).split(separator: " ")
    let numbers = words.dropFirst().first?.split(separator: ".").prefix(2).compactMap { Int($0) }
    guard let numbers, numbers.count == 2 else { return true }
    return (numbers[0], numbers[1]) >= (7, 75)
  }
}
