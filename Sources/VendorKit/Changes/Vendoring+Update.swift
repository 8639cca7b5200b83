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

    /// Whether only what the lock says of the package changes: nothing has to be fetched.
    var isDescription: Bool {
      intent.isDescription && archiveDigest == nil && patchFiles.isEmpty && droppedPatches.isEmpty
        && file == nil && signature == nil && !forgetsSignature
    }

    /// An update of the package of that name from the same source and version.
    public init(_ name: String) {
      self.name = name
    }
  }

  /// What came of an update.
  public enum UpdateOutcome: Sendable {
    /// All packages were updated.
    case updated([Updated])
    /// Nothing has changed; conflicts are staged outside the tree.
    case conflicts(StagedConflicts)
  }

  /// Fetches packages from upstream again, with what their intents change; where that is only a licence or
  /// a package URL, nothing is fetched and no file of theirs changes.
  ///
  /// All packages change together or none does. A patch that fits at other lines is rewritten with
  /// these, and one that upstream has is dropped.
  /// - Parameters:
  ///   - updates: one for each package, no package twice.
  ///   - merges: whether a patch that no longer fits is merged with what upstream changed.
  /// - Throws: `VendorError`: `wouldLose` where there are local edits or an unfinished merge, `patch`
  ///   where a patch no longer fits, and whatever fetching throws; `VendorErrors` where that is true
  ///   of several. Nothing has changed then.
  public func update(_ updates: [Update], merges: Bool = false) async throws -> UpdateOutcome {
    let transaction = try Transaction(in: root, lockTimeout: lockTimeout)
    if let merge = try MergeFolder.existing(for: root) {
      throw VendorError(
        .wouldLose, at: merge.handle.name, "contains a merge that is not finished",
        remedy: "finish it with 'assetkit vendor update --continue', or discard it with "
          + "'assetkit vendor update --abort'")
    }
    let lock = try lock()
    if updates.allSatisfy(\.isDescription) { return try describe(updates, in: lock, transaction) }
    let run = UpdateRun(
      vendoring: self, transaction: transaction, lock: lock,
      plans: try VendorErrors.collecting(updates) { try plan($0, in: lock, transaction) })
    run.merges = merges
    return try await run.carryOut()
  }

  /// Changes what the lock says of packages.
  private func describe(
    _ updates: [Update], in lock: Lock, _ transaction: Transaction
  ) throws -> UpdateOutcome {
    let updated = try updates.map { update in
      let before = try lock.package(named: update.name)
      var updated = Updated(before: before, after: update.intent.applied(to: before))
      updated.bytesBefore = try unedited(before, transaction).size(in: try folder(of: before))
      updated.bytesAfter = updated.bytesBefore
      return updated
    }
    let names = Set(updates.map(\.name))
    let others = lock.packages.filter { !names.contains($0.name) }
    try transaction.stageFile(
      try Lock(others + updated.map(\.after)).text, at: Vendoring.lockPath)
    try transaction.commit()
    return .updated(updated)
  }
}
