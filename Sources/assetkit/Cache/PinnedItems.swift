import VendorKit

/// The cache items that the lock of the current root pins; empty outside any root.
struct PinnedItems {
  private var packagesByKey: [ArchiveStore.Item.Key: [String]] = [:]

  /// Reads the lock of the nearest root.
  ///
  /// - Throws: `VendorError` when the lock cannot be read: nothing may be pruned then.
  init() throws {
    guard let root = try VendorRoot.nearest() else { return }
    for package in try Lock(in: root).packages {
      if let digest = package.archiveDigest {
        packagesByKey[.archive(digest), default: []].append(package.name)
      }
      if let commit = package.commit {
        packagesByKey[.commit(commit), default: []].append(package.name)
      }
    }
  }

  /// The keys of everything that is pinned.
  var keys: Set<ArchiveStore.Item.Key> { Set(packagesByKey.keys) }

  /// The names of the packages that pin `key`, sorted.
  func packages(of key: ArchiveStore.Item.Key) -> [String] {
    packagesByKey[key] ?? []
  }
}
