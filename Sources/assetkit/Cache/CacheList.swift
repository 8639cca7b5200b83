import ArgumentParser
import SafeFiles
import TextFormats
import VendorKit

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
