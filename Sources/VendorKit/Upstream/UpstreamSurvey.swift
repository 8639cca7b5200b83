import SafeFiles

/// The answers of all upstreams, each asked once.
struct UpstreamSurvey: Sendable {
  private var refs: [String: Result<GitRefs, any Error>] = [:]
  private var pages: [String: Result<(digest: SHA256Digest, bytes: [UInt8]), any Error>] = [:]

  /// Longer listings are truncated; the largest real ones are some hundred kilobytes.
  private static let maxPageBytes = 16 << 20

  /// Asks all upstreams in `questions`: downloads in one process, four repositories at a time.
  init(_ questions: [UpstreamQuestion], fetcher: SourceFetcher) async {
    async let refs = Self.refs(of: questions, fetcher)
    pages = await Self.pages(of: questions, fetcher)
    self.refs = await refs
  }

  private static func refs(
    of questions: [UpstreamQuestion], _ fetcher: SourceFetcher
  ) async -> [String: Result<GitRefs, any Error>] {
    let urls = Set(questions.map(\.place)).compactMap { place in
      if case .repository(let url) = place { url } else { nil }
    }
    return Dictionary(uniqueKeysWithValues: zip(urls, await fetcher.refs(of: urls)))
  }

  private static func pages(
    of questions: [UpstreamQuestion], _ fetcher: SourceFetcher
  ) async -> [String: Result<(digest: SHA256Digest, bytes: [UInt8]), any Error>] {
    let addresses = Set(questions.compactMap(\.address)).sorted()
    let listings = Set(questions.filter { $0.pattern != nil }.compactMap(\.address))
    let results = await fetcher.temporaryDownloads(of: addresses) { address, download in
      let bytes = min(maxPageBytes, Int(clamping: download.file.byteCount))
      let limit = listings.contains(address) ? bytes : 0
      return (digest: download.digest, bytes: try download.file.bytes(at: 0, count: limit))
    }
    return Dictionary(uniqueKeysWithValues: zip(addresses, results))
  }

  /// Evaluates the answer to `question` for `package`.
  ///
  /// - Throws: the failure of asking, or of listing a folder.
  func news(
    of package: Lock.Package, _ question: UpstreamQuestion, prereleases: Bool
  ) throws -> [Vendoring.Standing.News] {
    func newer(among names: some Sequence<String>) -> [Vendoring.Standing.News] {
      question.pattern?.newest(among: names, prereleases: prereleases)
        .map { [.newer(version: $0)] } ?? []
    }
    switch question.place {
    case .folder(let path):
      return newer(
        among: try DirectoryHandle(path: path).entries().map {
          String(decoding: $0.name, as: UTF8.self)
        })
    case .listing(let url):
      guard let page = try pages[url]?.get() else { return [] }
      return newer(among: LinkedNames(in: page.bytes))
    case .file(let url):
      guard let page = try pages[url]?.get() else { return [] }
      return page.digest == package.archiveDigest ? [] : [.replaced(page.digest)]
    case .repository(let url):
      guard let refs = try refs[url]?.get() else { return [] }
      let moves = package.commit == nil ? [] : try Self.moves(of: package, in: refs, url)
      return newer(among: refs.tags) + moves
    }
  }

  /// Whether the package's branch or tag still points to the pinned commit.
  private static func moves(
    of package: Lock.Package, in refs: GitRefs, _ url: String
  ) throws -> [Vendoring.Standing.News] {
    let ref = package.ref ?? "HEAD"
    if GitRef.isCommit(ref) { return [] }
    guard let name = refs.names(of: ref).first, let commit = refs.commit(of: name) else {
      throw VendorError(
        .network, at: "\(url) at \(ref)", "the branch or tag no longer exists",
        remedy: "keep a mirror: the pinned commit \(package.commit ?? "") may disappear too")
    }
    if commit == package.commit { return [] }
    return [name.hasPrefix("refs/tags/") ? .retagged(commit: commit) : .moved(commit: commit)]
  }
}
