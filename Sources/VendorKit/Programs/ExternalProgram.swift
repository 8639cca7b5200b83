import SafeFiles
import Subprocess

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Runs git and curl in an environment with only the variables they need.
enum ExternalProgram {
  /// A program's exit status and output.
  struct Outcome {
    var status: TerminationStatus
    var output: [UInt8]
    var errors: String

    /// The last line of standard error, made printable; programs report failures there.
    var complaint: String {
      let lines = errors.split(whereSeparator: \.isNewline)
      // Behind git's reason there may be hints of several lines.
      let last =
        lines.last { $0.hasPrefix("fatal: ") } ?? lines.last { !$0.allSatisfy(\.isWhitespace) }
        ?? "no reason given"
      return Printable.text(of: Array(last.utf8.prefix(400)))
    }
  }

  /// The environment variables passed on: where to find programs, keys, proxies and certificates.
  ///
  /// An allow list, because the variables that git and curl obey grow with every release.
  private static let inherited = [
    "PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "SSH_AUTH_SOCK", "SSH_AGENT_PID", "GIT_SSH",
    "GIT_SSH_COMMAND", "GIT_SSL_CAINFO", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR",
    "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
  ]

  /// Variables that would lead git to another repository (`git rev-parse --local-env-vars`; git(1)):
  /// they are set where a hook of git runs this program.
  private static let ofOtherRepositories = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS",
    "GIT_DEFAULT_HASH", "GIT_DEFAULT_REF_FORMAT", "GIT_DIR", "GIT_EXTERNAL_DIFF", "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_QUARANTINE_PATH", "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE", "GIT_TEMPLATE_DIR", "GIT_WORK_TREE",
  ]

  /// The person's environment for a git that asks a server: a credential helper may need any variable.
  static func personalEnvironment(adding more: [String: String]) -> Environment {
    var changes: [Environment.Key: String?] = ["LC_ALL": "C", "LANGUAGE": nil]
    for name in ofOtherRepositories {
      changes[Environment.Key(stringLiteral: name)] = .some(nil)
    }
    for (name, value) in more { changes[Environment.Key(stringLiteral: name)] = value }
    return .inherit.updating(changes)
  }

  /// The environment with `more` added; messages are in English so that they can be recognised.
  static func environment(adding more: [String: String] = [:]) -> Environment {
    var values: [Environment.Key: String] = ["LC_ALL": "C"]
    for name in inherited {
      if let value = variable(name) { values[Environment.Key(stringLiteral: name)] = value }
    }
    for (name, value) in more { values[Environment.Key(stringLiteral: name)] = value }
    return .custom(values)
  }

  /// An environment in which a program finds other programs, and nothing of the user's.
  ///
  /// - Parameter home: a folder for whatever it keeps at home.
  static func bareEnvironment(home: String) -> Environment {
    .custom([
      "LC_ALL": "C", "HOME": home, "GNUPGHOME": home,
      "PATH": variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin",
    ])
  }

  /// The value of an environment variable of this process; nil when it is not set, or is empty.
  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - mayPrompt: whether it may prompt on the terminal.
  ///   - limitBytes: the maximum size of its output.
  ///   - fileLimitBytes: the maximum size of each file that it writes.
  /// - Throws: `VendorError` with `program` when it cannot be started, with `limit` when it prints too
  ///   much; `FileError` with `interrupted`.
  static func run(
    _ name: String, _ arguments: [String], environment: Environment, input: [UInt8] = [],
    mayPrompt: Bool = false, limitBytes: Int, fileLimitBytes: UInt64? = nil
  ) async throws -> Outcome {
    let result = try await run(
      name, arguments, environment: environment, input: input, output: .bytes(limit: limitBytes),
      error: .string(limit: 1 << 20), mayPrompt: mayPrompt, fileLimitBytes: fileLimitBytes
    ) { _ in }
    return Outcome(
      status: result.terminationStatus, output: result.standardOutput,
      errors: result.standardError)
  }

  /// Runs the program named by `$0` with a limit on the size of every file that it writes, as
  /// `ulimit -f` counts it: 512 bytes each (POSIX.1-2017, ulimit; bash before 5 counts 1024). A write
  /// above it fails, rather than ending the program with all that it does at the same time. A lower
  /// limit of the user's stays.
  private static let limiting = """
    trap '' XFSZ; limit=$1; shift
    (ulimit -S -f "$limit") 2>/dev/null && ulimit -S -f "$limit"
    exec "$0" "$@"
    """

  /// Runs a program to its end while `body` reads its output.
  ///
  /// - Parameter fileLimitBytes: the maximum size of each file that it writes, rounded up to a
  ///   multiple of 512, which the kernel holds it to.
  /// It ends when this program is told to by a signal or the task is cancelled, and whatever it has
  /// started ends with it: it leads a process group of its own. Only one that may ask for a password
  /// stays in the group of the terminal, since no other may read from there; it has to see to its
  /// own.
  static func run<Output: OutputProtocol, Messages: ErrorOutputProtocol, Result>(
    _ name: String, _ arguments: [String], environment: Environment, input: [UInt8],
    output: Output, error: Messages, mayPrompt: Bool = false, fileLimitBytes: UInt64? = nil,
    body: (Execution<ProgramInput, Output, Messages>) async throws -> Result
  ) async throws -> ExecutionResult<Result, Output, Messages> {
    try Interrupts.check()
    let leadsGroup = !(mayPrompt && hasTerminal)
    var options = PlatformOptions()
    if leadsGroup { options.processGroupID = 0 }
    options.teardownSequence = [
      .gracefulShutDown(toProcessGroup: leadsGroup, allowedDurationToNextStep: .seconds(2))
    ]
    let teardown = options.teardownSequence
    var command = [name] + arguments
    // Shells multiply without looking; what is larger than any disk limits nothing.
    if let fileLimitBytes, fileLimitBytes < 1 << 60 {
      let blocks = fileLimitBytes / 512 + (fileLimitBytes % 512 == 0 ? 0 : 1)
      command = ["sh", "-c", limiting, name, String(blocks)] + arguments
    }
    var child: Interrupts.Child?
    defer { child?.forget() }
    do {
      let result = try await Subprocess.run(
        .name(command[0]), arguments: Arguments(Array(command.dropFirst())),
        environment: environment,
        platformOptions: options, input: ProgramInput(bytes: input), output: output, error: error
      ) { execution in
        child = Interrupts.Child(execution.processIdentifier.value, isGroupLeader: leadsGroup)
        do {
          return try await body(execution)
        } catch {
          // The library would wait for its end, whenever that is.
          await execution.teardown(using: teardown)
          throw error
        }
      }
      // Its exit status does not matter then.
      try Interrupts.check()
      if fileLimitBytes != nil, result.terminationStatus == .exited(127) {
        throw unavailable(name, "there is no such program")
      }
      return result
    } catch {
      try Interrupts.check()
      guard let error = error as? SubprocessError else { throw error }
      guard error.code != .outputLimitExceeded else {
        throw VendorError(.limit, at: name, "printed too much: \(error)")
      }
      throw unavailable(name, "\(error)")
    }
  }

  private static func unavailable(_ name: String, _ reason: String) -> VendorError {
    VendorError(
      .program, at: name, "cannot be run: \(reason)",
      remedy: "check that \(name) is installed and in PATH")
  }

  /// Whether there is a terminal that this process belongs to.
  private static var hasTerminal: Bool {
    let descriptor = open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY)
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }
}

/// Bytes for a program's standard input.
///
/// A program may end before it has read them all, as git does outside a repository: its status and its
/// messages say why, and the pipe that it closed is no failure beside them. The library's own inputs
/// end this process there, because swift-subprocess 1.0 never closes a pipe that could not be written.
struct ProgramInput: InputProtocol {
  let bytes: [UInt8]

  func write(with writer: StandardInputWriter) async throws {
    // See above: the program's own status counts.
    _ = try? await writer.write(bytes)
  }
}
