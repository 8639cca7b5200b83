internal import SafeFiles

extension Vendoring {
  /// One package of an `update`.
  public struct Update: Sendable {
    /// The package.
    public var name: String
    /// What changes; the rest stays as it is in the lock.
    public var intent = Intent()
    /// The digest that the archive must have.
    public var archiveDigest: SHA256Digest?
    /// Patch files to apply after those that the package has.
    public var patchFiles: [String] = []
    /// Patches to drop, by path or file name.
    public var droppedPatches: [String] = []
    /// The file that has the archive's bytes; nil to fetch them. It must be the pinned archive, unless
    /// the address changes.
    public var file: String?
    /// The signature that the archive must have.
    public var signature: GivenSignature?
    /// Whether to forget the signature and the key that are pinned.
    public var forgetsSignature = false

    /// An update of the package of that name from the same source and version.
    public init(_ name: String) {
      self.name = name
    }
  }

  /// A patch as an update takes it over: what the lock pins, and the patch.
  typealias KeptPatch = (pinned: Lock.Package.Patch, bytes: [UInt8], patch: Patch)

  /// What is to be done with one package, checked before anything is fetched.
  private struct Plan {
    var update: Update
    var before: Lock.Package
    var after: Lock.Package
    var list: FileList
    var patches: [KeptPatch]
    var request: SourceFetcher.Request
  }

  /// Fetches packages from upstream again, with what their intents change.
  ///
  /// All packages change together or none does.
  /// - Parameter updates: one for each package, no package twice.
  /// - Returns: one result for each, in the same order.
  /// - Throws: `VendorError`: `wouldLose` where there are local edits, `patch` where a patch no
  ///   longer fits, and whatever fetching throws; `VendorErrors` where that is true of several.
  ///   Nothing has changed then.
  public func update(_ updates: [Update]) async throws -> [Updated] {
    let transaction = try Transaction(in: root, lockTimeout: lockTimeout)
    let lock = try lock()
    let plans = try collecting(updates) { try plan($0, in: lock, transaction) }
    let fetched = await fetcher.fetch(plans.map(\.request))
    let sources = try collecting(fetched) { try $0.get() }
    var updated: [Updated] = []
    var errors: [VendorError] = []
    for (plan, source) in zip(plans, sources) {
      do {
        updated.append(try await carryOut(plan, from: source, in: transaction))
      } catch let error as VendorError {
        errors.append(error)
      }
    }
    try VendorErrors.check(errors)
    let names = Set(plans.map(\.before.name))
    let others = lock.packages.filter { !names.contains($0.name) }
    try transaction.stageFile(try Lock(others + updated.map(\.after)).text, at: Self.lockPath)
    try transaction.commit()
    for index in updated.indices {
      let package = updated[index].after
      updated[index].hints = hints(of: package, try FileList(pinnedBy: package, in: root))
    }
    return updated
  }

  /// The values for all of `inputs`; throws what was thrown for any, together.
  private func collecting<Input, Output>(
    _ inputs: [Input], _ value: (Input) throws -> Output
  ) throws -> [Output] {
    var errors: [VendorError] = []
    let outputs = try inputs.compactMap { input -> Output? in
      do {
        return try value(input)
      } catch let error as VendorError {
        errors.append(error)
        return nil
      }
    }
    try VendorErrors.check(errors)
    return outputs
  }

  // MARK: - Before fetching

  private func plan(
    _ update: Update, in lock: Lock, _ transaction: Transaction
  ) throws -> Plan {
    let before = try lock.package(named: update.name)
    try transaction.watch(before.path)
    let list = try FileList(pinnedBy: before, in: root)
    try refuseToLose(
      try LocalEdits(in: try folder(of: before), comparedWith: list), of: before,
      by: "sync \(before.name)")
    var after = try intent(of: before, update.intent)
    if after.path != before.path { try refuseToMove(from: before.path, to: after.path) }
    var patches = try keptPatches(of: after, dropping: update.droppedPatches)
    patches += try adoptedPatches(
      update.patchFiles, of: after.name, after: try nextNumber(of: after) - 1)
    after.patches = patches.map(\.pinned)
    var request = SourceFetcher.Request(
      try source(of: after), archiveDigest: update.archiveDigest)
    if let file = update.file {
      if request.archiveDigest == nil, after.resolvedSource == before.resolvedSource {
        request.archiveDigest = before.archiveDigest
      }
      request = try fetcher.request(request, from: file)
    }
    return Plan(
      update: update, before: before, after: after, list: list, patches: patches, request: request)
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
      return (
        Lock.Package.Patch(path: pinned.path, digest: SHA256.digest(of: bytes)), bytes,
        try Patch(parsing: bytes, name: pinned.path.description)
      )
    }
  }

  // MARK: - After fetching

  private func carryOut(
    _ plan: Plan, from source: FetchedSource, in transaction: Transaction
  ) async throws -> Updated {
    var package = plan.after
    var signature: CheckedSignature?
    if plan.update.forgetsSignature { package.signature = nil }
    if let given = plan.update.signature {
      signature = try await check(given, of: source, for: package)
      package.signature = signature?.pinned
    } else {
      try refuseToForgetSignature(of: package, for: source.archiveDigest)
    }
    let staged = try await stage(
      package, from: source, patches: plan.patches.map(\.patch), in: transaction)
    if let signature {
      try stage(signature, of: package, in: transaction)
    } else if plan.before.signature != nil, package.signature == nil {
      try transaction.stageRemoval(of: package.signaturesPath)
    }
    if plan.after.path != plan.before.path {
      try transaction.stageRemoval(of: plan.before.path)
    }
    try stagePatches(plan.patches, replacing: plan.before, in: transaction)
    var updated = Updated(
      before: plan.before, after: staged.package,
      remarks: source.remarks + staged.result.remarks + (signature?.remarks ?? []))
    updated.bytesBefore = try size(of: plan.list, in: try folder(of: plan.before))
    updated.bytesAfter = try size(of: staged.result.tree, in: staged.folder)
    updated.compare(plan.list, with: staged.result.tree)
    return updated
  }

  /// Stages the patch files that are new or differ, and the removal of those that are gone.
  func stagePatches(
    _ patches: [KeptPatch], replacing package: Lock.Package, in transaction: Transaction
  ) throws {
    for patch in patches {
      let present = try ifPresent { () throws(FileError) in
        try root.readFile(patch.pinned.path, limitBytes: Patch.maximumBytes)
      }
      if present != patch.bytes {
        try transaction.stageFile(patch.bytes, at: patch.pinned.path)
      }
    }
    let kept = Set(patches.map(\.pinned.path))
    let dropped = package.patches.map(\.path).filter { !kept.contains($0) }
    if kept.isEmpty, !dropped.isEmpty,
      try root.subdirectory(package.patchesPath).entries().count == dropped.count
    {
      try transaction.stageRemoval(of: package.patchesPath)
    } else {
      for path in dropped { try transaction.stageRemoval(of: path) }
    }
  }

  private func size(of list: FileList, in folder: DirectoryHandle?) throws -> Int {
    guard let folder else { return 0 }
    return try list.entries.reduce(0) { sum, entry in
      guard case .file = entry.content else { return sum }
      return sum + (try folder.statusIfPresent(of: entry.path)?.size ?? 0)
    }
  }
}
