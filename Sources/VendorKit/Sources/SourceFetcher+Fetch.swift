import BroadcastPool
import SafeFiles

extension SourceFetcher {
  /// Fetches several sources, all downloads in parallel in one process, equal addresses once.
  ///
  /// - Returns: one result for each request, in order; one failure does not stop the others.
  public func fetch(_ requests: [Request]) async -> [Result<FetchedSource, any Error>] {
    var results = await locals(requests)
    var downloads: [(position: Int, request: Downloader.Request)] = []
    for (position, request) in requests.enumerated() {
      if results[position] == nil, case .download(let url) = request.source {
        downloads.append((position, .init(url: url, digest: request.archiveDigest)))
      }
    }
    if !downloads.isEmpty {
      let fetched = await download(downloads.map(\.request))
      for (download, result) in zip(downloads, fetched) { results[download.position] = result }
    }
    return zip(requests, results).map { request, result in
      result ?? .failure(notHere(request))
    }
  }

  /// Fetches everything that needs no download, in parallel, equal requests once; nil for the rest.
  private func locals(_ requests: [Request]) async -> [Result<FetchedSource, any Error>?] {
    let pool = BroadcastPool<Request, FetchedSource?>(name: "fetch", concurrent: 4) { request, _ in
      try await local(request)
    }
    return await pool.results(of: requests).map { result in
      switch result {
      case .success(let source): source.map { .success($0) }
      case .failure(let error): .failure(error)
      }
    }
  }

  /// Fetches what needs no download: folders, files, repositories, and what the cache or a mirror
  /// has.
  ///
  /// - Returns: nil for an address that is in neither.
  private func local(_ request: Request) async throws -> FetchedSource? {
    let label = request.source.label
    switch request.source {
    case .directory(let path):
      return FetchedSource(content: DirectoryContent(directory: try DirectoryHandle(path: path)))
    case .archive(let path):
      if let digest = request.archiveDigest, let stored = try stored(digest, label: label) {
        return stored
      }
      let file = try ArchiveFile(path: path, label: label)
      let actual = try file.digest()
      if let expected = request.archiveDigest, expected != actual {
        throw Downloader.Job.mismatch(at: label, expected: expected, actual: actual)
      }
      try cache.insert(file, as: actual)
      // Parse the copy in the cache, which does not change.
      guard let stored = try stored(actual, label: label) else {
        throw VendorError(.inputOutput, at: cache.path, "does not retain the files written to it")
      }
      return stored
    case .download:
      if let digest = request.archiveDigest, let stored = try stored(digest, label: label) {
        return stored
      }
      if options.isOffline { throw notHere(request) }
      return nil
    case .git(let url, let ref):
      return try await git(url: url, ref: ref, commit: request.commit, label: label)
    }
  }

  private func stored(_ digest: SHA256Digest, label: String) throws -> FetchedSource? {
    try storedFile(digest, label: label).map {
      FetchedSource(archiveDigest: digest, content: ArchiveContent(file: $0))
    }
  }

  /// The archive with that digest, from the cache or a mirror; nil when none has it.
  func storedFile(_ digest: SHA256Digest, label: String) throws -> ArchiveFile? {
    for store in [cache] + mirrors {
      if let file = try store.archive(digest, label: label) { return file }
    }
    return nil
  }

  private func git(
    url: String, ref: String, commit: String?, label: String
  ) async throws -> FetchedSource {
    if let commit, !GitRef.isCommit(commit) {
      throw VendorError(
        .invalidArgument, at: label, "is pinned to '\(commit)', which is not a commit id")
    }
    let pinned = commit ?? (GitRef.isCommit(ref) ? ref : nil)
    if let pinned {
      for store in [cache] + mirrors {
        if let repository = try await unpacked(pinned, from: store) {
          return try await source(repository, commit: pinned, label: label)
        }
      }
    }
    if options.isOffline { throw notHere(Request(.git(url: url, ref: ref), commit: commit)) }
    if options.blocksOrigin, try !SourceAddress(url, of: .git).isOnThisMachine {
      throw VendorError(
        .network, at: label, "is in no cache and no mirror, and --block-origin is given",
        remedy: "give --mirror DIR, with a folder that 'assetkit vendor mirror DIR' wrote: "
          + "cache servers store archives by their SHA-256, and git packages have none")
    }
    // Whether an address is encrypted matters only where something is asked of it.
    let fetch = try GitFetch(
      url: url, ref: ref, store: cache, allowsHTTP: options.allowsHTTP,
      maxBytes: options.maxDownloadBytes)
    let (repository, id) =
      if let pinned { (try await fetch.commit(pinned), pinned) } else { try await fetch.newest() }
    let result = try await source(repository, commit: id, label: label)
    try repository.storePack(of: id)
    return result
  }

  private func source(
    _ repository: GitRepository, commit: String, label: String
  ) async throws -> FetchedSource {
    let content = try await GitContent(repository: repository, commit: commit, label: label)
    return FetchedSource(
      commit: commit,
      remarks: content.submodules.map {
        "\(label): the submodule \(Refusal.quoted($0.path)) is left out"
      }, content: content)
  }

  /// The repository from a stored pack; nil when there is none, or git refuses it.
  private func unpacked(
    _ commit: String, from store: ArchiveStore
  ) async throws -> GitRepository? {
    // If it cannot be read here, try the next store.
    guard let pack = try? store.pack(commit) else { return nil }
    do {
      return try await GitRepository(unpacking: pack, commit: commit, in: cache)
    } catch is VendorError {
      // A pack that cannot be removed now is removed by the next run.
      try? store.removeDamagedPack(commit)
      return nil
    }
  }

  private func notHere(_ request: Request) -> VendorError {
    let pin = request.archiveDigest?.pin ?? request.commit ?? "no pin"
    return VendorError(
      .network, at: request.source.label, "is neither in the cache nor in a mirror (\(pin))",
      remedy: "run without --offline, or give --mirror")
  }
}
