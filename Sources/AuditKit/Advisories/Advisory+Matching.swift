/// Whether an advisory affects one version of a package.
enum AdvisoryVerdict: Equatable, Sendable {
  /// Another package, or a version outside all ranges.
  case unaffected
  /// Affected; `fixed` are the versions or commits that end the range, in the order of the advisory.
  case affected(fixed: [String])
  /// The advisory names the package, but whether it is affected is unknown: a range of commits
  /// without the history that orders them.
  case undecided(reason: String)
}

/// The properties of a vendored package that advisories are matched by.
struct AdvisorySubject: Sendable {
  var purl: PackageURL?
  /// The version that the lock states.
  var version: String?
  /// The full commit id, for git sources.
  var commit: String?
  /// Where the source comes from, for git sources.
  var repository: String?
}

extension Advisory {
  /// Whether this advisory affects `subject`: the worst verdict of its entries.
  ///
  /// Entries with a package are matched by purl, ignoring a distribution's release; entries with
  /// only a repository are matched by it or by an equivalent purl such as `pkg:github`.
  ///
  /// - Complexity: O(events + versions).
  func verdict(on subject: AdvisorySubject) -> AdvisoryVerdict {
    guard withdrawn == nil else { return .unaffected }
    var verdict = AdvisoryVerdict.unaffected
    for entry in affected {
      switch entry.verdict(on: subject) {
      case .unaffected: continue
      case .undecided(let reason):
        if verdict == .unaffected { verdict = .undecided(reason: reason) }
      case .affected(let fixed):
        if case .affected(let others) = verdict {
          verdict = .affected(fixed: others + fixed.filter { !others.contains($0) })
        } else {
          verdict = .affected(fixed: fixed)
        }
      }
    }
    return verdict
  }
}

extension Advisory.Affected {
  fileprivate func verdict(on subject: AdvisorySubject) -> AdvisoryVerdict {
    if let package, let purl = subject.purl, package.names(purl) {
      guard let version = purl.version ?? subject.version else {
        return .undecided(reason: "no version is known")
      }
      return verdict(version: version, scheme: VersionScheme(ecosystem: package.ecosystem))
    }
    let repositories = subject.repositories
    let ranges = self.ranges.filter { range in
      range.type == "GIT" && range.repo.map { repositories.contains(Repository($0)) } ?? false
    }
    return ranges.isEmpty ? .unaffected : verdict(commits: ranges, of: subject)
  }

  /// By the ecosystem's order: listed, or inside a range (the schema's evaluation algorithm).
  private func verdict(version: String, scheme: VersionScheme) -> AdvisoryVerdict {
    let ordered = ranges.filter { $0.type != "GIT" }
    var fixed: [String] = []
    var isAffected = versions.contains(version)
    for range in ordered {
      let scheme = range.type == "SEMVER" ? .semantic : scheme
      if range.contains(version, in: scheme) {
        isAffected = true
        // The nearest fix above the version is the one to take.
        let above = range.events.compactMap(\.fixed).filter { scheme.compare($0, version) > 0 }
        if let nearest = above.min(by: { scheme.compare($0, $1) < 0 }) { fixed.append(nearest) }
      }
    }
    return isAffected ? .affected(fixed: fixed) : .unaffected
  }

  /// By commits, which only their repository could order: named commits decide, then listed tags.
  private func verdict(commits ranges: [Advisory.Range], of subject: AdvisorySubject)
    -> AdvisoryVerdict
  {
    let events = ranges.flatMap(\.events)
    let fixed = events.compactMap(\.fixed)
    if let commit = subject.commit {
      if fixed.contains(commit) { return .unaffected }
      if events.contains(where: { $0.introduced == commit || $0.lastAffected == commit }) {
        return .affected(fixed: fixed)
      }
    }
    let version = subject.version ?? subject.purl?.version
    if !versions.isEmpty, let version {
      let isListed = versions.contains { Self.tag($0, means: version) }
      return isListed ? .affected(fixed: fixed) : .unaffected
    }
    let unfixed =
      fixed.isEmpty && events.contains { $0.introduced == "0" }
      && !events.contains { $0.lastAffected != nil || $0.limit != nil }
    if unfixed { return .affected(fixed: []) }
    return .undecided(reason: "it names commits, which only the repository's history can order")
  }

