import ArgumentParser
import SafeFiles
import TextFormats
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

/// `assetkit cache list`: the items in the cache and the packages of this project that pin them.
struct CacheList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the contents of the cache.",
    discussion: "One line per item: bytes, key, and the packages of this project that pin it.")

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() throws {
    let cache = try ArchiveStore.userCache()
    let pinned = try PinnedItems()
    let items = try cache.items()
    if json {
      let rows = items.map { item -> JSON in
        [
          "key": .string(item.key.text), "bytes": .number(String(item.bytes)),
          "packages": .strings(pinned.packages(of: item.key)),
        ]
      }
      // Schema 1.
      return Console.result(
        ["schema": 1, "path": .string(cache.path), "items": .array(rows)])
    }
    let width = items.map { String($0.bytes).count }.max() ?? 0
    for item in items {
      let bytes = String(item.bytes)
      let padding = String(repeating: " ", count: width - bytes.count)
      let packages = pinned.packages(of: item.key).joined(separator: ", ")
      Console.result(
        "\(padding)\(bytes)  \(item.key.text)" + (packages.isEmpty ? "" : "  \(packages)"))
    }
  }
}

/// `assetkit cache prune`: deletes what this project does not pin.
struct CachePrune: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Delete what this project's lock does not pin.",
    discussion: """
      Other projects download again what they need. Files being written by a running assetkit stay.
      """)

  @Flag(help: "Also delete what the lock pins.")
  var all = false

  @Flag(name: .customLong("dry-run"), help: "Only list what would be deleted.")
  var dryRun = false

  func run() throws {
    let cache = try ArchiveStore.userCache()
    let keys = all ? [] : try PinnedItems().keys
    let gone =
      dryRun ? try cache.items().filter { !keys.contains($0.key) } : try cache.prune(keeping: keys)
    for item in gone { Console.result("\(item.bytes)  \(item.key.text)") }
    let bytes = gone.reduce(0) { $0 + $1.bytes }
    Console.write(
      "assetkit: \(cache.path): \(dryRun ? "would delete" : "deleted") \(gone.count) items, "
        + "\(bytes) bytes\n", to: 2)
  }
}
