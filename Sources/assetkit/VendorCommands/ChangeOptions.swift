import ArgumentParser
import SafeFiles
import VendorKit

/// The options that every command has which changes the tree.
struct ChangeOptions: ParsableArguments {
  @Option(help: "Seconds to wait for another run to end.")
  var lockTimeout = 60

  func validate() throws {
    guard (0...86_400).contains(lockTimeout) else {
      throw ValidationError("--lock-timeout is 0 to 86400.")
    }
  }
}

/// The options that every command has which reads sources.
struct SourceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A folder that 'mirror' made; may be repeated.", valueName: "dir"))
  var mirror: [String] = []

  @Option(help: "The most files that a source may have.")
  var maxFiles = 100_000

  @Option(
    help: """
      The most bytes that a source may unpack to. (default: the larger of 512 MiB and 20 times the \
      archive)
      """)
  var maxBytes: UInt64?

  func validate() throws {
    guard maxFiles > 0 else { throw ValidationError("--max-files is a positive number.") }
  }
}

/// The options that every command has which may use the network.
struct NetworkOptions: ParsableArguments {
  @Flag(help: "Use the cache and the mirrors only.")
  var offline = false

  @Flag(name: .customLong("allow-http"), help: "Allow addresses without encryption.")
  var allowHTTP = false

  @Option(help: "The most bytes that one download may have.")
  var maxDownload: UInt64 = 1 << 30
}

extension Vendoring {
  /// The packages of `root`, with what the options say.
  init(
    root: DirectoryHandle, sources: SourceOptions, network: NetworkOptions?, change: ChangeOptions?
  ) throws {
    var options = FetchOptions()
    options.isOffline = network?.offline ?? true
    options.allowsHTTP = network?.allowHTTP ?? false
    if let network { options.maxDownloadBytes = network.maxDownload }
    self.init(
      root: root,
      fetcher: SourceFetcher(
        cache: try ArchiveStore.userCache(), mirrors: sources.mirror.map(ArchiveStore.mirror),
        options: options, progress: DownloadDisplay.progress))
    policy = StagingPolicy(maxFiles: sources.maxFiles, maxBytes: sources.maxBytes)
    if let change { lockTimeout = .seconds(change.lockTimeout) }
  }
}
