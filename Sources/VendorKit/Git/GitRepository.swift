import SafeFiles
import Subprocess

/// A bare repository in the cache that lives as long as this object.
///
/// Nothing in it can make git run a program: no hooks, no filters, no checkout; see ``GitAccess``.
final class GitRepository: Sendable {
  /// Where it is.
  let path: String
  private let store: ArchiveStore
  private let name: RelativePath

  /// Creates an empty repository.
  ///
  /// - Parameter idLength: the hexadecimal digits of its ids: 40 for SHA-1, 64 for SHA-256.
  init(in store: ArchiveStore, idLength: Int) async throws {
    name = try store.newWorkName("git")
    path = "\(store.path)/\(name)"
    self.store = store
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
    unpacking pack: ArchiveFile, commit: String, in store: ArchiveStore
  ) async throws {
    try await self.init(in: store, idLength: commit.utf8.count)
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
  ///   - access: what it may reach.
  ///   - mayPrompt: whether it may ask for a password.
  ///   - fileLimitBytes: the maximum size of each file that it writes.
  ///   - location: the name of the request in messages.
  /// - Throws: `VendorError` with `program` and git's last message, with `limit` for a file that is
  ///   too large.
  func git(
    _ arguments: [String], in directory: String?, access: GitAccess = .none,
    mayPrompt: Bool = false, limitBytes: Int = 64 << 20, fileLimitBytes: UInt64? = nil,
    location: String = "git"
  ) async throws -> [UInt8] {
    let outcome = try await ExternalProgram.run(
      "git", Self.options(directory, access) + arguments, environment: access.environment(),
      mayPrompt: mayPrompt, limitBytes: limitBytes, fileLimitBytes: fileLimitBytes)
    guard outcome.status.isSuccess else {
      // The messages of strerror(3), in the language that the environment asks for.
      if let fileLimitBytes, outcome.errors.contains("File too large") {
        throw VendorError.downloadTooLarge(location, maxBytes: fileLimitBytes)
      }
      throw VendorError(
        .program, at: location, "git failed: \(outcome.complaint)",
        remedy: Self.remedy(for: outcome))
    }
    return outcome.output
  }

  /// What to do where a server wants a login; nil for other failures.
  static func remedy(for outcome: ExternalProgram.Outcome) -> String? {
    let refusals = ["terminal prompts disabled", "Authentication failed", "HTTP Basic"]
    guard refusals.contains(where: outcome.errors.contains) else { return nil }
    return "the server wants a login, which assetkit does not ask for: git takes it from a "
      + "credential helper of your own configuration, ~/.netrc, or an address of ssh"
  }

  /// Options that go before git's command; none but this repository is named.
  static func options(_ directory: String?, _ access: GitAccess = .none) -> [String] {
    (directory.map { ["--git-dir=\($0)"] } ?? []) + access.options
  }
}
