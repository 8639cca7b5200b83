public import SafeFiles
public import VendorKit

/// A vendored package as the audit sees it: its entry in the lock and its folder.
public struct AuditPackage: Hashable, Sendable {
  /// The name in the lock.
  public var name: String
  /// The version as upstream writes it.
  public var version: String
  /// The folder, from the root.
  public var path: RelativePath
  /// The licence that the lock declares, as written there.
  public var license: String?
  /// The licence files, relative to `path`.
  public var licenseFiles: [RelativePath]
  /// The package URL, if the lock has one.
  public var purl: String?
  /// The commit, for packages from git.
  public var commit: String?
  /// Where it came from, as the lock says it.
  public var source: String
  /// The digest of the list of committed files, `sha256:HEX`; reviews are bound to it.
  public var tree: String

  /// Creates a package from its parts.
  public init(
    name: String, version: String, path: RelativePath, license: String? = nil,
    licenseFiles: [RelativePath] = [], purl: String? = nil, commit: String? = nil,
    source: String = "", tree: String = ""
  ) {
    self.name = name
    self.version = version
    self.path = path
    self.license = license
    self.licenseFiles = licenseFiles
    self.purl = purl
    self.commit = commit
    self.source = source
    self.tree = tree
  }
}

extension AuditPackage {
  /// Creates a package from its entry in the lock.
  public init(_ package: Lock.Package) {
    self.init(
      name: package.name, version: package.version ?? "", path: package.path,
      license: package.license, licenseFiles: package.licenseFiles, purl: package.purl,
      commit: package.commit, source: package.resolvedSource, tree: package.tree.pin)
  }
}
