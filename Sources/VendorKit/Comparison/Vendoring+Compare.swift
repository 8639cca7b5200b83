public import SafeFiles

extension Vendoring {
  /// Compares all files of a package's archive with those of a commit of its repository.
  ///
  /// Neither selection nor patches matter: what nobody vendors is compared too. A folder around all
  /// files of the archive is ignored.
  ///
  /// - Parameters:
  ///   - name: the package.
  ///   - ref: a branch, a tag or a full commit id.
  ///   - repository: its address, or a path; nil for a package from git, which is compared with
  ///     another ref of its own repository.
  ///   - scratch: an empty folder for the files of both.
  /// - Throws: `VendorError`, also for an archive or a repository that would be refused as a source.
  public func compare(
    _ name: String, ref: String, repository: String?, scratch: DirectoryHandle
  ) async throws -> TreeComparison {
    let package = try lock().package(named: name)
    let address: String
    if let repository {
      address = repository
    } else if case .git(let url, _) = try source(of: package) {
      address = url
    } else {
      throw VendorError(
        .invalidArgument, at: name, "comes from an archive, so its repository is not known",
        remedy: "name it with --source")
    }
    let archive = try await side("archive", try pinnedRequest(package), fetcher, in: scratch)
    var options = fetcher.options
    // A repository on this machine needs no network.
    let isPath = try SourceAddress(address, of: .git).isPath
    if isPath { options.isOffline = false }
    let local = SourceFetcher(
      cache: fetcher.cache, mirrors: fetcher.mirrors, options: options, progress: fetcher.progress)
    // git reads text before a colon as a host unless there is a slash before it.
    let url = isPath && address.contains(":") && !address.hasPrefix("/") ? "./\(address)" : address
    let git = try await side("repository", .init(.git(url: url, ref: ref)), local, in: scratch)
    guard let commit = git.source.commit else {
      preconditionFailure("what came from git has a commit")
    }
    var comparison = try TreeComparison(
      archive: (archive.list, archive.folder),
      around: package.type == .git ? nil : Self.folderAround(archive.list),
      repository: (git.list, git.folder), commit: commit)
    comparison.remarks = archive.source.remarks + git.source.remarks
    return comparison
  }

  private func side(
    _ name: String, _ request: SourceFetcher.Request, _ fetcher: SourceFetcher,
    in scratch: DirectoryHandle
  ) async throws -> (source: FetchedSource, list: FileList, folder: DirectoryHandle) {
    let source = try await fetcher.fetch(request)
    let place = RelativePath(known: name)
    try scratch.createDirectory(place)
    let folder = try scratch.subdirectory(place)
    var policy = policy
    policy.allowsSymbolicLinks = true
    return (
      source, try await source.stage(into: folder, selection: .everything, policy: policy), folder
    )
  }

  /// The one top folder of a list; nil where there are several, or files beside it.
  private static func folderAround(_ list: FileList) -> RelativePath? {
    guard let top = list.entries.first?.path.components.first,
      list.entries.allSatisfy({ $0.path != top && $0.path.isInside(top) })
    else { return nil }
    return top
  }
}
