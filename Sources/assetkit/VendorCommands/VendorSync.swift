import ArgumentParser
import VendorKit

/// `assetkit vendor sync`: make the tree what the lock says.
struct VendorSync: InterruptibleCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Make the vendored files what vendor.lock says.",
    discussion: """
      Local edits are kept: where there are any, nothing is done until --force gives them up. Pins \
      never change, but for --accept-repacked. When the intent in vendor.lock was edited, 'update' \
      pins anew.
      """)

  @Argument(help: "The packages. (default: all)")
  var names: [String] = []

  @Flag(help: "Give up local edits.")
  var force = false

  @Flag(help: "Pin a re-packed archive anew if its files are the same.")
  var acceptRepacked = false

  @Flag(help: "Bring the sources into the cache and leave the files alone.")
  var fetchOnly = false

  @OptionGroup var sources: SourceOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var change: ChangeOptions

  func run() async throws {
    var vendoring = try Vendoring(
      root: try VendorRoot.require(), sources: sources, network: network, change: change)
    // What is in the list was taken in knowingly; other links do not lead to its digest.
    vendoring.policy.allowsSymbolicLinks = true
    var options = Vendoring.SyncOptions()
    options.force = force
    options.acceptsRepacked = acceptRepacked
    options.fetchesOnly = fetchOnly
    for package in try await vendoring.sync(names, options: options) {
      Console.result("\(package.name): \(Self.text(package))")
    }
  }

  private static func text(_ package: Vendoring.Synced) -> String {
    switch package.outcome {
    case .unchanged: "as pinned"
    case .restored: "restored"
    case .repinned: "re-packed upstream with the same files; the new archive is pinned"
    case .fetched: "fetched"
    }
  }
}
