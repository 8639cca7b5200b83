#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The git repository around a folder, read with the `git` program. Git runs in the sandbox like
/// the build, so a filter that tries to fetch (Git LFS) fails and is reported.
struct SourceRepository {
  /// Its top folder.
  let root: String
  /// The caller's folder relative to the root; empty, or ending in `/`.
  let prefix: String
  /// The commit that is built.
  let head: String
  /// The time of that commit, in seconds since 1970.
  let commitTime: Int64
  /// The number of paths with uncommitted changes, including untracked files.
  let uncommittedCount: Int
  /// Whether it has submodules, which a copy of HEAD does not fill.
  let hasSubmodules: Bool

  private let environment: BuildEnvironment

  /// Finds the repository around `directory`.
  init(around directory: String, environment: BuildEnvironment) throws(OfflineError) {
    var environment = environment
    Self.forgetRepository(in: &environment)
    self.environment = environment
    func ask(_ arguments: [String]) throws(OfflineError) -> String {
      try Self.output(of: arguments, in: directory, environment)
    }
    root = try ask(["rev-parse", "--show-toplevel"]).droppingNewline
    prefix = try ask(["rev-parse", "--show-prefix"]).droppingNewline
    head = try ask(["rev-parse", "--verify", "HEAD^{commit}"]).droppingNewline
    commitTime = Int64(try ask(["log", "-1", "--format=%ct", head]).droppingNewline) ?? 0
    uncommittedCount = try ask(["status", "--porcelain", "-z"]).split(separator: "\0").count
    hasSubmodules = access("\(root)/.gitmodules", F_OK) == 0
  }

  /// What the copies do not contain.
  var notes: [String] {
    var notes: [String] = []
    if uncommittedCount > 0 {
      let count = uncommittedCount
      notes.append(
        "\(count) uncommitted \(count == 1 ? "change is" : "changes are") not in the copies: "
          + "the builds are of commit \(head.prefix(12))")
    }
    if hasSubmodules { notes.append("submodules are not checked out in the copies") }
    return notes
  }

  /// Copies HEAD with its history to the new folder `path`, without hooks and templates.
  func clone(to path: String, fileCreationMask: Int32) throws(OfflineError) {
    // No hard links: a build that writes into .git must not change the original's objects.
    try run(
      [
        "-c", "core.hooksPath=/dev/null", "-c", "advice.detachedHead=false", "clone", "--quiet",
        "--local", "--no-hardlinks", "--template=", "--", root, path,
      ], in: root, fileCreationMask)
    // HEAD of the original may have moved on during the first build.
    try run(
      ["-c", "core.hooksPath=/dev/null", "reset", "--quiet", "--hard", head], in: path,
      fileCreationMask)
  }

  /// Refreshes the index after files were renamed, so that `git diff-index` reports no changes.
  func refresh(_ path: String) throws(OfflineError) {
    try run(["update-index", "-q", "--refresh"], in: path, -1)
  }

  private func run(
    _ arguments: [String], in directory: String, _ mask: Int32
  ) throws(OfflineError) {
    var variation = Variation()
    if mask >= 0 { variation.fileCreationMask = mask }
    let command = BuildCommand(["git"] + arguments, environment: environment, directory: directory)
    // Standard output belongs to the build, so git's messages go to standard error.
    let outcome = try Sandbox(variation: variation, output: STDERR_FILENO).run(command)
    if let signal = outcome.interruption { throw OfflineError.interrupted(by: signal) }
    if let attempt = outcome.attempts.first {
      throw OfflineError(
        .noRepository, root,
        "copying HEAD tried to reach \(attempt.target): \(attempt.program)",
        remedy: "fetch what the checkout needs first (git lfs fetch)")
    }
    guard outcome.ending == .exited(0) else {
      throw OfflineError(
        .noRepository, root, "HEAD cannot be copied: git ended with \(outcome.ending)")
    }
  }

  private static func output(
    of arguments: [String], in directory: String, _ environment: BuildEnvironment
  ) throws(OfflineError) -> String {
    let file = try ScratchFile()
    let command = BuildCommand(["git"] + arguments, environment: environment, directory: directory)
    let outcome = try Sandbox(output: file.descriptor).run(command)
    if let signal = outcome.interruption { throw OfflineError.interrupted(by: signal) }
    guard outcome.ending == .exited(0) else {
      throw OfflineError(
        .noRepository, directory, "is not in a git repository with a commit",
        remedy: "commit first; --twice builds copies of HEAD")
    }
    return try file.text()
  }

  /// Inside a git hook these variables tie every git to the caller's repository. The list is that
  /// of `git rev-parse --local-env-vars`.
  static func forgetRepository(in environment: inout BuildEnvironment) {
    let names = [
      "ALTERNATE_OBJECT_DIRECTORIES", "CONFIG", "CONFIG_PARAMETERS", "CONFIG_COUNT",
      "OBJECT_DIRECTORY", "DIR", "WORK_TREE", "IMPLICIT_WORK_TREE", "GRAFT_FILE", "INDEX_FILE",
      "NO_REPLACE_OBJECTS", "REPLACE_REF_BASE", "PREFIX", "SHALLOW_FILE", "COMMON_DIR",
    ]
    for name in names { environment["GIT_\(name)"] = nil }
  }
}

extension String {
  /// Without the newline at the end, if there is one.
  fileprivate var droppingNewline: String { hasSuffix("\n") ? String(dropLast()) : self }
}
