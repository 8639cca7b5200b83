import SafeFiles
import Subprocess

/// The git repository around a folder of this machine, which is only read.
///
/// Nothing that is configured there runs, and git may use no transport.
public struct LocalRepository: Sendable {
  /// Its top folder.
  public let top: String
  /// The folder that was asked about, relative to the top; empty for the top itself.
  public let prefix: String
  /// The full id of the commit that HEAD names.
  public let head: String

  /// Finds the repository around `folder`.
  ///
  /// - Throws: `VendorError` with `nothingToCheck` when there is none, or it has no commit.
  public init(around folder: String) async throws {
    let places = try await Self.lines(
      ["rev-parse", "--show-toplevel", "--show-prefix"], in: folder, count: 2)
    let head = try await Self.lines(
      ["rev-parse", "--verify", "HEAD^{commit}"], in: folder, count: 1)
    guard let places, let head else {
      throw VendorError(
        .nothingToCheck, at: folder, "is not in a git repository with a commit",
        remedy: "commit first: only what is committed can be proven")
    }
    top = places[0]
    prefix = places[1].hasSuffix("/") ? String(places[1].dropLast()) : places[1]
    self.head = head[0]
  }

  /// Paths that differ from the commit or are not in it, and paths that are ignored.
  ///
  /// Runs the clean filters that the user has configured, as `git status` does.
  public func changes() async throws -> (uncommitted: Int, ignored: Int) {
    let outcome = try await Self.git(
      ["status", "--porcelain", "-z", "--no-renames", "--ignored", "--ignore-submodules=none"],
      in: top)
    guard outcome.status.isSuccess else {
      throw VendorError(.program, at: top, "git status failed: \(outcome.complaint)")
    }
    let lines = outcome.output.split(separator: 0)
    let ignored = lines.count { $0.starts(with: "!! ".utf8) }
    return (lines.count - ignored, ignored)
  }

  /// Runs git with its output passed on in pieces.
  func run(
    _ arguments: [String], input: [UInt8],
    _ body: (SubprocessOutputSequence) async throws -> Void
  ) async throws -> TerminationStatus {
    try await ExternalProgram.run(
      "git", Self.options(in: top) + arguments, environment: Self.environment, input: input,
      output: .sequence, error: .string(limit: 1 << 20)
    ) { try await body($0.standardOutput) }.terminationStatus
  }

  /// The output of git at the top.
  ///
  /// - Throws: `VendorError` with `program` and git's last message.
  func output(of arguments: [String], at location: String) async throws -> [UInt8] {
    let outcome = try await Self.git(arguments, in: top)
    guard outcome.status.isSuccess else {
      throw VendorError(.program, at: location, "git failed: \(outcome.complaint)")
    }
    return outcome.output
  }

  private static func lines(
    _ arguments: [String], in folder: String, count: Int
  ) async throws -> [String]? {
    let outcome = try await git(arguments, in: folder)
    guard outcome.status.isSuccess else { return nil }
    let lines = outcome.output.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.count > count ? lines.map { String(decoding: $0, as: UTF8.self) } : nil
  }

  private static func git(
    _ arguments: [String], in folder: String
  ) async throws -> ExternalProgram.Outcome {
    try await ExternalProgram.run(
      "git", options(in: folder) + arguments, environment: environment, limitBytes: 256 << 20)
  }

  /// Another user's repository may be read: nothing of its configuration is run (git-config(1),
  /// `safe.directory`).
  private static func options(in folder: String) -> [String] {
    ["-C", folder, "-c", "safe.directory=*"] + GitAccess.none.options
  }

  private static var environment: Environment {
    GitAccess.none.environment()
  }
}
