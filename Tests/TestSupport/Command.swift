import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Other programs, run to their end.
package enum Command {
  /// What one run left behind.
  package struct Outcome: Sendable {
    /// The exit status; 128 and the number of the signal that ended the program.
    package var status: Int32
    package var output: String
    package var errors: String
  }

  /// Runs a program, given by its path or by a name that `PATH` resolves.
  ///
  /// - Parameter environment: changes to the environment of the tests; nil removes a variable.
  package static func run(
    _ program: String, _ arguments: [String], in directory: String? = nil,
    environment: [String: String?] = [:], input: String = ""
  ) async throws -> Outcome {
    // What a make around the tests tells its recipes would change what a make started here prints.
    var changes: [Environment.Key: String?] = ["MAKEFLAGS": nil, "MAKELEVEL": nil, "MFLAGS": nil]
    for (name, value) in environment { changes[Environment.Key(stringLiteral: name)] = value }
    let result = try await Subprocess.run(
      program.contains("/") ? .path(FilePath(program)) : .name(program),
      arguments: Arguments(arguments), environment: .inherit.updating(changes),
      workingDirectory: directory.map { FilePath($0) }, input: .string(input),
      output: .string(limit: 64 << 20), error: .string(limit: 16 << 20))
    let status: Int32 =
      switch result.terminationStatus {
      case .exited(let code): code
      case .signaled(let signal): 128 + signal
      }
    return Outcome(status: status, output: result.standardOutput, errors: result.standardError)
  }

  /// Runs a script of the shell, which ends at the first command that fails.
  ///
  /// - Returns: what it printed.
  /// - Throws: `TestFailure` with its messages if it fails.
  @discardableResult
  package static func shell(
    _ script: String, in directory: String, environment: [String: String?] = [:]
  ) async throws -> String {
    let outcome = try await run(
      "sh", ["-ec", script], in: directory, environment: environment)
    guard outcome.status == 0 else {
      throw TestFailure("the shell ended with \(outcome.status): \(outcome.errors)")
    }
    return outcome.output
  }
}
