/// What the address of a source says of the package: its repository, or its place in a registry.
public struct SourceOrigin: Hashable, Sendable {
  /// The package URL, without a version; nil where the address names no registry.
  public let purl: String?
  /// The address of the repository; nil where the address names none.
  let repository: String?

  /// Reads an address; nil where it is none that is known.
  ///
  /// The forms are those of the hosts' own download links: GitHub, GitLab, Bitbucket, PyPI, npm,
  /// crates.io, RubyGems, Maven Central, CRAN, Hackage, Go's module proxy, and the pools of Debian and
  /// Ubuntu.
  /// - Complexity: O(length).
  public init?(_ address: String) {
    let place = Repository(address.prefix { $0 != "?" && $0 != "#" }.description)
    // Case counts in some paths.
    let plain = address.prefix { $0 != "?" && $0 != "#" }
    let path =
      plain.firstRange(of: "://").map { scheme in
        plain[scheme.upperBound...].split(separator: "/").dropFirst().map(String.init)
      } ?? []
    let host = place.address.split(separator: "/").first.map(String.init) ?? ""
    let lowered = place.address.split(separator: "/").dropFirst().map(String.init)
    if let found = Self.forge(host, lowered) {
      repository = found.repository
      purl = found.purl
    } else if let found = Self.registry(host, path) {
      repository = nil
      purl = found
    } else {
      return nil
    }
  }

  private static func forge(
    _ host: String, _ path: [String]
  ) -> (repository: String, purl: String?)? {
    guard path.count >= 2 else { return nil }
    let name = path[1].hasSuffix(".git") ? String(path[1].dropLast(4)) : path[1]
    switch host {
    case "github.com", "codeload.github.com":
      return ("github.com/\(path[0])/\(name)", "pkg:github/\(encoded(path[0]))/\(encoded(name))")
    case "bitbucket.org":
      return (
        "bitbucket.org/\(path[0])/\(name)", "pkg:bitbucket/\(encoded(path[0]))/\(encoded(name))"
      )
    case "gitlab.com":
      // Groups nest; what the site itself says follows a dash.
      let parts = path.prefix { $0 != "-" }
      let last = parts.last.map { $0.hasSuffix(".git") ? String($0.dropLast(4)) : $0 } ?? name
      let all = parts.dropLast() + [last]
      return (
        "gitlab.com/" + all.joined(separator: "/"),
        "pkg:gitlab/" + all.map(encoded).joined(separator: "/")
      )
    default: return nil
    }
  }

  private static func registry(_ host: String, _ path: [String]) -> String? {
    guard let file = path.last else { return nil }
    switch host {
    case "files.pythonhosted.org", "pypi.org", "pypi.io", "pypi.python.org":
      let project = name(of: file, separator: "-")
      return project.map {
        "pkg:pypi/" + encoded(String($0.lowercased().map { "_.".contains($0) ? "-" : $0 }))
      }
    case "registry.npmjs.org":
      guard let dash = path.firstIndex(of: "-"), (1...2).contains(dash) else { return nil }
      return "pkg:npm/" + path[..<dash].map(encoded).joined(separator: "/")
    case "static.crates.io", "crates.io":
      guard let crates = path.firstIndex(of: "crates"), crates + 1 < path.count else { return nil }
      return "pkg:cargo/" + encoded(path[crates + 1])
    case "rubygems.org":
      return path.first == "downloads"
        ? name(of: file, separator: "-").map { "pkg:gem/\($0)" } : nil
    case "repo1.maven.org", "repo.maven.apache.org":
      guard path.first == "maven2", path.count >= 5 else { return nil }
      let group = path[1..<(path.count - 3)].joined(separator: ".")
      return "pkg:maven/\(encoded(group))/\(encoded(path[path.count - 3]))"
    case "cran.r-project.org", "cloud.r-project.org":
      return path.contains("contrib")
        ? name(of: file, separator: "_").map { "pkg:cran/\($0)" } : nil
    case "hackage.haskell.org":
      guard path.count >= 2, path[0] == "package" else { return nil }
      return name(of: path[1], separator: "-").map { "pkg:hackage/\($0)" }
    case "proxy.golang.org":
      guard let mark = path.firstIndex(of: "@v"), mark > 0 else { return nil }
      return "pkg:golang/" + path[..<mark].joined(separator: "/")
    default: return pool(host, path)
    }
  }

  /// A file of a distribution's pool, `…/pool/main/z/zlib/zlib_1.2.13.orig.tar.gz`, by its source.
  private static func pool(_ host: String, _ path: [String]) -> String? {
    let distribution: String
    switch host {
    case "snapshot.debian.org", "deb.debian.org", "security.debian.org", "ftp.debian.org",
      "archive.debian.org":
      distribution = "debian"
    case "archive.ubuntu.com", "security.ubuntu.com", "old-releases.ubuntu.com":
      distribution = "ubuntu"
    case let host where host.hasPrefix("ftp.") && host.hasSuffix(".debian.org"):
      distribution = "debian"
    default: return nil
    }
    guard let pool = path.firstIndex(of: "pool") else { return nil }
    let parts = path[pool...]
    // `pool/COMPONENT/INITIAL/SOURCE/FILE`, with a suite before the component for updates.
    guard parts.count >= 5 else { return nil }
    return "pkg:deb/\(distribution)/\(encoded(parts[parts.endIndex - 2]))"
  }

  /// The name that a file's name begins with: up to the last separator before a digit.
  private static func name(of file: String, separator: Character) -> String? {
    let characters = Array(file)
    let end = characters.indices.dropLast().last { index in
      characters[index] == separator && characters[index + 1].isASCII
        && characters[index + 1].isNumber
        && !characters[..<index].isEmpty
    }
    // A wheel's tags come after the version: the first one counts there.
    let isWheel = file.hasSuffix(".whl")
    let first = characters.indices.dropLast().first { index in
      characters[index] == separator && characters[index + 1].isASCII
        && characters[index + 1].isNumber
        && index > 0
    }
    return (isWheel ? first : end).map { encoded(String(characters[..<$0])) }
  }

  private static func encoded(_ text: String) -> String { PackageURLText.encoded(text) }
}
