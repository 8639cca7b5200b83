import BroadcastPool

/// Fetches sources from the cache, a mirror, or upstream.
public struct SourceFetcher: Sendable {
  /// A requested source and its pin, if any.
  public struct Request: Hashable, Sendable {
    /// Where it comes from.
    public var source: Source
    /// The digest that the archive must have; nil when there is no pin yet.
    public var archiveDigest: SHA256Digest?
    /// The commit that the source is pinned to; nil when there is no pin yet.
    public var commit: String?

    /// A request for `source`, pinned or not.
    public init(_ source: Source, archiveDigest: SHA256Digest? = nil, commit: String? = nil) {
      self.source = source
      self.archiveDigest = archiveDigest
      self.commit = commit
    }
  }

  let cache: ArchiveStore
  let mirrors: [ArchiveStore]
  let options: FetchOptions
  let progress: DownloadProgress.Handler?
  /// How long to wait for a cache server where there is another place to ask.
  var cachePatience = CurlPatience.brief
  /// Called with failures after which there was another way.
  let warn: WarningHandler?

  /// A callback for failures that do not end the run.
  public typealias WarningHandler = @Sendable (VendorError) -> Void

  /// A fetcher that keeps what it downloads in `cache`.
  ///
  /// - Parameters:
  ///   - cache: the archives of this user.
  ///   - mirrors: stores to search before the network, in order; they are only read.
  ///   - options: what may be asked, and the limits.
  ///   - progress: called a few times a second while something is downloaded.
  ///   - warn: called with failures of the cache server, after which there was another way.
  public init(
    cache: ArchiveStore, mirrors: [ArchiveStore] = [], options: FetchOptions = FetchOptions(),
    progress: DownloadProgress.Handler? = nil, warn: WarningHandler? = nil
  ) {
    self.cache = cache
    self.mirrors = mirrors
    self.options = options
    self.progress = progress
    self.warn = warn
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

extension BroadcastPool {
  /// The responses to all of `requests`, in order, or the errors that were thrown in their place.
  func results(of requests: [Request]) async -> [Result<Response, any Error>] {
    await withTaskGroup(of: NumberedResult<Response>.self) { group in
      for (position, request) in requests.enumerated() {
        group.addTask {
          do {
            let response = try await self.response(to: request)
            return NumberedResult(position: position, result: .success(response))
          } catch {
            return NumberedResult(position: position, result: .failure(error))
          }
        }
      }
      let results = await group.reduce(into: []) { $0.append($1) }
      return results.sorted { $0.position < $1.position }.map(\.result)
    }
  }
}

/// The result of one request. Not a tuple, which swift 6.3.1 miscompiles with optimisation.
private struct NumberedResult<Response: Sendable>: Sendable {
  let position: Int
  let result: Result<Response, any Error>
}
