public import SafeFiles
public import VendorKit

/// The input of an audit: the root, the packages, the policy and the date.
public struct AuditContext: Sendable {
  /// The root of the repository, open.
  let root: DirectoryHandle
  /// The packages of the lock, in its order.
  public let packages: [AuditPackage]
  /// The policy; an empty one if the repository has none.
  let policy: Policy
  /// The date for checking exceptions and the age of advisories.
  let today: CivilDate
  /// The lock; nil if only files are audited.
  var lock: Lock?

  /// The package that a file belongs to; nil for the host.
  func package(of file: AuditedFile) -> AuditPackage? {
    file.package.map { packages[$0] }
  }
}

extension AuditContext {
  /// Creates a context for the packages of a lock.
  public init(root: DirectoryHandle, lock: Lock, policy: Policy, today: CivilDate) {
    self.init(
      root: root, packages: lock.packages.map(AuditPackage.init), policy: policy, today: today,
      lock: lock)
  }
}

/// A vendored package as the audit sees it: its entry in the lock and its folder.
public struct AuditPackage: Hashable, Sendable {
  /// The name in the lock.
  var name: String
  /// The version as upstream writes it.
  var version: String
  /// The folder, from the root.
  var path: RelativePath
  /// The licence that the lock declares, as written there.
  var license: String?
  /// The licence files, relative to `path`.
  var licenseFiles: [RelativePath] = []
  /// The package URL, if the lock has one.
  var purl: String?
  /// The commit, for packages from git.
  var commit: String?
  /// Where it came from, as the lock says it.
  var source = ""
  /// The digest of the list of committed files, `sha256:HEX`; reviews are bound to it.
  var tree = ""
}

extension AuditPackage {
  /// Creates a package from its entry in the lock.
  init(_ package: Lock.Package) {
    self.init(
      name: package.name, version: package.version ?? "", path: package.path,
      license: package.license, licenseFiles: package.licenseFiles, purl: package.purl,
      commit: package.commit, source: package.resolvedSource, tree: package.tree.pin)
  }
}
