import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// The built program while it runs: what it says on standard error, a line at a time.
struct LivingProgram: ~Copyable {
  private let execution: Execution<NoInput, DiscardedOutput, SequenceOutput>
  private var buffers: SubprocessOutputSequence.AsyncIterator
  private var rest: [UInt8] = []

  /// Starts `assetkit` with `arguments` in `directory`, calls `body`, and ends it with `signal`.
  ///
  /// - Returns: how it ended: its status, or 128 and the signal's number.
  static func run(
    _ arguments: [String], in directory: String, signal: Signal = .terminate,
    environment: [String: String] = [:],
    body: (inout LivingProgram) async throws -> Void
  ) async throws -> Int32 {
    let overrides = environment.map { (Environment.Key(stringLiteral: $0), Optional($1)) }
    // A test run in the background ignores interrupts, and what it starts would too.
    let result = try await Subprocess.run(
      .name("env"),
      arguments: Arguments(["--default-signal=INT,HUP", Program.executable] + arguments),
      environment: .inherit.updating(Dictionary(uniqueKeysWithValues: overrides)),
      workingDirectory: FilePath(directory), input: .none, output: .discarded, error: .sequence
    ) { execution in
      var program = LivingProgram(execution)
      do {
        try await body(&program)
      } catch {
        try? execution.send(signal: .kill)
        throw error
      }
      try? execution.send(signal: signal)
      while try await program.line() != nil {}
    }
    switch result.terminationStatus {
    case .exited(let code): return code
    case .signaled(let signal): return 128 + signal
    }
  }

  private init(_ execution: Execution<NoInput, DiscardedOutput, SequenceOutput>) {
    self.execution = execution
    buffers = execution.standardError.makeAsyncIterator()
  }

  /// The next line, awaited; nil when there is no more.
  mutating func line() async throws -> String? {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest.removeSubrange(...end) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      guard let buffer = try await buffers.next() else { return nil }
      buffer.withUnsafeBytes { rest += $0 }
    }
  }

  /// Sends what Ctrl-C sends.
  func interrupt() throws { try execution.send(signal: .interrupt) }
}
