import SafeFiles
import Subprocess

/// A bare repository in the cache that lives as long as this object.
///
/// Nothing in it or on the machine can make git run a program: no hooks, no
/// filters, no helpers, no checkout, and only the configuration given here.
final class GitRepository: Sendable {
  /// Where it is.
  let path: String
  private let store: ArchiveStore
  private let name: RelativePath
  private let allowsHTTP: Bool

  /// Creates an empty repository.
  ///
  /// - Parameter idLength: the hexadecimal digits of its ids: 40 for SHA-1, 64 for SHA-256.
  init(in store: ArchiveStore, idLength: Int, allowsHTTP: Bool) async throws {
    name = try store.newWorkName("git")
    path = "\(store.path)/\(name)"
    self.store = store
    self.allowsHTTP = allowsHTTP
    let format = idLength == 64 ? "sha256" : "sha1"
    _ = try await git(
      ["init", "--quiet", "--bare", "--template=", "--object-format=\(format)", "--", path],
      in: nil)
  }

  deinit { store.removeWork(name) }

  /// Creates a repository with the objects of `pack`.
  ///
  /// git recomputes every object's id from its bytes, so that the commit's id authenticates all.
  /// - Throws: `VendorError` when the pack is damaged or does not hold the commit.
  convenience init(
    unpacking pack: ArchiveFile, commit: String, in store: ArchiveStore, allowsHTTP: Bool
  ) async throws {
    try await self.init(in: store, idLength: commit.utf8.count, allowsHTTP: allowsHTTP)
    let copy = name.appending(try RelativePath("objects/pack/pack-\(commit).pack"))
    _ = try pack.copy(to: store.root().createFile(copy))
    _ = try await git(
      ["index-pack", "\(store.path)/\(copy)"], in: path, location: pack.label)
    _ = try await git(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", commit + "^{commit}"], in: path,
      location: pack.label)
  }

  /// Keeps the objects of a commit in the store, where there is one pack that holds them.
  func storePack(of commit: String) throws {
    let folder = try store.root().subdirectory(name.appending(RelativePath("objects/pack")))
    let packs = try folder.entries().filter { $0.name.suffix(5).elementsEqual(".pack".utf8) }
    guard packs.count == 1, let pack = packs.first else { return }
    try store.insertPack(
      ArchiveFile(path: "\(path)/objects/pack/\(pack)", label: path), commit: commit)
  }

  /// Runs git here and gives its output.
  ///
  /// - Parameters:
  ///   - mayPrompt: whether it may ask for a password.
  ///   - location: the name of the request in messages.
  /// - Throws: `VendorError` with `program` and git's last message.
  func git(
    _ arguments: [String], in directory: String?, mayPrompt: Bool = false,
    limitBytes: Int = 64 << 20, location: String = "git"
  ) async throws -> [UInt8] {
    let outcome = try await ExternalProgram.run(
      "git", Self.options(directory, allowsHTTP: allowsHTTP) + arguments,
      environment: Self.environment(allowsHTTP: allowsHTTP), mayPrompt: mayPrompt,
      limitBytes: limitBytes)
    guard outcome.status.isSuccess else {
      throw VendorError(.program, at: location, "git failed: \(outcome.complaint)")
    }
    return outcome.output
  }

  /// Options that go before git's command.
  static func options(_ directory: String?, allowsHTTP: Bool) -> [String] {
    let settings = [
      "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.askPass=", "credential.helper=",
      "gc.auto=0", "maintenance.auto=false", "submodule.recurse=false", "fetch.unpackLimit=1",
      "fetch.writeCommitGraph=false", "protocol.allow=never", "protocol.ext.allow=never",
      "init.defaultBranch=main",
    ]
    let transports = transports(allowsHTTP: allowsHTTP).map { "protocol.\($0).allow=always" }
    return (directory.map { ["--git-dir=\($0)"] } ?? [])
      + (settings + transports).flatMap { ["-c", $0] }
  }

  /// The environment that git sees.
  ///
  /// - Parameter isOffline: whether no transport may be used at all, so that nothing is fetched for a
  ///   partial clone (git-clone(1), `--filter`).
  static func environment(allowsHTTP: Bool, isOffline: Bool = false) -> Environment {
    ExternalProgram.environment(adding: [
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_ATTR_NOSYSTEM": "1",
      "GIT_TERMINAL_PROMPT": "0", "GIT_NO_REPLACE_OBJECTS": "1", "GIT_OPTIONAL_LOCKS": "0",
      "GIT_ALLOW_PROTOCOL": isOffline
        ? "none" : transports(allowsHTTP: allowsHTTP).joined(separator: ":"),
      "GIT_NO_LAZY_FETCH": isOffline ? "1" : "0",
    ])
  }

  /// The transports that git may use.
  private static func transports(allowsHTTP: Bool) -> [String] {
    ["https", "ssh", "file"] + (allowsHTTP ? ["http", "git"] : [])
  }
}
