extension SourceFetcher {
  /// A request for the same source whose bytes are those of a file, which the cache has then.
  ///
  /// - Throws: `VendorError`: `digestMismatch` when the file is not the archive that is pinned,
  ///   `invalidArgument` for a source that is not an archive, `inputOutput`.
  func request(_ request: Request, from path: String) throws -> Request {
    switch request.source {
    case .archive, .download: break
    case .directory, .git:
      throw VendorError(
        .invalidArgument, at: request.source.label,
        "is not an archive, so its bytes cannot come from a file", remedy: "leave --from out")
    }
    let file = try ArchiveFile(path: path, label: path)
    let digest = try file.digest()
    if let expected = request.archiveDigest, expected != digest {
      throw Downloader.Job.mismatch(at: path, expected: expected, actual: digest)
    }
    try cache.insert(file, as: digest)
    var request = request
    request.archiveDigest = digest
    return request
  }
}
