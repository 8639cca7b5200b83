extension Vendoring {
  /// Copies what the packages are pinned to into a mirror, see ``SourceFetcher/mirror(_:to:)``.
  ///
  /// - Parameter names: the packages; all when there are none.
  /// - Returns: the name of each package, and the outcome for its source.
  /// - Throws: `VendorError` of the first package whose source is unavailable.
  public func mirror(
    _ names: [String] = [], to mirror: ArchiveStore
  ) async throws -> [(name: String, source: SourceFetcher.Mirrored)] {
    let packages = try lock().packages(named: names)
    var requests: [SourceFetcher.Request] = []
    for package in packages { requests.append(try pinnedRequest(package)) }
    let mirrored = try await fetcher.mirror(requests, to: mirror)
    return zip(packages, mirrored).map { ($0.name, $1) }
  }
}
