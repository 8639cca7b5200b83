import ArgumentParser
import VendorKit

/// `assetkit vendor sync`: makes the files match the lock.
struct VendorSync: InterruptibleCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Make the vendored files match vendor.lock.",
    discussion: """
      If there are local edits, nothing is changed unless --force discards them. Pins never \
      change, except with --accept-repacked. After editing the source or selection in vendor.lock, \
      run 'update' to pin it again.
      """)

  @Argument(help: "The packages. (default: all)", completion: Completions.packages)
  var names: [String] = []

  @Flag(help: "Discard local edits.")
  var force = false

  @Flag(help: "Pin a re-packed archive if its files are the same.")
  var acceptRepacked = false

  @Flag(help: "Only fetch the sources into the cache; leave the files alone.")
  var fetchOnly = false

  @Option(
    help: ArgumentHelp("Take the archive of one package from this file.", valueName: "file"))
  var from: String?

  @OptionGroup var sources: SourceOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var change: ChangeOptions

  func validate() throws {
    if from != nil, names.count != 1 {
      throw ValidationError("--from needs exactly one package.")
    }
  }

  func run() async throws {
    let vendoring = try Vendoring(
      root: try VendorRoot.require(), sources: sources, network: network, change: change)
    var options = Vendoring.SyncOptions()
    options.force = force
    options.acceptsRepacked = acceptRepacked
    options.fetchesOnly = fetchOnly
    options.file = from
    for package in try await vendoring.sync(names, options: options) {
      Console.result("\(package.name): \(Self.text(package))")
      if let from, case .unchanged = package.outcome {
        Console.message(package.name, "is as pinned; \(from) was not read")
      }
    }
  }

  private static func text(_ package: Vendoring.Synced) -> String {
    switch package.outcome {
    case .unchanged: "as pinned"
    case .restored:
      "restored"
        + (package.edits.wouldBeLost ? "; discarded local edits: \(package.edits.summary)" : "")
    case .repinned: "re-packed upstream with the same files; the new archive is pinned"
    case .fetched: "fetched"
    }
  }
}
