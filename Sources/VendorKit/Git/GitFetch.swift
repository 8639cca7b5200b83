import SafeFiles
import Subprocess

/// Fetches one commit of a repository without its history.
struct GitFetch {
  private let address: SourceAddress
  private let ref: String
  private let store: ArchiveStore
  private let allowsHTTP: Bool
  private let maxBytes: UInt64
  private var access: GitAccess { GitAccess(to: address, allowsHTTP: allowsHTTP) }
  private var url: String { address.text }

  /// Where the commit is kept in the temporary repository.
  private static let pin = "refs/assetkit/pin"

  /// - Throws: `VendorError` with `invalidArgument` for an address or a ref that is refused.
  init(
    url: String, ref: String, store: ArchiveStore, allowsHTTP: Bool, maxBytes: UInt64
  ) throws(VendorError) {
    address = try SourceAddress(url, of: .git)
    try address.check(allowsHTTP: allowsHTTP)
    try GitRef.check(ref)
    self.ref = ref
    self.store = store
    self.allowsHTTP = allowsHTTP
    self.maxBytes = maxBytes
  }

  /// Fetches what `ref` names now.
  ///
  /// - Returns: the repository and the full id of the commit.
  /// - Throws: `VendorError` with `network` or `program`, `invalidArgument` when nothing, or more
  ///   than one thing, has that name.
  func newest() async throws -> (repository: GitRepository, commit: String) {
    if GitRef.isCommit(ref) { return (try await commit(ref), ref) }
    let (name, idLength) = try await resolve()
    let repository = try await GitRepository(in: store, idLength: idLength)
    try await fetch(name, into: repository)
    return (repository, try await peeledPin(in: repository))
  }

  /// Fetches the commit with this full id; `ref` is where to look for it when the server does not
  /// hand out commits by id.
  func commit(_ id: String) async throws -> GitRepository {
    let repository = try await GitRepository(in: store, idLength: id.utf8.count)
    do {
      try await fetch(id, into: repository)
    } catch let refusal as VendorError where refusal.code != .limit {
      do {
        _ = try await repository.git(
          Self.fetchArguments + ["--", url, "+refs/heads/*:refs/h/*", "+refs/tags/*:refs/t/*"],
          in: repository.path, access: access, mayPrompt: address.usesSSH,
          fileLimitBytes: maxBytes, location: url)
        _ = try await repository.git(
          ["update-ref", Self.pin, id + "^{commit}"], in: repository.path, location: url)
      } catch is VendorError {
        throw refusal
      }
    }
    guard try await peeledPin(in: repository) == id else {
      throw VendorError(
        .invalidArgument, at: "\(url) at \(id)", "is not a commit",
        remedy: "give a commit's full id")
    }
    return repository
  }

  private static let fetchArguments = [
    "fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head",
    "--no-auto-maintenance",
  ]

  private func fetch(_ name: String, into repository: GitRepository) async throws {
    _ = try await repository.git(
      Self.fetchArguments + ["--depth=1", "--", url, "+\(name):\(Self.pin)"], in: repository.path,
      access: access, mayPrompt: address.usesSSH, fileLimitBytes: maxBytes,
      location: "\(url) at \(ref)")
  }

  private func peeledPin(in repository: GitRepository) async throws -> String {
    let output = try await repository.git(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", Self.pin + "^{commit}"],
      in: repository.path, location: "\(url) at \(ref)")
    let id = String(decoding: output, as: UTF8.self).filter { !$0.isNewline }
    guard GitRef.isCommit(id) else {
      throw VendorError(.program, at: "\(url) at \(ref)", "git printed no commit id")
    }
    return id
  }

  /// The full name of the ref, and the length of the repository's ids.
  private func resolve() async throws -> (name: String, idLength: Int) {
    let location = "\(url) at \(ref)"
    let refs = try await GitRefs(url: url, allowsHTTP: allowsHTTP)
    let found = refs.names(of: ref)
    guard let name = found.first else {
      throw VendorError(
        .invalidArgument, at: location, "there is no such branch or tag",
        remedy: "give a branch, a tag or a full commit id with --ref")
    }
    guard found.count == 1 else {
      throw VendorError(
        .invalidArgument, at: location, "is both a branch and a tag",
        remedy: "write refs/tags/\(ref) or refs/heads/\(ref)")
    }
    return (name, refs.commit(of: name)?.utf8.count ?? 40)
  }
}
