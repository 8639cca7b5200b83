public import SafeFiles
public import VendorKit

/// What every group may know: the root, the packages, and what the caller asked for.
public struct AuditContext: Sendable {
  /// The root of the repository, open.
  public let root: DirectoryHandle
  /// The packages of the lock, in its order.
  public let packages: [AuditPackage]
  /// The lock; nil where an audit is of files alone.
  public let lock: Lock?
  /// The policy; an empty one where the repository has none.
  public let policy: Policy
  /// Today, for exceptions that end and databases that age.
  public let today: CivilDate

  /// A context of its parts.
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

  /// A context for the packages of a lock.
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
