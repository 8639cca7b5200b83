import VendorKit

/// The properties of a vendored package that advisories are matched by.
struct AdvisorySubject: Sendable {
  /// The name in the lock.
  let name: String
  /// The package URL of the lock, or else the one that the source's address implies.
  let purl: PackageURL?
  /// Whether the lock itself has a package URL.
  let hasOwnPURL: Bool
  /// The version that the lock states.
  let version: String?
  /// The full commit id, for git sources.
  let commit: String?
  /// The branch or tag that was asked for, for git sources.
  let ref: String?
  /// Every address that means this package's repository.
  let repositories: Set<Repository>
  /// The names that a tag may begin with, in lower case.
  let tagNames: Set<String>

  /// A package by what the lock has of it; empty texts count as none.
  ///
  /// - Parameter source: the address that it comes from.
  init(
    name: String, purl: String?, version: String?, commit: String? = nil, ref: String? = nil,
    source: String = ""
  ) {
    let origin = SourceOrigin(source)
    let own = purl.flatMap(PackageURL.init)
    self.name = name
    self.purl = own ?? origin?.purl.flatMap(PackageURL.init)
    hasOwnPURL = own != nil
    self.commit = commit ?? own?.version.flatMap { Self.isCommit($0) ? $0 : nil }
    self.version = version.flatMap { $0.isEmpty ? nil : $0 }
    self.ref = ref
    var repositories: Set<Repository> = []
    // What git clones is the repository; what an archive comes from, the host knows.
    if commit != nil {
      repositories.insert(Repository(source))
    } else if let repository = origin?.repository {
      repositories.insert(Repository(repository))
    }
    if let own { repositories.formUnion(own.repositories) }
    self.repositories = repositories
    let names = [name, own?.name].compactMap(\.self) + repositories.map { String($0.name) }
    tagNames = Set(names.map { $0.lowercased() })
  }

  /// A package of the lock.
  init(_ package: AuditPackage) {
    self.init(
      name: package.name, purl: package.purl, version: package.version, commit: package.commit,
      ref: package.ref, source: package.source)
  }

  /// The version to look up in an ecosystem: the package URL's, which is in that ecosystem's terms.
  var ecosystemVersion: String? {
    guard let text = purl?.version, !Self.isCommit(text) else { return version }
    // rpm's URLs have the epoch apart.
    guard let epoch = purl?.qualifiers["epoch"], !text.contains(":") else { return text }
    return "\(epoch):\(text)"
  }

  /// The version of the lock's package URL and that of the package, where they cannot be the same.
  ///
  /// A tag, a leading `v` and trailing zeros are no difference, and neither is the revision that a
  /// distribution adds. What has no number, as a branch, says nothing.
  var conflictingVersions: (stated: String, own: String)? {
    guard hasOwnPURL, let purl, let stated = purl.version else { return nil }
    if Self.isCommit(stated) {
      return commit.flatMap { $0 == stated ? nil : (stated, $0) }
    }
    let own = [version, ref].compactMap(\.self)
    guard !own.contains(stated) else { return nil }
    let tags = own.map { ReleaseTag($0, names: tagNames) }.filter(\.isVersion)
    // Epochs are the distribution's own.
    let bare = stated.split(separator: ":", maxSplits: 1).last.map(String.init) ?? stated
    let tag = ReleaseTag(bare, names: tagNames)
    guard tag.isVersion, !tags.isEmpty else { return nil }
    let revises = Self.revisingTypes.contains(purl.type)
    if tags.contains(where: { $0 == tag || revises && $0.begins(tag) }) { return nil }
    for scheme in Ecosystem.all(of: purl).compactMap({ Ecosystem($0).scheme }) + [.semantic] {
      guard let version = scheme.parse(stated) else { continue }
      if own.contains(where: { scheme.parse($0)?.compare(version) == 0 }) { return nil }
    }
    return (stated, own[0])
  }

  /// Types of package URLs whose versions may have a revision of the registry's own.
  private static let revisingTypes: Set = [
    "alpm", "apk", "bitnami", "brew", "conda", "deb", "opam", "qpkg", "rpm", "yocto",
  ]

  /// The words of which an entry about this package contains one, in lower case.
  var keywords: Set<[UInt8]> {
    let names = [name, purl?.name].compactMap(\.self) + repositories.map { String($0.name) }
    return Set(
      names.compactMap { name in
        name.lowercased().utf8.split { !$0.isLetter && !$0.isDigit }
          .max { $0.count < $1.count }.map(Array.init)
      })
  }

  private static func isCommit(_ text: String) -> Bool {
    text.utf8.count == 40 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}

extension PackageURL {
  /// The addresses of the repository that this URL means.
  fileprivate var repositories: Set<Repository> {
    let path = (namespace + [name]).joined(separator: "/")
    var addresses: [String] = []
    switch type {
    case "github", "githubactions": addresses.append("github.com/\(path)")
    case "gitlab": addresses.append("gitlab.com/\(path)")
    case "bitbucket": addresses.append("bitbucket.org/\(path)")
    case "golang", "swift": addresses.append(path)
    default: break
    }
    if let address = qualifiers["vcs_url"] {
      // SPDX download locations may end in `@REVISION`.
      let afterHost = address.lastIndex(of: "/") ?? address.startIndex
      let end = address[afterHost...].firstIndex(of: "@") ?? address.endIndex
      addresses.append(String(address[..<end]))
    }
    return Set(addresses.map(Repository.init))
  }
}

extension AdvisorySubject {
  /// Why advisories cannot be matched to it, and what to do; nil where they can.
  var gap: (problem: String, remedy: String)? {
    guard ecosystems.isEmpty else { return nil }
    guard let purl else {
      return (
        "\(name) has no valid purl and no known repository, so only advisories of OSS-Fuzz can be "
          + "matched, by its name",
        "give it one with 'assetkit vendor update \(name) --purl PURL'"
      )
    }
    return (
      "\(name) has a purl of the type '\(purl.type)', of which there are no advisories, so none can be "
        + "matched",
      "give it one of the registry or the repository that it comes from, with 'assetkit vendor update "
        + "\(name) --purl PURL'"
    )
  }

  /// The ecosystems whose advisories can name it, all of which are needed to check it; `GIT` stands for
  /// entries about repositories. None where ``gap`` says why.
  var ecosystems: [String] {
    var names = Set(purl.map { Ecosystem.all(of: $0) } ?? [])
    if !repositories.isEmpty { names.formUnion(["GIT", "OSS-Fuzz"]) }
    // Of all modules of Go, Kubernetes has advisories of its own.
    if purl?.namespace.first != "k8s.io" { names.remove("Kubernetes") }
    return names.sorted()
  }
}
