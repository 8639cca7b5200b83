import ArgumentParser
import SafeFiles
import VendorKit

/// `assetkit cache list`: what is there, and which package of this root needs it.
struct CacheList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List what the cache holds.",
    discussion: "A line each: bytes, key, and the packages of the current root that pin it.")

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() throws {
    let cache = try ArchiveStore.userCache()
    let pinned = try PinnedItems()
    let items = try cache.items()
    if json {
      return try JSONOutput.print(
        Document(
          path: cache.path,
          items: items.map {
            .init(key: $0.keyText, bytes: $0.bytes, packages: pinned.packages(of: $0.key))
          }))
    }
    let width = items.map { String($0.bytes).count }.max() ?? 0
    for item in items {
      let bytes = String(item.bytes)
      let padding = String(repeating: " ", count: width - bytes.count)
      let packages = pinned.packages(of: item.key).joined(separator: ", ")
      Console.result(
        "\(padding)\(bytes)  \(item.keyText)" + (packages.isEmpty ? "" : "  \(packages)"))
    }
  }

  /// The JSON document, schema 1.
  private struct Document: Encodable {
    struct Item: Encodable {
      let key: String
      let bytes: UInt64
      let packages: [String]
    }

    let schema = 1
    let path: String
    let items: [Item]
  }
}
