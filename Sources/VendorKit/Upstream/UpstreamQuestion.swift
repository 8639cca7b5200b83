/// Where to look for newer versions of a package, and what to look for.
struct UpstreamQuestion: Hashable, Sendable {
  /// The kinds of upstream.
  enum Place: Hashable, Sendable {
    /// A repository: its branches and tags.
    case repository(url: String)
    /// A server's listing of the folder that the archives are in.
    case listing(url: String)
    /// A folder on this machine.
    case folder(path: String)
    /// The file itself, whose address contains no version.
    case file(url: String)
  }

  let place: Place
  /// The pattern of the names there; nil when the answer is not a version.
  let pattern: VersionPattern?

  /// The upstream's name in messages.
  var label: String {
    switch place {
    case .repository(let url), .listing(let url), .file(let url): url
    case .folder(let path): path
    }
  }

  /// The address to download; nil for git and folders.
  var address: String? {
    switch place {
    case .listing(let url), .file(let url): url
    case .repository, .folder: nil
    }
  }

  /// The question for a package; nil when there is no upstream to ask.
  ///
  /// - Parameter source: the package's source with the version filled in.
  init?(of package: Lock.Package, at source: Source) {
    switch source {
    case .directory:
      return nil
    case .git(let url, let ref):
      if GitRef.isCommit(ref) { return nil }
      // A branch has no versions; a tag has those of the tags that match its pattern.
      let version = package.version ?? String(ref.drop { !$0.isNumber })
      self.init(.repository(url: url), VersionPattern(of: ref, current: version))
    case .archive(let path):
      guard let (folder, pattern) = Self.split(package.source, package.version) else { return nil }
      // The folder may lie anywhere on the way to where the root was opened.
      let root = path.dropLast(package.resolvedSource.count)
      self.init(.folder(path: root + (folder.isEmpty ? "." : folder)), pattern)
    case .download(let url):
      if let name = Self.registryName(package.purl), url.contains("pythonhosted.org/"),
        let (_, pattern) = Self.split(package.source, package.version)
      {
        self.init(.listing(url: "https://pypi.org/simple/\(name)/"), pattern)
      } else if let (repository, pattern) = Self.codeHost(package.source, package.version) {
        self.init(.repository(url: repository), pattern)
      } else if let (folder, pattern) = Self.split(package.source, package.version) {
        self.init(.listing(url: folder), pattern)
      } else {
        self.init(.file(url: url), nil)
      }
    }
  }

  private init(_ place: Place, _ pattern: VersionPattern?) {
    self.place = place
    self.pattern = pattern
  }

  /// The folder before the first component that contains a placeholder, and that component.
  private static func split(
    _ source: String, _ version: String?
  ) -> (folder: String, pattern: VersionPattern)? {
    guard let hole = source.firstRange(of: VersionPattern.hole) else { return nil }
    let slash = source[..<hole.lowerBound].lastIndex(of: "/")
    let start = slash.map(source.index(after:)) ?? source.startIndex
    let component = source[start...].prefix { $0 != "/" }
    return version.flatMap { VersionPattern(component, current: $0) }
      .map { (String(source[..<start]), $0) }
  }

  /// The path between a repository's address and an archive of it on a code host.
  private static let archivePaths = [
    "/-/archive/", "/archive/refs/tags/", "/archive/", "/releases/download/", "/tarball/",
  ]

  private static func codeHost(
    _ source: String, _ version: String?
  ) -> (repository: String, pattern: VersionPattern)? {
    for path in archivePaths {
      guard let place = source.firstRange(of: path),
        let component = source[place.upperBound...].split(separator: "/").first(where: {
          $0.contains(VersionPattern.hole)
        })
      else { continue }
      var tag = component
      for ending in [".tar.gz", ".tar.xz", ".tar.bz2", ".tgz", ".zip"] where tag.hasSuffix(ending) {
        tag = tag.dropLast(ending.count)
      }
      return version.flatMap { VersionPattern(tag, current: $0) }
        .map { (String(source[..<place.lowerBound]), $0) }
    }
    return nil
  }

  /// The name in a package URL of the Python index.
  private static func registryName(_ purl: String?) -> String? {
    guard let purl, purl.hasPrefix("pkg:pypi/") else { return nil }
    let name = purl.dropFirst(9).prefix { !"@?#/".contains($0) }
    return name.isEmpty ? nil : String(name)
  }
}
