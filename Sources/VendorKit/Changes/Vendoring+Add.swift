internal import Findings
internal import SafeFiles

extension Vendoring {
  /// Adds a new package.
  ///
  /// - Throws: `VendorError`: `invalidArgument` when the name is taken, `wouldLose` when something
  ///   is in the way, and whatever fetching, staging and patching throw. Nothing has changed then.
  public func add(_ addition: Addition) async throws -> Added {
    try await add([addition])[0]
  }

  /// Adds several new packages, fetched side by side and put in place together or not at all.
  ///
  /// - Returns: the results in the order of `additions`.
  /// - Throws: as `add` of one; `PackageFailures`, which names every package that failed, when there is
  ///   more than one addition. Nothing has changed then.
  public func add(_ additions: [Addition]) async throws -> [Added] {
    let transaction = try Transaction(in: root, lockTimeout: lockTimeout)
    let lock = try lockIfPresent() ?? Lock()
    let names = additions.map(\.package.name)
    let requests = try PackageFailures.values(
      of: additions.map { addition in Result { try request(for: addition, lock: lock) } },
      named: names)
    var results: [Result<(added: Added, list: FileList), any Error>] = []
    for part in Self.parts(of: Array(zip(additions, requests))) {
      for ((addition, _), source) in zip(part, await fetcher.fetch(part.map(\.1))) {
        do {
          results.append(.success(try await stage(addition, from: source.get(), in: transaction)))
        } catch let error as FileError where error.code == .interrupted {
          throw error
        } catch {
          results.append(.failure(error))
        }
      }
    }
    let staged = try PackageFailures.values(of: results, named: names)
    try transaction.stageFile(
      try Lock(lock.packages + staged.map(\.added.package)).text, at: Self.lockPath)
    try transaction.commit()
    // What git would do to the files is read from those that are in place.
    return staged.map { staged in
      var added = staged.added
      added.remarks += lineEndingRemarks(of: added.package)
      added.hints = hints(of: added.package, staged.list)
      return added
    }
  }

  /// Checks that there is room for the package.
  private func request(for addition: Addition, lock: Lock) throws -> SourceFetcher.Request {
    let package = addition.package
    guard lock[package.name] == nil else {
      throw VendorError(
        .invalidArgument, at: package.name, "is already vendored",
        remedy: "use 'assetkit vendor update \(package.name)', or remove it first")
    }
    for path in [package.path, package.sumsPath, package.patchesPath, package.signaturesPath] {
      try refuseToCover(path)
    }
    let request = SourceFetcher.Request(
      try source(of: package), archiveDigest: addition.archiveDigest, commit: addition.commit)
    return try addition.file.map { try fetcher.request(request, from: $0) } ?? request
  }

  private func stage(
    _ addition: Addition, from source: FetchedSource, in transaction: Transaction
  ) async throws -> (added: Added, list: FileList) {
    var addition = addition
    var signature: CheckedSignature?
    if let given = addition.signature {
      signature = try await check(given, of: source, for: addition.package)
    }
    if let prepare = addition.prepare {
      try await prepare(&addition, SourceFiles(source, policy: policy, store: fetcher.cache))
    }
    var package = addition.package
    package.signature = signature?.pinned
    let made = try addition.madePatches.enumerated().map { index, patch in
      let path = try patchPath(number: index + 1, of: package.name, title: patch.title)
      return KeptPatch(
        pinned: Lock.Package.Patch(path: path, digest: SHA256.digest(of: patch.bytes)),
        bytes: patch.bytes, patch: try Patch(parsing: patch.bytes, name: path.description))
    }
    let adopted =
      made + (try adoptedPatches(addition.patchFiles, of: package.name, after: made.count))
    package.patches = adopted.map(\.pinned)
    let staged = try await stage(
      package, from: source, patches: adopted.map(\.patch), in: transaction)
    if !adopted.isEmpty {
      let folder = try transaction.stageDirectory(at: package.patchesPath)
      for patch in adopted {
        try folder.createFile(patch.pinned.path.lastComponent, holding: patch.bytes)
      }
    }
    if let signature { try stage(signature, of: package, in: transaction) }
    let added = Added(
      package: staged.package, fileCount: staged.result.tree.entries.count,
      remarks: source.remarks + (signature?.remarks ?? []) + addition.remarks
        + staged.result.remarks + Self.proposals(for: staged.package, staged.result.pristine),
      hints: [])
    return (added, staged.result.tree)
  }

  /// Proposes to strip the one folder that everything of an archive is in.
  ///
  /// With patterns nothing is proposed: they would have to be others then.
  private static func proposals(for package: Lock.Package, _ files: FileList) -> [String] {
    guard package.type == .archive, package.strip == 0, package.include.isEmpty,
      package.exclude.isEmpty, let top = files.entries.first?.path.components.first?.bytes,
      files.entries.allSatisfy({
        $0.path.components.count > 1 && $0.path.components.first?.bytes == top
      })
    else { return [] }
    return [
      "everything is in the folder \(Refusal.quoted(top)); to vendor what is in it: "
        + "assetkit vendor update \(package.name) --strip 1"
    ]
  }

  /// Warnings about a `.gitignore` or `.gitattributes` that affects the package's files.
  func hints(of package: Lock.Package, _ list: FileList) -> [Finding] {
    GitHints(
      package: package, root: root, list: list, above: GitFilesAbove(root: root),
      includesPersonalFiles: true
    )
    .findings().sorted()
  }

  /// The line that keeps git from converting the package's line endings, where it is missing.
  func lineEndingRemarks(of package: Lock.Package) -> [String] {
    let settings = GitSettings(root: root)
    let folders = Set([WorkFolder.vendor, package.attributesFolder])
    let open = folders.filter { !settings.keepsLineEndings(in: $0) }.sorted()
    guard settings.isInRepository, !open.isEmpty else { return [] }
    let lines = open.map(Lock.Package.attributesLine).joined(separator: " and ")
    return ["add \(lines) to .gitattributes, or git may convert line endings in other checkouts"]
  }
}
