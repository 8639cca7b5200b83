import TestSupport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The built program, run as a person would run it.
enum Program {
  /// Runs `assetkit` with `arguments` in `directory` and waits for its end.
  ///
  /// - Parameter wrapper: a program and its first arguments, which is given `assetkit` to run.
  static func run(
    _ arguments: [String], in directory: String? = nil, environment: [String: String] = [:],
    under wrapper: [String] = []
  ) async throws -> Command.Outcome {
    let command = wrapper + [executable] + arguments
    return try await Command.run(
      command[0], Array(command.dropFirst()), in: directory, environment: environment)
  }

  /// The path of the program: what `ASSETKIT_PROGRAM` names, which `make test` sets to the one that
  /// `make install` installs; else the debug program that the build put beside the tests.
  static let executable: String = {
    if let installed = getenv("ASSETKIT_PROGRAM") { return String(cString: installed) }
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
    var folder = bundle[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      let program = "\(folder)/assetkit"
      if access(program, X_OK) == 0 {
        print("ASSETKIT_PROGRAM is not set; testing the debug program, \(program)")
        return program
      }
    }
    fatalError("no assetkit beside \(bundle): run `swift build`, or set ASSETKIT_PROGRAM")
  }()
}
