import SafeFiles

extension SourceFetcher {
  /// The outcome of mirroring one source.
  public enum Mirrored: Hashable, Sendable {
    /// It is in the mirror under this key.
    case kept(ArchiveStore.Item.Key)
    /// It is a folder in the project; nothing to mirror.
    case folder
    /// It is a commit, which has no SHA-256 that a cache server could be asked for.
    case commitOnly
  }

  /// Copies pinned sources into a mirror, fetching those in neither the cache nor the mirror.
  ///
  /// Besides the archives the mirror gets a `SHA256SUMS`, so that `sha256sum -c SHA256SUMS` verifies
  /// it anywhere. Requests without a pin are refused: a mirror is looked up by pin.
  /// - Returns: one result for each request, in order.
  /// - Throws: `VendorError` of the first source that cannot be fetched; what was copied before stays.
  public func mirror(_ requests: [Request], to mirror: ArchiveStore) async throws -> [Mirrored] {
    let fetcher = SourceFetcher(
      cache: cache, mirrors: mirrors + [mirror], options: options, progress: progress, warn: warn)
    var results: [Mirrored] = []
    for (request, fetched) in zip(requests, await fetcher.fetch(requests)) {
      let source = try fetched.get()
      guard request.archiveDigest == source.archiveDigest, request.commit == source.commit else {
        throw Self.unpinned(request)
      }
      if let digest = source.archiveDigest {
        if let file = try storedFile(digest, label: request.source.label) {
          try mirror.insert(file, as: digest)
        }
        results.append(.kept(.archive(digest)))
      } else if let commit = source.commit {
        if let pack = try cache.pack(commit) { try mirror.insertPack(pack, commit: commit) }
        results.append(.kept(.commit(commit)))
      } else {
        results.append(.folder)
      }
    }
    try mirror.writeSums()
    return results
  }
}

extension ArchiveStore {
  /// Writes the list that `sha256sum -c` reads, of everything in the store.
  func writeSums() throws {
    let root = try root()
    var text: [UInt8] = []
    for item in try items() {
      let digest: SHA256Digest
      switch item.key {
      case .archive(let known): digest = known
      case .commit: digest = try ArchiveFile(path: "\(path)/\(item.path)", label: path).digest()
      }
      text += "\(digest.hex)  ".utf8 + item.path.bytes + [UInt8(ascii: "\n")]
    }
    let work = try newWorkName("sums")
    try root.createFile(work, holding: text)
    try root.rename(work, to: RelativePath(known: "SHA256SUMS"))
    // Keep it if another run is using it.
    if let folder = work.parent { try? root.removeDirectory(folder) }
  }
}
