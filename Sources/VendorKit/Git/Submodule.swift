/// A submodule of a repository: what `.gitmodules` says, gitmodules(5), and the commit in the tree.
public struct Submodule: Hashable, Sendable {
  /// The name in `.gitmodules`.
  public var name: String
  /// The folder, from the repository's top.
  public var path: String
  /// The address as written, which may be relative to the repository's own.
  public var url: String?
  /// The branch that `git submodule update --remote` follows.
  public var branch: String?
  /// The full id of the commit; nil where the tree has no submodule at the path.
  public var commit: String?

  /// The submodules that `listing` names, the output of `git config -z --list` for a `.gitmodules`.
  ///
  /// - Parameter commits: the commits of the tree's submodules by path.
  /// - Returns: those with a path, in the order of their names, and those of the tree that the file does
  ///   not name, with their path for a name.
  static func all(in listing: [UInt8], commits: [(path: [UInt8], commit: String)]) -> [Submodule] {
    var values: [String: [String: String]] = [:]
    for item in listing.split(separator: 0) {
      let item = String(decoding: item, as: UTF8.self)
      guard let end = item.firstIndex(of: "\n"), let dot = item[..<end].lastIndex(of: "."),
        item.hasPrefix("submodule."), item.index(item.startIndex, offsetBy: 10) <= dot
      else { continue }
      let name = String(item[item.index(item.startIndex, offsetBy: 10)..<dot])
      let key = String(item[item.index(after: dot)..<end])
      values[name, default: [:]][key] = String(item[item.index(after: end)...])
    }
    var left = Dictionary(
      commits.map { (String(decoding: $0.path, as: UTF8.self), $0.commit) },
      uniquingKeysWith: { first, _ in first })
    var found: [Submodule] = []
    for (name, keys) in values.sorted(by: { $0.key < $1.key }) {
      guard var path = keys["path"] else { continue }
      while path.hasSuffix("/"), path.utf8.count > 1 { path.removeLast() }
      found.append(
        Submodule(
          name: name, path: path, url: keys["url"], branch: keys["branch"],
          commit: left.removeValue(forKey: path)))
    }
    for (path, commit) in left.sorted(by: { $0.key < $1.key }) {
      found.append(Submodule(name: path, path: path, commit: commit))
    }
    return found
  }

  /// The address of a submodule whose `url` is relative, `./` or `../`, to the repository at `base`,
  /// as git-submodule(1) has it; any other `url` as it is. Nil where `base` has too few folders.
  public static func address(_ url: String, relativeTo base: String?) -> String? {
    guard url.hasPrefix("./") || url.hasPrefix("../") else { return url }
    guard var base = base?[...] else { return nil }
    while base.hasSuffix("/") { base.removeLast() }
    var rest = url[...]
    var separator = "/"
    while true {
      if rest.hasPrefix("./") {
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("../") {
        rest = rest.dropFirst(3)
        let authority = base.firstRange(of: "://")?.upperBound ?? base.startIndex
        if let slash = base[authority...].lastIndex(of: "/"), slash > authority {
          base = base[..<slash]
        } else if authority == base.startIndex, separator == "/",
          let colon = base.lastIndex(of: ":")
        {
          (base, separator) = (base[..<colon], ":")
        } else {
          return nil
        }
      } else {
        break
      }
    }
    while rest.hasSuffix("/") { rest.removeLast() }
    return rest.isEmpty ? nil : base + separator + rest
  }
}

extension GitContent {
  /// The submodules of the commit, with what its `.gitmodules` says of them.
  func listedSubmodules() async throws -> [Submodule] {
    guard !submodules.isEmpty else { return [] }
    let listing: [UInt8]
    do {
      listing = try await repository.git(
        ["config", "-z", "--blob", "\(commit):.gitmodules", "--list"], in: repository.path,
        limitBytes: 16 << 20, location: label)
    } catch let error as VendorError where error.code == .program {
      // No such file, or one that git cannot read: the submodules have no address.
      listing = []
    }
    return Submodule.all(in: listing, commits: submodules)
  }
}

extension LocalRepository {
  /// The submodules that a `.gitmodules` file names, with the commits that HEAD has for them.
  ///
  /// - Throws: `VendorError` with `program` and git's message when the file is damaged.
  public func submodules(listedIn file: String) async throws -> [Submodule] {
    let listing = try await output(of: ["config", "-z", "--file", file, "--list"], at: file)
    let tree = try await output(of: ["ls-tree", "-r", "-z", "--full-tree", head], at: top)
    let commits = tree.split(separator: 0).compactMap { line -> (path: [UInt8], commit: String)? in
      guard line.starts(with: "160000 commit ".utf8), let tab = line.firstIndex(of: 0x09) else {
        return nil
      }
      return (
        Array(line[(tab + 1)...]), String(decoding: line[..<tab].dropFirst(14), as: UTF8.self)
      )
    }
    return Submodule.all(in: listing, commits: commits).filter { $0.url != nil }
  }

  /// The address of the remote that relative addresses of submodules start from: that of the current
  /// branch, else `origin`; nil when there is none.
  public func remoteAddress() async throws -> String? {
    let branch = try? await output(of: ["symbolic-ref", "--quiet", "--short", "HEAD"], at: top)
    let settings = try await output(of: ["config", "-z", "--local", "--list"], at: top)
    var values: [String: String] = [:]
    for item in settings.split(separator: 0) {
      let parts = item.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
      guard parts.count == 2 else { continue }
      values[String(decoding: parts[0], as: UTF8.self)] = String(decoding: parts[1], as: UTF8.self)
    }
    let name = String(decoding: branch ?? [], as: UTF8.self).filter { !$0.isNewline }
    let remote = values["branch.\(name).remote"] ?? "origin"
    return values["remote.\(remote).url"]
  }
}
