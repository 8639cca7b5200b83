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
