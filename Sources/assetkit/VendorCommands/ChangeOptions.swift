import ArgumentParser
import SafeFiles
import VendorKit

/// The options of every command that changes the tree.
struct ChangeOptions: ParsableArguments {
  @Option(help: "Seconds to wait for another assetkit run to finish.")
  var lockTimeout = 60

  func validate() throws {
    guard (0...86_400).contains(lockTimeout) else {
      throw ValidationError("--lock-timeout must be between 0 and 86400.")
    }
  }
}

/// The options of every command that reads sources.
struct SourceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A folder written by 'mirror'; may be repeated.", valueName: "dir"))
  var mirror: [String] = []

  @Option(help: "The maximum number of files in a source.")
  var maxFiles = 100_000

  @Option(
    help: """
      The maximum unpacked size of a source in bytes. (default: the larger of 512 MiB and 20 \
      times the archive)
      """)
  var maxBytes: UInt64?

  func validate() throws {
    guard maxFiles > 0 else { throw ValidationError("--max-files must be a positive number.") }
  }
}

/// The options of every command that may use the network.
struct NetworkOptions: ParsableArguments {
  @Flag(help: "Use only the user's cache and the mirrors, no network.")
  var offline = false

  @Flag(help: "Fetch nothing from the packages' own addresses, only from caches and mirrors.")
  var blockOrigin = false

  @Flag(name: .customLong("allow-http"), help: "Allow unencrypted addresses (http:, git:).")
  var allowHTTP = false

  @Option(help: "The maximum size of one download in bytes.")
  var maxDownload: UInt64 = 1 << 30

  func validate() throws {
    if offline, blockOrigin {
      throw ValidationError("--block-origin has no effect with --offline, which uses no network.")
    }
  }

  /// The options for fetching in `root`, whose `assetkit.toml` may name a cache server.
  func fetchOptions(in root: DirectoryHandle) throws -> FetchOptions {
    var options = FetchOptions()
    options.isOffline = offline
    options.allowsHTTP = allowHTTP
    options.maxDownloadBytes = maxDownload
    options.blocksOrigin = blockOrigin
    if !offline {
      options.cacheServer = try CacheSettings.server(ProjectFile(in: root), allowsHTTP: allowHTTP)
    }
    return options
  }
}

extension VendorRoot {
  /// The nearest root, for commands that read the tree: an interrupted change is completed or undone
  /// first.
  static func settled() throws -> DirectoryHandle {
    let root = try require()
    try Recovery.settle(in: root, lockTimeout: .seconds(30))
    return root
  }
}

extension Vendoring {
  /// The packages of `root`, configured by the command's options.
  init(
    root: DirectoryHandle, sources: SourceOptions, network: NetworkOptions?, change: ChangeOptions?
  ) throws {
    var offline = FetchOptions()
    offline.isOffline = true
    self.init(
      root: root,
      fetcher: SourceFetcher(
        cache: try ArchiveStore.userCache(), mirrors: sources.mirror.map(ArchiveStore.mirror),
        options: try network?.fetchOptions(in: root) ?? offline,
        progress: DownloadDisplay.progress, warn: { Console.report($0) }))
    policy = StagingPolicy(maxFiles: sources.maxFiles, maxBytes: sources.maxBytes)
    if let change { lockTimeout = .seconds(change.lockTimeout) }
  }

  /// The packages of `root`, to be rebuilt without a network and without writing outside `scratch`.
  ///
  /// The user's cache is only read, so it may be read-only or missing.
  init(rebuilding root: DirectoryHandle, sources: SourceOptions, scratch: ScratchFolder) throws {
    var options = FetchOptions()
    options.isOffline = true
    var stores = sources.mirror.map(ArchiveStore.mirror)
    // Without HOME there is no cache to read; what is needed may be in the project or a mirror.
    if let cache = try? ArchiveStore.userCache() { stores.insert(.mirror(path: cache.path), at: 0) }
    self.init(
      root: root,
      fetcher: SourceFetcher(
        cache: ArchiveStore(path: scratch.path + "/store"), mirrors: stores, options: options))
    policy = StagingPolicy(maxFiles: sources.maxFiles, maxBytes: sources.maxBytes)
  }
}
