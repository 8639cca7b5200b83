/// An ecosystem as advisories name it, `NAME[:RELEASE]`: a registry or a distribution.
///
/// The names are those of the OSV schema 1.7, "Defined ecosystems"; the types of package URLs are those
/// of the purl specification and of osv.dev.
struct Ecosystem: Hashable, Sendable {
  /// The name, without a release.
  let name: String
  /// What follows the first colon: a distribution's release, a registry's address.
  let suffix: String?

  /// Splits an advisory's `ecosystem`.
  init(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    name = String(parts[0])
    suffix = parts.count > 1 ? String(parts[1]) : nil
  }

  /// Whether the schema lists it.
  var isListed: Bool { Self.entries[name] != nil }

  /// The order of its versions; nil where it has no published one.
  ///
  /// What rebuilds the packages of others (Root, TuxCare, Docker Hardened Images) has the order of the
  /// ecosystem that its suffix names.
  var scheme: VersionScheme? {
    guard let entry = Self.entries[name] else { return nil }
    guard entry.isRebuilt else { return entry.scheme }
    guard let suffix else { return entry.scheme }
    let inner = Ecosystem(suffix)
    return inner.name == name ? nil : inner.scheme ?? entry.scheme
  }

  /// Whether packages of one name differ from release to release.
  var hasReleases: Bool { ["deb", "apk", "rpm"].contains(Self.entries[name]?.type) }

  /// The package URL, without a version, of a package of this ecosystem; nil where it has no type.
  func purl(of package: String) -> PackageURL? {
    guard let entry = Self.entries[name], let type = entry.type else { return nil }
    if let namespace = entry.namespaces.first {
      return PackageURL(type: type, namespace: [namespace], name: package)
    }
    switch name {
    case "Maven":
      let pair = package.split(separator: ":").map(String.init)
      guard pair.count == 2 else { return nil }
      return PackageURL(type: type, namespace: [pair[0]], name: pair[1])
    case "npm", "Go", "Packagist", "GitHub Actions", "Hex", "VSCode":
      let parts = package.split(separator: "/").map(String.init)
      guard let last = parts.last else { return nil }
      return PackageURL(type: type, namespace: Array(parts.dropLast()), name: last)
    case "SwiftURL":
      let parts = Repository(package).address.split(separator: "/").map(String.init)
      guard let last = parts.last else { return nil }
      return PackageURL(type: type, namespace: Array(parts.dropLast()), name: last)
    default: return PackageURL(type: type, namespace: [], name: package)
    }
  }

  /// The ecosystems whose advisories can name a package with this URL.
  static func all(of purl: PackageURL) -> [String] {
    entries.filter { _, entry in
      entry.type == purl.type
        && (entry.namespaces.isEmpty || entry.namespaces.contains(purl.namespace.first ?? ""))
    }.keys.sorted()
  }

  /// The namespace by which advisories know a distribution: `rocky-linux` for `rocky`.
  static func usualNamespace(of type: String, _ namespace: [String]) -> [String] {
    guard ["deb", "apk", "rpm"].contains(type), let first = namespace.first?.lowercased() else {
      return namespace
    }
    let usual = entries.values.first { $0.type == type && $0.namespaces.contains(first) }
    return [usual?.namespaces.first ?? first] + namespace.dropFirst()
  }

  private struct Entry {
    var scheme: VersionScheme?
    /// The type of its package URLs.
    var type: String?
    /// The namespaces that mean it, the usual one first; empty where packages have their own.
    var namespaces: [String] = []
    var isRebuilt = false

    init(_ scheme: VersionScheme?, _ type: String?, _ namespaces: String...) {
      (self.scheme, self.type, self.namespaces) = (scheme, type, namespaces)
    }

    static func rebuilt(_ scheme: VersionScheme?, _ type: String?) -> Entry {
      var entry = Entry(scheme, type)
      entry.isRebuilt = true
      return entry
    }
  }

  private static let entries: [String: Entry] = [
    "AlmaLinux": Entry(.rpm, "rpm", "almalinux", "alma"),
    "Alpaquita": Entry(.alpine, "apk", "alpaquita"),
    "Alpine": Entry(.alpine, "apk", "alpine"),
    "Android": Entry(nil, "android"),
    "Azure Linux": Entry(.rpm, "rpm", "azure-linux", "azurelinux", "mariner"),
    "BellSoft Hardened Containers": Entry(.alpine, "apk", "bellsoft-hardened-containers"),
    "Bioconductor": Entry(.numbers, "bioconductor"),
    "Bitnami": Entry(.bitnami, "bitnami"),
    "Chainguard": Entry(.alpine, "apk", "chainguard"),
    "CleanStart": Entry(.alpine, "apk", "cleanstart"),
    "ConanCenter": Entry(.conan, "conan"),
    "CRAN": Entry(.numbers, "cran"),
    "crates.io": Entry(.semantic, "cargo"),
    "Debian": Entry(.debian, "deb", "debian"),
    "Docker Hardened Images": .rebuilt(.semantic, "dhi"),
    "Echo": Entry(.debian, "deb", "echo"),
    "FreeBSD": Entry(nil, "freebsd"),
    "GHC": Entry(.semantic, "ghc"),
    "GitHub Actions": Entry(.semantic, "githubactions"),
    "Go": Entry(.semantic, "golang"),
    "Hackage": Entry(.numbers, "hackage"),
    "Hex": Entry(.semantic, "hex"),
    "Julia": Entry(.semantic, "julia"),
    "Kubernetes": Entry(.semantic, "golang"),
    "Linux": Entry(.natural, "linux"),
    "Mageia": Entry(.rpm, "rpm", "mageia"),
    "Maven": Entry(.maven, "maven"),
    "MinimOS": Entry(.alpine, "apk", "minimos"),
    "npm": Entry(.semantic, "npm"),
    "NuGet": Entry(.nuget, "nuget"),
    "opam": Entry(.debian, "opam"),
    "openEuler": Entry(.rpm, "rpm", "openeuler"),
    "openSUSE": Entry(.rpm, "rpm", "opensuse"),
    "OSS-Fuzz": Entry(nil, "generic"),
    "Packagist": Entry(.php, "composer"),
    "Photon OS": Entry(.rpm, "rpm", "photon"),
    "Pub": Entry(.pub, "pub"),
    "PyPI": Entry(.python, "pypi"),
    "Red Hat": Entry(.rpm, "rpm", "redhat", "rhel"),
    "Rocky Linux": Entry(.rpm, "rpm", "rocky-linux", "rocky", "rockylinux"),
    "Root": .rebuilt(.semantic, nil),
    "RubyGems": Entry(.ruby, "gem"),
    "SUSE": Entry(.rpm, "rpm", "suse", "sles"),
    "SwiftURL": Entry(.semantic, "swift"),
    "TuxCare": .rebuilt(nil, nil),
    "Ubuntu": Entry(.debian, "deb", "ubuntu"),
    "VSCode": Entry(.semantic, "vscode-extension"),
    "Wolfi": Entry(.alpine, "apk", "wolfi"),
  ]
}
