/// A package URL: `pkg:type/namespace/name@version?qualifiers#subpath` (ECMA-427).
struct PackageURL: Hashable, Sendable {
  /// The kind of registry, in lower case: `pypi`, `deb`, `github`, `generic`.
  let type: String
  /// The parts between type and name: a group, a distribution, an owner.
  let namespace: [String]
  /// The package's name, normalised by the rules of its registry, if there are any.
  let name: String
  /// The version, percent-decoded.
  let version: String?

  /// The qualifiers, such as `distro`, with their keys in lower case.
  let qualifiers: [String: String]

  /// Parses `text`; nil if it is not a package URL. The subpath is dropped.
  ///
  /// - Complexity: O(length).
  init?(_ text: String) {
    guard text.lowercased().hasPrefix("pkg:") else { return nil }
    var rest = text.dropFirst(4).drop { $0 == "/" }
    rest = rest.prefix { $0 != "#" }
    var qualifiers: [String: String] = [:]
    if let mark = rest.firstIndex(of: "?") {
      for pair in rest[mark...].dropFirst().split(separator: "&") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let value = PackageURLText.decoded(of: parts[1]) else { return nil }
        if !value.isEmpty { qualifiers[parts[0].lowercased()] = value }
      }
      rest = rest[..<mark]
    }
    var version: String?
    let tail = rest.lastIndex(of: "/") ?? rest.startIndex
    if let at = rest[tail...].lastIndex(of: "@"), at != rest.index(after: tail) {
      guard let decoded = PackageURLText.decoded(of: rest[rest.index(after: at)...]) else {
        return nil
      }
      version = decoded
      rest = rest[..<at]
    }
    var parts: [String] = []
    for part in rest.split(separator: "/") {
      guard let decoded = PackageURLText.decoded(of: part) else { return nil }
      parts.append(decoded)
    }
    guard parts.count >= 2, let type = parts.first?.lowercased(), let name = parts.last else {
      return nil
    }
    self.init(
      type: type, namespace: Array(parts[1..<(parts.count - 1)]), name: name, version: version,
      qualifiers: qualifiers)
  }

  /// A package without a version; its name and namespace are normalised by the rules of the type.
  init?(type: String, namespace: [String], name: String) {
    guard name.contains(where: { $0 != "/" }) else { return nil }
    self.init(type: type, namespace: namespace, name: name, version: nil, qualifiers: [:])
  }

  private init(
    type: String, namespace: [String], name: String, version: String?,
    qualifiers: [String: String]
  ) {
    self.type = type
    self.version = version
    self.qualifiers = qualifiers
    switch type {
    case "pypi":
      self.namespace = namespace
      self.name = String(name.lowercased().map { "_.".contains($0) ? "-" : $0 })
    case "github", "bitbucket", "gitlab", "composer", "deb", "apk", "rpm", "hex", "bitnami":
      self.namespace = Ecosystem.usualNamespace(of: type, namespace.map { $0.lowercased() })
      self.name = type == "rpm" ? name : name.lowercased()
    case "nuget", "githubactions":
      self.namespace = namespace.map { $0.lowercased() }
      self.name = name.lowercased()
    case "swift":
      self.namespace = namespace.map { $0.lowercased() }
      self.name = name.lowercased()
    default:
      self.namespace = namespace
      self.name = name
    }
  }

  /// The package without its version, as advisories name it.
  var package: PackageURL {
    PackageURL(type: type, namespace: namespace, name: name, version: nil, qualifiers: [:])
  }

  /// The release of the distribution, by the qualifier `distro`.
  var release: DistributionRelease? { qualifiers["distro"].map(DistributionRelease.init) }
}
