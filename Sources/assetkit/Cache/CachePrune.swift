import ArgumentParser
import VendorKit

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
