import BroadcastPool
import SafeFiles

extension SourceFetcher {
  /// Asks repositories for their branches and tags, four at a time; nothing is stored.
  ///
  /// - Returns: one result for each address, in order.
  public func refs(of urls: [String]) async -> [Result<GitRefs, any Error>] {
    let allowsHTTP = options.allowsHTTP
    let isOffline = options.isOffline
    let pool = BroadcastPool<String, GitRefs>(name: "upstreams", concurrent: 4) { url, _ in
      guard !isOffline else { throw Self.needsNetwork(url) }
      return try await GitRefs(url: url, allowsHTTP: allowsHTTP)
    }
    return await pool.results(of: urls)
  }

  /// Downloads small texts, all in one process; nothing is stored.
  ///
  /// - Returns: one result for each address, in order; `VendorError` with `limit` for a text of more
  ///   than `limitBytes`.
  public func documents(
    at urls: [String], limitBytes: Int
  ) async -> [Result<[UInt8], any Error>] {
    guard !options.isOffline else { return urls.map { .failure(Self.needsNetwork($0)) } }
    return await temporaryDownloads(of: urls) { url, download in
      guard download.file.byteCount <= UInt64(limitBytes) else {
        throw VendorError(.limit, at: url, "has more than \(limitBytes) bytes")
      }
      return try download.file.bytes(at: 0, count: Int(clamping: download.file.byteCount))
    }
  }

  /// Downloads `urls` and passes each on; the files are gone afterwards, so that they do not fill the
  /// cache.
  func temporaryDownloads<Value: Sendable>(
    of urls: [String], _ use: (_ url: String, Downloader.Download) throws -> Value
  ) async -> [Result<Value, any Error>] {
    guard !urls.isEmpty else { return [] }
    do {
      let work = try cache.newWorkName("upstream")
      defer { cache.removeWork(work) }
      let store = ArchiveStore(path: "\(cache.path)/\(work)")
      let downloader = Downloader(store: store, options: options, progress: progress)
      let results = await downloader.fetch(urls.map { .init(url: $0, digest: nil) })
      return zip(urls, results).map { url, result in
        result.flatMap { download in Result { try use(url, download) } }
      }
    } catch {
      return urls.map { _ in .failure(error) }
    }
  }

  /// The files of one source, which is fetched.
  ///
  /// - Throws: as ``fetch(_:)->FetchedSource``.
  public func files(
    of request: Request, policy: StagingPolicy = StagingPolicy()
  ) async throws -> SourceFiles {
    SourceFiles(try await fetch(request), policy: policy, store: cache)
  }

  /// The submodules of repositories at pinned commits, which are fetched, four at a time.
  ///
  /// - Returns: one result for each request, in order.
  public func submodules(of requests: [Request]) async -> [Result<[Submodule], any Error>] {
    var results: [Result<[Submodule], any Error>] = []
    for (request, fetched) in zip(requests, await fetch(requests)) {
      do {
        guard let content = try fetched.get().content as? GitContent else {
          preconditionFailure("\(request.source.label) is not a repository")
        }
        results.append(.success(try await content.listedSubmodules()))
      } catch {
        results.append(.failure(error))
      }
    }
    return results
  }

  private static func needsNetwork(_ url: String) -> VendorError {
    VendorError(.network, at: url, "cannot be asked offline", remedy: "run without --offline")
  }
}
