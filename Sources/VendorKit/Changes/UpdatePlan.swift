internal import SafeFiles

/// What an update is to do with one package, checked before anything is fetched.
struct UpdatePlan {
  /// The package as it is.
  var before: Lock.Package
  /// The package as it is to be; its pins are those of the old version.
  var after: Lock.Package
  /// The list of the files as they are.
  var list: FileList
  /// The patches to apply, as their files are now.
  var patches: [KeptPatch]
  /// What to fetch.
  var request: SourceFetcher.Request
  /// The signature that the archive must have; nil to accept the pinned archive alone, where one is
  /// signed.
  var signature: Vendoring.GivenSignature?

  /// What conflict markers call the two versions; the patch's name comes later.
  var names: ConflictMarkers.Names {
    func text(_ package: Lock.Package, else other: String) -> String {
      let version = package.version ?? package.commit.map { String($0.prefix(12)) } ?? other
      return "\(package.name) \(version)"
    }
    let (old, new) = (text(before, else: "as pinned"), text(after, else: "as fetched"))
    return ConflictMarkers.Names(base: old, ours: "", theirs: old == new ? "\(new) (new)" : new)
  }
}

extension Vendoring {
  /// Checks that a package can be updated, and says how.
  ///
  /// - Throws: `VendorError`: `wouldLose` where there are local edits, and others.
  func plan(
    _ update: Update, in lock: Lock, _ transaction: Transaction
  ) throws -> UpdatePlan {
    let before = try lock.package(named: update.name)
    let list = try unedited(before, transaction)
    var after = try intent(of: before, update.intent)
    if after.path != before.path { try refuseToMove(from: before.path, to: after.path) }
    var patches = try keptPatches(of: after, dropping: update.droppedPatches)
    patches += try adoptedPatches(
      update.patchFiles, of: after.name, after: try nextNumber(of: after) - 1)
    after.patches = patches.map(\.pinned)
    if update.forgetsSignature { after.signature = nil }
    var request = SourceFetcher.Request(
      try source(of: after), archiveDigest: update.archiveDigest)
    if let file = update.file {
      if request.archiveDigest == nil, after.resolvedSource == before.resolvedSource {
        request.archiveDigest = before.archiveDigest
      }
      request = try fetcher.request(request, from: file)
    }
    return UpdatePlan(
      before: before, after: after, list: list, patches: patches, request: request,
      signature: update.signature)
  }

  /// The list of a package that has no local edits; its folder is watched from here on.
  func unedited(_ package: Lock.Package, _ transaction: Transaction) throws -> FileList {
    try transaction.watch(package.path)
    let list = try FileList(pinnedBy: package, in: root)
    try refuseToLose(
      try LocalEdits(in: try folder(of: package), comparedWith: list), of: package,
      by: "sync \(package.name)")
    return list
  }

  private func intent(
    of package: Lock.Package, _ intent: Intent
  ) throws(VendorError) -> Lock.Package {
    var intent = intent
    if let version = intent.version, intent.source == nil, intent.ref == nil,
      !package.source.contains("{version}")
    {
      // A git tag that is the version, as `v1.3`, follows it.
      guard let old = package.version, let ref = package.ref, ref.contains(old) else {
        throw VendorError(
          .invalidArgument, at: package.name,
          "has no '{version}' in its source, so --to alone does not select a new one",
          remedy: "give --source or --ref together with --to")
      }
      intent.ref = ref.replacing(old, with: version, maxReplacements: 1)
    }
    return intent.applied(to: package)
  }

  private func refuseToMove(from old: RelativePath, to new: RelativePath) throws {
    guard !old.isInside(new), !new.isInside(old) else {
      throw VendorError(
        .invalidArgument, at: new.description, "is inside \(old), or contains it",
        remedy: "move the package to a folder of its own")
    }
    try refuseToCover(new)
  }

  private func keptPatches(
    of package: Lock.Package, dropping dropped: [String]
  ) throws -> [KeptPatch] {
    func isDropped(_ path: RelativePath) -> Bool {
      dropped.contains { $0 == path.description || $0 == path.lastComponent.description }
    }
    for name in dropped where !package.patches.contains(where: { isDropped($0.path) }) {
      throw VendorError(.invalidArgument, at: name, "is not a patch of \(package.name)")
    }
    return try package.patches.filter { !isDropped($0.path) }.map { pinned in
      // A patch edited by hand is pinned again.
      let bytes = try root.readFile(pinned.path, limitBytes: Patch.maximumBytes)
      return KeptPatch(
        pinned: Lock.Package.Patch(path: pinned.path, digest: SHA256.digest(of: bytes)),
        bytes: bytes, patch: try Patch(parsing: bytes, name: pinned.path.description))
    }
  }
}
