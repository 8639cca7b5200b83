import VendorKit

extension SBOM {
  /// Somebody who makes or supplies software.
  public struct Organization: Hashable, Sendable {
    /// The name.
    public var name: String
    /// A web address; nil if none is known.
    public var url: String?
    /// An e-mail address; nil if none is known.
    public var email: String?

    /// The organization that a text names: `NAME`, or `NAME <ADDRESS>`, where the address is one of the
    /// web or of e-mail.
    public init(_ text: String) {
      let supplier = SupplierText(text)
      (name, url, email) = (supplier.name, supplier.url, supplier.email)
    }

    private init(_ name: some StringProtocol, at url: String) {
      self.name = String(name)
      self.url = url
    }

    /// Who supplies a package: what the lock says, else the owner that its package URL or its address
    /// names, else the host of its address; nil where none of them says.
    init?(supplying package: Lock.Package) {
      if let supplier = package.supplier {
        self.init(supplier)
      } else if let purl = package.purl.flatMap(PackageURL.init),
        let owner = Self.owner(in: purl)
      {
        self = owner
      } else if let owner = Self.owner(of: package.resolvedSource) {
        self = owner
      } else {
        return nil
      }
    }

    /// The owner of the repository at an address.
    init?(owning address: String) {
      guard let owner = Self.owner(of: address) else { return nil }
      self = owner
    }

    private static func owner(in purl: PackageURL) -> Organization? {
      guard let first = purl.namespace.first else { return nil }
      switch purl.type {
      case "github": return Organization(first, at: "https://github.com/\(first)")
      case "bitbucket": return Organization(first, at: "https://bitbucket.org/\(first)")
      case "swift":
        guard purl.namespace.count > 1 else { return nil }
        return Organization(purl.namespace[1], at: "https://\(first)/\(purl.namespace[1])")
      case "npm" where first.hasPrefix("@"):
        return Organization(first.dropFirst(), at: "https://www.npmjs.com/org/\(first.dropFirst())")
      case "composer":
        return Organization(first, at: "https://packagist.org/packages/\(first)/")
      default: return nil
      }
    }

    /// Hosts of many owners: the first part of the path names the owner.
    private static let forges: Set = [
      "github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "gitee.com", "git.sr.ht",
    ]
    /// Registries and mirrors, which supply nothing of what they store.
    private static let registries: Set = [
      "files.pythonhosted.org", "pypi.org", "registry.npmjs.org", "static.crates.io", "crates.io",
      "proxy.golang.org", "rubygems.org", "repo1.maven.org", "repo.maven.apache.org",
      "hackage.haskell.org",
      "deb.debian.org", "snapshot.debian.org", "ftp.debian.org", "archive.ubuntu.com",
      "launchpad.net",
      "downloads.sourceforge.net", "sourceforge.net", "archive.org", "web.archive.org",
    ]

    private static func owner(of address: String) -> Organization? {
      guard let scheme = address.firstRange(of: "://") else { return shellOwner(of: address) }
      let parts = address[scheme.upperBound...].split(separator: "/")
      guard var host = parts.first else { return nil }
      if let at = host.lastIndex(of: "@") { host = host[host.index(after: at)...] }
      host = host.prefix { $0 != ":" }
      return owner(host: host.lowercased(), path: parts.dropFirst())
    }

    /// The owner in ssh's `git@github.com:OWNER/NAME`.
    private static func shellOwner(of address: String) -> Organization? {
      guard let at = address.firstIndex(of: "@"), let colon = address[at...].firstIndex(of: ":")
      else { return nil }
      let host = address[address.index(after: at)..<colon].lowercased()
      return owner(
        host: host, path: address[address.index(after: colon)...].split(separator: "/")[...])
    }

    private static func owner(host: String, path: ArraySlice<Substring>) -> Organization? {
      if forges.contains(host) {
        guard path.count > 1, let owner = path.first else { return nil }
        return Organization(owner, at: "https://\(host)/\(owner)")
      }
      if registries.contains(host) || !host.contains(".") { return nil }
      return Organization(host, at: "https://\(host)")
    }
  }
}
