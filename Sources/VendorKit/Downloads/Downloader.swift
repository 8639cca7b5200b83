import SafeFiles

/// Fetches many addresses in one curl process.
struct Downloader {
  /// A fetched file.
  struct Download: Sendable {
    var file: ArchiveFile
    var digest: SHA256Digest
    /// Remarks for the user: redirects.
    var remarks: [String]
  }

  /// An address and the digest expected there, if known.
  struct Request: Hashable {
    var url: String
    var digest: SHA256Digest?

    /// Checks the address before any request.
    ///
    /// - Throws: `VendorError` with `invalidArgument`.
    func check(allowsHTTP: Bool) throws(VendorError) {
      let address = try SourceAddress(url, of: .archive)
      guard !address.isPath else {
        throw VendorError(.invalidArgument, at: url, "is neither an https nor an http address")
      }
      try address.check(allowsHTTP: allowsHTTP)
    }
  }

  let store: ArchiveStore
  var options: FetchOptions
  let progress: DownloadProgress.Handler?
  /// Its retries are also how many times a transfer that broke off is resumed.
  var patience = CurlPatience()
  /// Whether the logins in `~/.netrc` are used.
  var sendsLogin = true

  /// Fetches all of `requests`; requests for one address are one transfer.
  ///
  /// Downloads are kept in the store. A file whose digest is known resumes where an earlier run
  /// broke off; any other starts over, because it may have changed since.
  func fetch(_ requests: [Request]) async -> [Result<Download, any Error>] {
    var known: Set<Request> = []
    var results: [Request: Result<Download, any Error>] = [:]
    var pending: [Job] = []
    for request in requests where known.insert(request).inserted {
      do {
        try request.check(allowsHTTP: options.allowsHTTP)
        pending.append(try Job(request, in: store))
      } catch {
        results[request] = .failure(error)
      }
    }
    var round = 0
    while !pending.isEmpty {
      do {
        let presentBytes = pending.map { $0.receivedBytes(in: store) }
        let reports = try await run(pending, total: known.count)
        var again: [Job] = []
        for (position, job) in pending.enumerated() {
          switch job.settle(
            reports[position], resumedAt: presentBytes[position],
            maxBytes: options.maxDownloadBytes, store: store)
          {
          case .done(let result): results[job.request] = result
          case .again where round < patience.retries: again.append(job)
          case .again(let error): results[job.request] = .failure(error)
          }
        }
        pending = again
      } catch {
        // curl could not be run, or was stopped: partial files stay, so that a later run can resume
        // them.
        for job in pending {
          results[job.request] = .failure(error)
          if !job.resumes { store.removeWork(job.partial) }
        }
        pending = []
      }
      round += 1
    }
    progress?(
      DownloadProgress(
        finished: known.count, total: known.count,
        receivedBytes: results.values.reduce(0) { sum, result in
          if case .success(let download) = result { sum + download.file.byteCount } else { sum }
        }))
    return requests.map { request in
      guard let result = results[request] else {
        preconditionFailure("each request is settled: \(request.url)")
      }
      return result
    }
  }

  /// Runs curl.
  ///
  /// - Returns: the report on each job, by its position.
  private func run(_ jobs: [Job], total: Int) async throws -> [Int: CurlReport] {
    try await CurlConfiguration(
      transfers: jobs.map {
        .init(
          url: $0.request.url,
          action: .fetch(to: "\(store.path)/\($0.partial)", resumes: $0.resumes))
      },
      allowsHTTP: options.allowsHTTP, maxBytes: options.maxDownloadBytes, patience: patience,
      sendsLogin: sendsLogin
    ).run(fileLimitBytes: options.maxDownloadBytes) { running, meter in
      try look(at: jobs, running: running, meter, total: total)
    }
  }

  private func look(at jobs: [Job], running: Range<Int>, _ meter: CurlMeter, total: Int) throws {
    // What comes with a redirect is received too, but written nowhere.
    let (limit, overflow) = options.maxDownloadBytes.multipliedReportingOverflow(
      by: UInt64(running.count * (patience.retries + 1)))
    if !overflow, meter.receivedBytes > limit {
      let first = jobs[running.lowerBound].request.url
      throw VendorError.downloadTooLarge(
        running.count == 1 ? first : "\(running.count) downloads together", maxBytes: limit)
    }
    progress?(
      DownloadProgress(
        finished: total - jobs.count + running.lowerBound + meter.finished, total: total,
        receivedBytes: jobs.reduce(0) { $0 + $1.receivedBytes(in: store) }, percent: meter.percent))
  }
}

/// Options for fetching.
public struct FetchOptions: Sendable {
  /// Whether to use only the cache, mirrors and local paths.
  public var isOffline = false
  /// Whether `http:` and `git:` are allowed as well as `https:` and `ssh:`.
  public var allowsHTTP = false
  /// The maximum size of one download in bytes.
  public var maxDownloadBytes: UInt64 = 1 << 30
  /// The server to ask for archives before their own addresses.
  public var cacheServer: CacheServer?
  /// Whether to fetch nothing from the packages' own addresses.
  public var blocksOrigin = false

  /// The defaults: network allowed, encrypted addresses only, 1 GiB.
  public init() {}
}

/// The progress of one run's downloads.
public struct DownloadProgress: Hashable, Sendable {
  /// A callback that receives the progress a few times a second.
  public typealias Handler = @Sendable (DownloadProgress) -> Void

  /// Addresses that are finished, successful or not.
  public var finished: Int
  /// Addresses that were requested.
  public var total: Int
  /// Bytes that have arrived, of all addresses together.
  public var receivedBytes: UInt64
  /// How much of the known sizes has arrived, 0 to 100; nil when no size is known.
  public var percent: Int?
}
