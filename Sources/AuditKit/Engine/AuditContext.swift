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
  /// The CPE 2.3 name, if the lock has one.
  var cpe: String?
  /// Who makes it, if the lock says it.
  var supplier: String?
  /// The commit, for packages from git.
  var commit: String?
  /// The branch or tag that was asked for, for packages from git.
  var ref: String?
  /// Where it came from, as in the lock.
  var source = ""
  /// The digest of the list of committed files, `sha256:HEX`; reviews are bound to it.
  var tree = ""
  /// The patch files, from the root, in the order in which they are applied.
  var patches: [RelativePath] = []
}

extension AuditPackage {
  /// The files and folders of the repository that it is made from: a source given as a path, and its
  /// patches.
  var origins: [RelativePath] {
    // An address is no path.
    patches + [try? RelativePath(source)].compactMap { $0 }
  }

  /// Creates a package from its entry in the lock.
  init(_ package: Lock.Package) {
    self.init(
      name: package.name, version: package.version ?? "", path: package.path,
      license: package.license, licenseFiles: package.licenseFiles, purl: package.purl,
      cpe: package.cpe, supplier: package.supplier, commit: package.commit, ref: package.ref,
      source: package.resolvedSource,
      tree: package.tree.pin, patches: package.patches.map(\.path))
  }
}

/// A file of the repository that is audited.
struct AuditedFile: Hashable, Sendable {
  /// The path from the root of the repository.
  let path: RelativePath
  /// The package that it belongs to, as a position in ``AuditContext/packages``; nil for the host.
  let package: Int?
  /// What it is; links are not followed.
  let kind: FileKind
  /// Its length in bytes.
  let size: Int
  /// Whether its owner may execute it.
  let isExecutable: Bool
  /// The path's, computed once: every group asks for it.
  let fileExtension: String
  /// The result of reading a package's file, in ``AuditGroup/conclude(_:in:report:)``; nil before
  /// that, for the host's files and for files that could not be read.
  var contents: FileContents?

  /// The last component of the path, as text.
  var name: String { path.lastComponent.description }

  /// Creates a file from its parts.
  init(path: RelativePath, package: Int?, kind: FileKind, size: Int, isExecutable: Bool) {
    self.path = path
    self.package = package
    self.kind = kind
    self.size = size
    self.isExecutable = isExecutable
    fileExtension = path.fileExtension
  }
}
