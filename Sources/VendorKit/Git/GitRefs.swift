import Subprocess

/// The branches and tags of a remote repository.
public struct GitRefs: Sendable {
  /// Full names (`refs/tags/v1`, `HEAD`) and ids, as git lists them; an annotated tag has a second
  /// entry that ends in `^{}` and has the id of the commit.
  let all: [(name: String, id: String)]

  /// Asks the repository at `url`.
  ///
  /// - Throws: `VendorError` with `invalidArgument`, `network` or `program`.
  init(url: String, allowsHTTP: Bool) async throws {
    let address = try SourceAddress(url, of: .git)
    try address.check(allowsHTTP: allowsHTTP)
    let access = GitAccess(to: address, allowsHTTP: allowsHTTP)
    let outcome = try await ExternalProgram.run(
      "git", access.options + ["ls-remote", "--quiet", "--", url],
      environment: access.environment(hasRepository: false),
      mayPrompt: address.usesSSH, limitBytes: 64 << 20)
    guard outcome.status.isSuccess else {
      throw VendorError(
        .network, at: url, "git cannot list it: \(outcome.complaint)",
        remedy: GitRepository.remedy(for: outcome) ?? "check the address and your access to it")
    }
    all = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").compactMap {
      let fields = $0.split(separator: "\t", maxSplits: 1)
      guard fields.count == 2, GitRef.isCommit(String(fields[0])) else { return nil }
      return (String(fields[1]), String(fields[0]))
    }
  }

  /// The full names that `ref` may mean: itself, a branch, a tag.
  public func names(of ref: String) -> [String] {
    let isFullName = ref.hasPrefix("refs/") || ref == "HEAD"
    let wanted = isFullName ? [ref] : ["refs/heads/\(ref)", "refs/tags/\(ref)"]
    return all.map(\.name).filter(wanted.contains)
  }

  /// The commit that a full name leads to, through an annotated tag; nil when there is none.
  public func commit(of name: String) -> String? {
    (all.first { $0.name == name + "^{}" } ?? all.first { $0.name == name })?.id
  }

  /// The short names of all tags.
  var tags: [String] {
    all.compactMap { name, _ in
      name.hasPrefix("refs/tags/") && !name.hasSuffix("^{}") ? String(name.dropFirst(10)) : nil
    }
  }
}
