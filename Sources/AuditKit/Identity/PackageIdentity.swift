import VendorKit

/// The names by which bills of materials and statements about vulnerabilities know a package.
extension Lock.Package {
  /// The version as upstream writes it, else the commit.
  var statedVersion: String? { version ?? commit }

  /// The address of the source; nil for a path.
  var sourceAddress: String? {
    let source = resolvedSource
    if source.contains("://") { return source }
    // ssh's `user@host:path`, as a URL.
    guard type == .git, let at = source.firstIndex(of: "@"),
      let colon = source[at...].firstIndex(of: ":")
    else { return nil }
    return "ssh://\(source[..<colon])/\(source[source.index(after: colon)...])"
  }

  /// The package URL in its canonical form, with its version; where the lock has none that is valid, a
  /// generic one that says where it comes from and what it must be (purl-spec, type `generic`).
  var billPackageURL: String? {
    // The audit and the bill's gaps say what is wrong with one that is not valid.
    if let parsed = purl.flatMap({ try? PackageURLText($0) }) {
      let text = parsed.description
      guard parsed.version == nil else { return text }
      // Tags are named freely, so only the commit is certain on a forge.
      let isForge = ["github", "bitbucket"].contains(parsed.type)
      guard let version = isForge ? commit ?? ref : statedVersion else { return text }
      let rest = text.firstIndex { "?#".contains($0) } ?? text.endIndex
      return "\(text[..<rest])@\(PackageURLText.encoded(version))\(text[rest...])"
    }
    guard let address = sourceAddress else { return nil }
    var qualifiers: [String] = []
    if let digest = archiveDigest { qualifiers.append("checksum=sha256:\(digest.hex)") }
    switch type.versionControlSystem {
    case let system?:
      let place = "\(system)+\(address)" + (commit.map { "@\($0)" } ?? "")
      qualifiers.append("vcs_url=\(PackageURLText.encoded(place))")
    case nil: qualifiers.append("download_url=\(PackageURLText.encoded(address))")
    }
    let name = PackageURLText.generic(name, version: statedVersion)
    return "\(name)?\(qualifiers.joined(separator: "&"))"
  }

  /// The CPE 2.3 name of the lock, with the package's version where it leaves that open; nil where it is
  /// not valid.
  ///
  /// None is guessed: a wrong one makes scanners report another product's vulnerabilities.
  var billPlatformName: String? {
    guard let cpe, PlatformName.problem(with: cpe) == nil else { return nil }
    guard let version, var attributes = PlatformName.attributes(of: cpe), attributes[3] == "*"
    else {
      return cpe
    }
    attributes[3] = PlatformName.quoted(version)
    let name = "cpe:2.3:" + attributes.joined(separator: ":")
    // A version of other than ASCII has no form there.
    return PlatformName.problem(with: name) == nil ? name : cpe
  }
}
