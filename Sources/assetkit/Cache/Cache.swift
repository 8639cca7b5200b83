import ArgumentParser
import VendorKit

/// `assetkit cache`: lists and prunes the archives downloaded to this machine.
struct Cache: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "List or prune the archives that were downloaded to this machine.",
    discussion: """
      The cache is $XDG_CACHE_HOME/assetkit, else ~/.cache/assetkit. Everything in it is verified \
      when it is used, and may be deleted at any time.
      """,
    subcommands: [CacheList.self, CachePrune.self])
}

extension ArchiveStore.Item.Key {
  /// `sha256:HEX` or `commit:ID`.
  var text: String {
    switch self {
    case .archive(let digest): digest.pin
    case .commit(let id): "commit:" + id
    }
  }
}

/// The cache items that the lock of the current root pins; empty outside any root.
struct PinnedItems {
  private var packagesByKey: [ArchiveStore.Item.Key: [String]] = [:]

  /// Reads the lock of the nearest root.
  ///
  /// - Throws: `VendorError` when the lock cannot be read: nothing may be pruned then.
  init() throws {
    guard let root = try VendorRoot.nearest() else { return }
    for package in try Lock(in: root).packages {
      if let key = package.storeKey { packagesByKey[key, default: []].append(package.name) }
    }
  }

  /// The keys of everything that is pinned.
  var keys: Set<ArchiveStore.Item.Key> { Set(packagesByKey.keys) }

  /// The names of the packages that pin `key`, sorted.
  func packages(of key: ArchiveStore.Item.Key) -> [String] {
    packagesByKey[key] ?? []
  }
}
