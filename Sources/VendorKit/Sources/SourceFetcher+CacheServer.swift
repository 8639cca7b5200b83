extension SourceFetcher {
  /// Downloads archives: from the cache server where there is one and it has them, else from their own
  /// addresses; these are stored on the server if that is asked.
  func download(_ requests: [Downloader.Request]) async -> [Result<FetchedSource, any Error>] {
    var results = await cached(requests)
    let missing = requests.indices.filter { results[$0] == nil }
    if options.blocksOrigin {
      for index in missing { results[index] = .failure(blocked(requests[index])) }
    } else if !missing.isEmpty {
      let downloader = Downloader(store: cache, options: options, progress: progress)
      let fetched = await downloader.fetch(missing.map { requests[$0] })
      for (index, result) in zip(missing, fetched) {
        results[index] = result.map {
          FetchedSource(
            archiveDigest: $0.digest, remarks: $0.remarks, content: ArchiveContent(file: $0.file))
        }
      }
      if let server = options.cacheServer, server.uploads {
        let digests = fetched.compactMap { result in
          if case .success(let download) = result { download.digest } else { nil }
        }
        await upload(digests, to: server)
      }
    }
    return zip(requests, results).map { request, result in
      guard let result else { preconditionFailure("each request has a result: \(request.url)") }
      return result
    }
  }

  /// What the cache server has; nil for the rest, after a warning where the server failed.
  private func cached(
    _ requests: [Downloader.Request]
  ) async -> [Result<FetchedSource, any Error>?] {
    var results = [Result<FetchedSource, any Error>?](repeating: nil, count: requests.count)
    guard let server = options.cacheServer else { return results }
    let known = requests.indices.compactMap { index in
      requests[index].digest.map { (index: index, digest: $0) }
    }
    guard !known.isEmpty else { return results }
    var downloader = Downloader(store: cache, options: options, progress: progress)
    downloader.options.allowsHTTP = true
    downloader.patience = options.blocksOrigin ? CurlPatience() : cachePatience
    downloader.sendsLogin = server.sendsLogin
    let fetched = await downloader.fetch(
      known.map { .init(url: server.address(of: $0.digest), digest: $0.digest) })
    var failures: [VendorError] = []
    for (request, result) in zip(known, fetched) {
      switch result {
      case .success(let download):
        // Messages about what is in it name the package's address.
        results[request.index] = Result {
          FetchedSource(
            archiveDigest: request.digest,
            content: ArchiveContent(
              file: try storedFile(request.digest, label: requests[request.index].url)
                ?? download.file))
        }
      case .failure(let error as VendorError)
      where [.network, .notFound, .digestMismatch, .limit].contains(error.code):
        if error.code != .notFound { failures.append(error) }
        if options.blocksOrigin {
          results[request.index] = .failure(blocked(requests[request.index], because: error))
        }
      case .failure(let error): results[request.index] = .failure(error)
      }
    }
    if !options.blocksOrigin {
      report(failures, of: server, consequence: { "\($0) will be fetched from the origin" })
    }
    return results
  }

  /// Stores archives from the cache on the server; its refusals are warnings, since the archives are
  /// here.
  private func upload(_ digests: [SHA256Digest], to server: CacheServer) async {
    do {
      let files = digests.map { (digest: $0, path: "\(cache.path)/\(ArchiveStore.name(of: $0))") }
      let failures = try await server.store(files, patience: cachePatience).compactMap { $0 }
      report(failures, of: server, consequence: { "\($0) could not be stored there" })
    } catch {
      warn?(VendorError(.network, at: server.url, "nothing was stored there: \(error)"))
    }
  }

  /// Warns of each kind of failure once.
  private func report(
    _ failures: [VendorError], of server: CacheServer, consequence: (String) -> String
  ) {
    var kinds: [String: (count: Int, error: VendorError)] = [:]
    for error in failures { kinds[error.problem, default: (0, error)].count += 1 }
    for (problem, kind) in kinds.sorted(by: { $0.key < $1.key }) {
      let what = kind.count == 1 ? "1 archive" : "\(kind.count) archives"
      warn?(
        VendorError(
          kind.error.code, at: "the cache server \(server.url)",
          "\(problem); \(consequence(what))", remedy: kind.error.remedy))
    }
  }

  private func blocked(
    _ request: Downloader.Request, because error: VendorError? = nil
  ) -> VendorError {
    if let error {
      return VendorError(
        error.code == .notFound ? .network : error.code, at: request.url,
        "could not be fetched from the cache server: \(error.location): \(error.problem)",
        remedy: error.remedy ?? "run without --block-origin, or store it there first")
    }
    guard request.digest != nil else {
      return VendorError(
        .network, at: request.url, "has no known digest by which a cache could be asked",
        remedy: "give --sha256 HEX, or run without --block-origin")
    }
    return VendorError(
      .network, at: request.url, "is in no cache and no mirror, and --block-origin is given",
      remedy: "name a cache server by ASSETKIT_CACHE_URL, or give --mirror DIR")
  }
}

extension SourceFetcher {
  /// Stores pinned archives on a cache server, fetching those that are not here.
  ///
  /// - Returns: one result for each request, in order.
  /// - Throws: `VendorError` of the first archive that cannot be fetched or stored; what was stored
  ///   before stays there.
  public func mirror(_ requests: [Request], to server: CacheServer) async throws -> [Mirrored] {
    var files: [(digest: SHA256Digest, path: String)] = []
    var results: [Mirrored] = []
    let archives = requests.filter { !$0.isGit }
    var fetched = await fetch(archives).makeIterator()
    for request in requests {
      guard !request.isGit else {
        results.append(.commitOnly)
        continue
      }
      guard let source = try fetched.next()?.get() else {
        preconditionFailure("each request has a result")
      }
      guard let digest = source.archiveDigest else {
        results.append(.folder)
        continue
      }
      guard request.archiveDigest == digest,
        let file = try storedFile(digest, label: request.source.label)
      else { throw Self.unpinned(request) }
      files.append((digest, file.path))
      results.append(.kept(.archive(digest)))
    }
    let patience = CurlPatience()
    if let failure = try await server.store(files, patience: patience).compactMap({ $0 }).first {
      throw failure
    }
    return results
  }

  /// The error for a request without a pin, which a mirror could not be asked for.
  static func unpinned(_ request: Request) -> VendorError {
    VendorError(
      .invalidArgument, at: request.source.label, "is not pinned",
      remedy: "run 'assetkit vendor sync' first")
  }
}

extension SourceFetcher.Request {
  fileprivate var isGit: Bool {
    if case .git = source { true } else { false }
  }
}
