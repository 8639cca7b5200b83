public import SafeFiles
public import VendorKit

/// The input of an audit: the root, the packages, the policy and the date.
public struct AuditContext: Sendable {
  /// The root of the repository, open.
  public let root: DirectoryHandle
  /// The packages of the lock, in its order.
  public let packages: [AuditPackage]
  /// The lock; nil if only files are audited.
  public let lock: Lock?
  /// The policy; an empty one if the repository has none.
  public let policy: Policy
  /// The date for checking exceptions and the age of advisories.
  public let today: CivilDate

  /// Creates a context from its parts.
  public init(
    root: DirectoryHandle, packages: [AuditPackage], policy: Policy, today: CivilDate,
    lock: Lock? = nil
  ) {
    self.root = root
    self.lock = lock
    self.packages = packages
    self.policy = policy
    self.today = today
  }

  /// Creates a context for the packages of a lock.
  public init(root: DirectoryHandle, lock: Lock, policy: Policy, today: CivilDate) {
    self.init(
      root: root, packages: lock.packages.map(AuditPackage.init), policy: policy, today: today,
      lock: lock)
  }

  /// The package that a file belongs to; nil for the host.
  public func package(of file: AuditedFile) -> AuditPackage? {
    file.package.map { packages[$0] }
  }
}

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
