import SafeFiles
import Subprocess

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Runs git and curl, with an environment that holds what they need and nothing that steers them.
enum ExternalProgram {
  /// What a program left behind.
  struct Outcome {
    var status: TerminationStatus
    var output: [UInt8]
    var errors: String

    /// The last line of the messages, safe on a terminal; that is where programs say what failed.
    var complaint: String {
      let lines = errors.split(whereSeparator: \.isNewline)
      let last = lines.last { !$0.allSatisfy(\.isWhitespace) } ?? "no reason given"
      return Printable.text(of: Array(last.utf8.prefix(400)))
    }
  }

  /// Variables that a program may see: where it finds programs, keys, proxies and certificates.
  ///
  /// A list of what is let through, because what git and curl obey grows with every release.
  private static let inherited = [
    "PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "SSH_AUTH_SOCK", "SSH_AGENT_PID", "GIT_SSH",
    "GIT_SSH_COMMAND", "GIT_SSL_CAINFO", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR",
    "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
  ]

  /// The environment with `more` added; messages come in English so that they can be told apart.
  static func environment(adding more: [String: String] = [:]) -> Environment {
    var values: [Environment.Key: String] = ["LC_ALL": "C"]
    for name in inherited {
      if let value = getenv(name) {
        values[Environment.Key(stringLiteral: name)] = String(cString: value)
      }
    }
    for (name, value) in more { values[Environment.Key(stringLiteral: name)] = value }
    return .custom(values)
  }

  /// Asks the program to end before it is killed, when the task that waits for it is cancelled.
  static var options: PlatformOptions {
    var options = PlatformOptions()
    options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(2))]
    return options
  }

  /// Runs a program to its end.
  ///
  /// - Parameter limitBytes: the most output that is taken.
  /// - Throws: `VendorError` with `program` when it cannot be started or says too much.
  static func run(
    _ name: String, _ arguments: [String], environment: Environment, input: [UInt8] = [],
    limitBytes: Int
  ) async throws -> Outcome {
    do {
      let result = try await Subprocess.run(
        .name(name), arguments: Arguments(arguments), environment: environment,
        platformOptions: options, input: ProgramInput(bytes: input),
        output: .bytes(limit: limitBytes),
        error: .string(limit: 1 << 20))
      return Outcome(
        status: result.terminationStatus, output: result.standardOutput,
        errors: result.standardError)
    } catch let error as SubprocessError {
      throw failure(of: name, error)
    }
  }

  /// The error for a program that could not be run.
  static func failure(of name: String, _ error: SubprocessError) -> VendorError {
    VendorError(
      .program, at: name, "cannot be run: \(error)", remedy: "is \(name) installed and in PATH?")
  }
}
