import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// The built program, run as a person would run it.
enum Program {
  /// What one run left behind.
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Runs `assetkit` with `arguments` in `directory` and waits for its end.
  ///
  /// - Parameter wrapper: a program and its first arguments, which is given `assetkit` to run.
  static func run(
    _ arguments: [String], in directory: FilePath? = nil, environment: [String: String] = [:],
    under wrapper: [String] = []
  ) async throws -> Outcome {
    // A run inside `make test` is no run inside a make of the user's: what that make tells its own
    // recipes would change what a make started by us prints.
    var overrides: [Environment.Key: String?] = [
      "MAKEFLAGS": nil, "MAKELEVEL": nil, "MFLAGS": nil,
    ]
    for (name, value) in environment { overrides[Environment.Key(stringLiteral: name)] = value }
    let program: Executable = wrapper.first.map { .name($0) } ?? .path(executable)
    let wrapped =
      wrapper.isEmpty ? arguments : wrapper.dropFirst() + [executable.string] + arguments
    let result = try await Subprocess.run(
      program, arguments: Arguments(Array(wrapped)),
      environment: .inherit.updating(overrides), workingDirectory: directory,
      output: .string(limit: 64 << 20), error: .string(limit: 16 << 20))
    let status: Int32 =
      switch result.terminationStatus {
      case .exited(let code): code
      case .signaled(let signal): 128 + signal
      }
    return Outcome(
      status: status, output: result.standardOutput, errors: result.standardError)
  }

  /// What a shell prints for `script`, started as the program is.
  static func shell(_ script: String) async throws -> String {
    try await Subprocess.run(
      .path("/bin/sh"), arguments: ["-c", script], output: .string(limit: 1 << 20),
      error: .discarded
    ).standardOutput
  }

  /// The program beside the test bundle, where the build put both.
  static let executable: FilePath = {
    let arguments = CommandLine.arguments
    let bundle = arguments.first { $0.contains(".xctest") } ?? arguments[0]
    var directory = FilePath(bundle)
    while directory.removeLastComponent() {
      let candidate = directory.appending("assetkit")
      if (try? FileDescriptor.open(candidate, .readOnly).close()) != nil { return candidate }
    }
    return FilePath("assetkit")
  }()
}
