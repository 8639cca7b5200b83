/// Brings sources to this machine: from the cache, a mirror, or where they come from.
public struct SourceFetcher: Sendable {
  /// What fetching may do.
  public struct Options: Sendable {
    /// Whether only cache and mirrors may be used, and paths on this machine.
    public var isOffline = false
    /// Whether `http:` and `git:` are allowed beside `https:` and `ssh:`.
    public var allowsHTTP = false
    /// The most bytes one download may have.
    public var maxDownloadBytes: UInt64 = 1 << 30

    /// The usual: network allowed, https only, 1 GiB.
    public init() {}
  }

  /// One source that is wanted, and what is known of it.
  public struct Request: Hashable, Sendable {
    /// Where it comes from.
    public var source: Source
    /// The digest that the archive must have; nil when there is no pin yet.
    public var archiveDigest: SHA256Digest?
    /// The commit that the source is pinned to; nil when there is no pin yet.
    public var commit: String?

    /// Asks for `source`, pinned or not.
    public init(_ source: Source, archiveDigest: SHA256Digest? = nil, commit: String? = nil) {
      self.source = source
      self.archiveDigest = archiveDigest
      self.commit = commit
    }
  }

  /// What is done: asked for, arriving, there.
  public typealias Progress = @Sendable (DownloadProgress) -> Void

  let cache: ArchiveStore
  let mirrors: [ArchiveStore]
  let options: Options
  let progress: Progress?

  /// A fetcher that keeps what it downloads in `cache`.
  ///
  /// - Parameters:
  ///   - mirrors: stores to look into before the network, in order; they are only read.
  ///   - progress: called a few times a second while something is downloaded.
  public init(
    cache: ArchiveStore, mirrors: [ArchiveStore] = [], options: Options = Options(),
    progress: Progress? = nil
  ) {
    self.cache = cache
    self.mirrors = mirrors
    self.options = options
    self.progress = progress
  }

  /// Fetches one source.
  ///
  /// - Throws: `VendorError`: `digestMismatch` with both digests, `network`, `program`, `limit`,
  ///   `inputOutput`, `invalidArgument`.
  public func fetch(_ request: Request) async throws -> FetchedSource {
    guard let result = await fetch([request]).first else {
      preconditionFailure("one request has one result")
    }
    return try result.get()
  }
}