  /// Whether a tag such as `v1.2.3` or `curl-8_5_0` means a version.
  private static func tag(_ tag: String, means version: String) -> Bool {
    func numbers(_ text: String) -> Substring {
      let plain = String(text.lowercased().map { $0 == "_" || $0 == "-" ? "." : $0 })
      return plain.drop { !$0.isNumber }
    }
    return tag == version || (!numbers(version).isEmpty && numbers(tag) == numbers(version))
  }
}

extension Advisory.Package {
  /// Whether this is the package that `purl` names, whatever the version.
  fileprivate func names(_ purl: PackageURL) -> Bool {
    if let own = self.purl.flatMap(PackageURL.init), own.package == purl.package { return true }
    return PackageURL(ecosystem: ecosystem, name: name) == purl.package
  }
}

extension Advisory.Range {
  /// Whether `version` is in the range: events in the scheme's order, each switching in or out.
  fileprivate func contains(_ version: String, in scheme: VersionScheme) -> Bool {
    let limits = events.compactMap(\.limit).filter { $0 != "*" }
    guard limits.isEmpty || limits.contains(where: { scheme.compare(version, $0) < 0 }) else {
      return false
    }
    func place(_ event: Advisory.Event) -> String? {
      event.introduced ?? event.fixed ?? event.lastAffected
    }
    func order(_ left: String, _ right: String) -> Int {
      if left == right { return 0 }
      if left == "0" { return -1 }
      return right == "0" ? 1 : scheme.compare(left, right)
    }
    let switches = events.filter { place($0) != nil }.enumerated().sorted { left, right in
      let byPlace = order(place(left.element) ?? "", place(right.element) ?? "")
      return byPlace != 0 ? byPlace < 0 : left.offset < right.offset
    }
    var isInside = false
    for (_, event) in switches {
      if let introduced = event.introduced, order(introduced, version) <= 0 { isInside = true }
      if let fixed = event.fixed, order(fixed, version) <= 0 { isInside = false }
      if let last = event.lastAffected, order(last, version) < 0 { isInside = false }
    }
    return isInside
  }
}

/// A repository's address, normalised: without scheme, user, `.git` and case.
struct Repository: Hashable, Sendable {
  private let address: String

  init(_ url: String) {
    var rest = Substring(url.lowercased())
    if rest.hasPrefix("git+") { rest = rest.dropFirst(4) }
    if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
    if let at = rest.firstIndex(of: "@"), !rest[..<at].contains("/") {
      rest = rest[rest.index(after: at)...]
    }
    var text = String(rest)
    // scp-like: host:owner/name
    if let colon = text.firstIndex(of: ":"), !text[..<colon].contains("/") {
      let tail = text[text.index(after: colon)...]
      if tail.first.map({ !$0.isNumber }) ?? false {
        text.replaceSubrange(colon...colon, with: "/")
      }
    }
    while text.hasSuffix("/") { text.removeLast() }
    if text.hasSuffix(".git") { text.removeLast(4) }
    address = text
  }
}

extension AdvisorySubject {
  /// Every address that means this package's repository.
  fileprivate var repositories: Set<Repository> {
    var repositories: Set<Repository> = []
    if let repository { repositories.insert(Repository(repository)) }
    if let purl {
      let path = (purl.namespace + [purl.name]).joined(separator: "/")
      switch purl.type {
      case "github": repositories.insert(Repository("github.com/\(path)"))
      case "gitlab": repositories.insert(Repository("gitlab.com/\(path)"))
      case "bitbucket": repositories.insert(Repository("bitbucket.org/\(path)"))
      case "golang", "swift": repositories.insert(Repository(path))
      default: break
      }
    }
    return repositories
  }
}
