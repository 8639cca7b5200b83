internal import BroadcastPool
internal import SafeFiles

extension Vendoring {
  /// Options of `sync`.
  public struct SyncOptions: Sendable {
    /// Whether to discard local edits.
    public var force = false
    /// Whether to accept and pin an archive with a different digest if its files are the same.
    public var acceptsRepacked = false
    /// Whether to fetch the sources into the cache only, leaving the tree alone.
    public var fetchesOnly = false
    /// The file that has the archive's bytes, for one package; nil to fetch them.
    public var file: String?

    /// The defaults: keep local edits, accept only pinned archives.
    public init() {}
  }

  /// The result of `sync` for one package.
  public struct Synced: Sendable {
    /// What it did.
    public enum Outcome: String, Sendable {
      /// Everything matched the lock.
      case unchanged
      /// The files were restored.
      case restored
      /// The archive had been re-packed with the same contents; its new digest is pinned.
      case repinned
      /// The source is in the cache now.
      case fetched
    }

    /// The package's name.
    public var name: String
    /// What was done.
    public var outcome: Outcome
    /// The differences before.
    public var edits: LocalEdits
  }

  /// Makes the files of the named packages, or of all if no name is given, match the lock.
  ///
  /// All packages change together or none does.
  /// - Throws: `VendorError`: `wouldLose` where there are local edits, `digestMismatch` where the
  ///   result does not match the pins, and whatever fetching throws. Nothing has changed then.
  public func sync(_ names: [String], options: SyncOptions = SyncOptions()) async throws
    -> [Synced]
  {
    let transaction = try Transaction(in: root, lockTimeout: lockTimeout)
    let lock = try lock()
    let packages = try lock.packages(named: names)
    var results: [String: Synced] = [:]
    var stale: [(package: Lock.Package, edits: LocalEdits?)] = []
    let states = try await packages.mapSideBySide(name: "edits") { package, _ in
      // The state first: what changes while it is read is then noticed.
      let fingerprint = try Fingerprint.of(package.path, in: root)
      return State(fingerprint: fingerprint, edits: try editsIfListed(of: package))
    }
    for (package, state) in zip(packages, states) {
      transaction.watch(package.path, as: state.fingerprint)
      let edits = state.edits
      try checkCommittedFiles(of: package)
      if let edits, edits.isEmpty, !options.fetchesOnly, !options.acceptsRepacked {
        results[package.name] = Synced(name: package.name, outcome: .unchanged, edits: edits)
        continue
      }
      if !options.force, !options.fetchesOnly {
        if let edits {
          try refuseToLose(edits, of: package, by: "sync \(package.name)")
        } else {
          try refuseConversion(of: package)
        }
      }
      stale.append((package, edits))
    }
    var staged: [Staged] = []
    for part in Self.parts(of: stale) {
      let sources = try await fetch(part.map(\.package), options: options)
      guard !options.fetchesOnly else { continue }
      staged += try await stage(
        try zip(part, sources).map { stale, source in
          StagingJob(
            package: stale.package, source: source, patches: try patches(of: stale.package))
        }, in: transaction)
    }
    if options.fetchesOnly {
      for (package, edits) in stale {
        results[package.name] = Synced(
          name: package.name, outcome: .fetched, edits: edits ?? LocalEdits.none)
      }
      return packages.compactMap { results[$0.name] }
    }
    var repinned: [Lock.Package] = []
    for ((package, listed), result) in zip(stale, staged) {
      let isRepacked = result.package.archiveDigest != package.archiveDigest
      try check(result.result, against: package, isRepacked: isRepacked)
      try refuseToForgetSignature(of: package, for: result.package.archiveDigest)
      if isRepacked {
        var pinned = package
        pinned.archiveDigest = result.package.archiveDigest
        pinned.archiveSHA512 = result.package.archiveSHA512
        repinned.append(pinned)
      }
      // Without a list to trust, only the restored one tells what was edited.
      let edits =
        try listed
        ?? LocalEdits(in: try folder(of: package), comparedWith: result.result.tree)
      if listed == nil, !options.force {
        try refuseToLose(edits, of: package, by: "sync \(package.name)")
      }
      let isUnchanged = listed?.isEmpty == true
      results[package.name] = Synced(
        name: package.name,
        outcome: isRepacked ? .repinned : isUnchanged ? .unchanged : .restored, edits: edits)
    }
    if !stale.isEmpty {
      if !repinned.isEmpty {
        try transaction.stageFile(try lock.setting(repinned).text, at: Self.lockPath)
      }
      try transaction.commit()
    }
    return packages.compactMap { results[$0.name] }
  }

  /// A package's folder before it is changed.
  private struct State: Sendable {
    let fingerprint: SHA256Digest?
    let edits: LocalEdits?
  }

  /// The local edits; nil when there is no trustworthy list to compare with.
  private func editsIfListed(of package: Lock.Package) throws -> LocalEdits? {
    do {
      return try edits(of: package)
    } catch let error as VendorError
      where error.code == .invalidList
    {
      return nil
    }
  }

  /// Refuses a package whose list git has converted: restoring it would change nothing, because git
  /// converts it again.
  private func refuseConversion(of package: Lock.Package) throws {
    // Without a list, or with an invalid one, there is no conversion.
    guard let list = try? CommittedList(of: package, in: root), list.conversion != nil,
      let mismatch = list.mismatch
    else { return }
    throw mismatch
  }

  /// Checks what upstream does not have, so that it cannot be restored: patches, and the signature.
  private func checkCommittedFiles(of package: Lock.Package) throws {
    _ = try patches(of: package)
    for file in package.signatureFiles { _ = try pinnedBytes(at: file.path, file.digest) }
  }

  private func fetch(
    _ packages: [Lock.Package], options: SyncOptions
  ) async throws -> [FetchedSource] {
    let requests = try packages.map { package in
      var request = try pinnedRequest(package)
      if options.acceptsRepacked { request.archiveDigest = nil }
      if let file = options.file { request = try fetcher.request(request, from: file) }
      return request
    }
    let fetched = await fetcher.fetch(requests)
    return try zip(packages, fetched).map { package, result in
      do {
        return try result.get()
      } catch let error as VendorError where error.code == .digestMismatch {
        throw VendorError(
          .digestMismatch, at: error.location, error.problem,
          remedy: "if upstream re-packed it, 'assetkit vendor sync \(package.name) "
            + "--accept-repacked' pins the new archive after checking that its files are the same")
      }
    }
  }

  private func check(
    _ result: Reconstruction.Result, against package: Lock.Package, isRepacked: Bool
  ) throws(VendorError) {
    let pristine = result.pristine.digest
    guard pristine == package.pristine else {
      throw VendorError(
        .digestMismatch, at: package.name,
        "its selected files have \(pristine.pin), expected \(package.pristine.pin) as pinned"
          + (isRepacked ? ": the archive was not only re-packed, its contents differ" : ""),
        remedy: "strip, include or exclude were edited, or upstream changed: "
          + "pin it again with 'assetkit vendor update \(package.name)'")
    }
    guard result.tree.digest == package.tree else {
      throw VendorError(
        .digestMismatch, at: package.name,
        "its patched files have \(result.tree.digest.pin), expected \(package.tree.pin) as pinned",
        remedy: "the list of patches was edited: pin it again with "
          + "'assetkit vendor update \(package.name)'")
    }
  }
}
