public import SafeFiles

extension Vendoring {
  /// Conflicts that a person is to resolve, in staged copies of the packages.
  public struct StagedConflicts: Sendable {
    /// A file with conflict markers.
    public struct File: Sendable {
      /// The package.
      public var package: String
      /// The patch that does not fit.
      public var patch: RelativePath
      /// The file, from the package's folder.
      public var path: RelativePath
      /// The package's staged copy, outside the tree.
      public var folder: String
    }

    /// The files to edit.
    public var files: [File] = []
    /// Patches after these that seem to be in conflict too; their turn comes later.
    public var later: [RelativePath] = []
    /// What was taken over from files that were not in conflict, where this continues a merge.
    public var remarks: [String] = []
  }

  /// Continues an update after its conflicts have been resolved in the staged copies.
  ///
  /// - Returns: further conflicts, when a patch after the resolved one is in conflict.
  /// - Throws: `VendorErrors` naming each file in which markers remain, and each that does not belong
  ///   there; `VendorError` with
  ///   `nothingToCheck` when there is no merge, `changedMeanwhile` when a package is not what it was.
  ///   Nothing has changed then.
  public func continueMerge() async throws -> UpdateOutcome {
    let transaction = try Transaction(in: root, lockTimeout: lockTimeout)
    let merge = try unfinishedMerge()
    let lock = try lock()
    let conflicts = try merge.readConflicts()
    let old = try merge.packagesBefore()
    var edits: [String: MergeFolder.Edits] = [:]
    for package in old.packages { edits[package.name] = try merge.edits(of: package.name) }
    try VendorErrors.check(
      try remainingMarkers(conflicts, in: merge) + strayFiles(edits, in: merge))
    guard let after = try merge.read(MergeFolder.after) else { throw merge.damaged }
    let new = try Lock(parsing: after, named: "\(merge.handle.name)/\(MergeFolder.after)")
    let plans = try VendorErrors.collecting(new.packages) { package in
      guard let before = old[package.name] else { throw merge.damaged }
      return try plan(package, from: before, in: lock, merge, transaction)
    }
    let run = UpdateRun(vendoring: self, transaction: transaction, lock: lock, plans: plans)
    run.merges = true
    run.previous = merge
    for plan in plans {
      let name = plan.before.name
      for patch in plan.patches {
        let place = MergeFolder.place(of: patch.pinned.path, in: MergeFolder.resolved)
        guard let text = try merge.read(place) else { continue }
        run.resolutions[name, default: [:]][patch.pinned.path] = .patch(text)
      }
      if let tree = try merge.tree(of: name),
        let patch = conflicts.first(where: { $0.package == name })?.patch
      {
        run.resolutions[name, default: [:]][patch] = .edited(tree)
        let expected = Set(conflicts.filter { $0.package == name }.map(\.path))
        run.edits[name] = edits[name]?.changed.filter { !expected.contains($0.path) }.map {
          "the \($0.what) of \($0.path), which was not in conflict, went into \(patch)"
        }
      }
    }
    return try await run.carryOut()
  }

  /// Discards the staged copies of an update that was to be merged; the tree is as it was.
  ///
  /// - Throws: `VendorError` with `nothingToCheck` when there is no merge.
  public func abortMerge() throws {
    // The lock keeps a run that continues it from losing it.
    let transaction = try Transaction(in: root, lockTimeout: lockTimeout)
    defer { withExtendedLifetime(transaction) {} }
    try unfinishedMerge().remove()
  }

  /// Removes a merge that is over: its update was carried out, but the run was killed before it removed
  /// the merge.
  ///
  /// - Returns: the packages of that update; nil when there is no merge, or one to be continued.
  public func removeMergeThatIsOver() throws -> [String]? {
    guard try MergeFolder.existing(for: root) != nil else { return nil }
    let transaction = try Transaction(in: root, lockTimeout: lockTimeout)
    defer { withExtendedLifetime(transaction) {} }
    guard let merge = try MergeFolder.existing(for: root), try merge.isOver(in: try lock()) else {
      return nil
    }
    let packages = try merge.packagesBefore().packages.map(\.name)
    try merge.remove()
    return packages
  }

  private func unfinishedMerge() throws -> MergeFolder {
    guard let merge = try MergeFolder.existing(for: root) else {
      throw VendorError(
        .nothingToCheck, at: "vendor update", "there is no unfinished merge in this project",
        remedy: "start one with 'assetkit vendor update NAME --merge'")
    }
    return merge
  }

  private func remainingMarkers(
    _ conflicts: [MergeFolder.Conflict], in merge: MergeFolder
  ) throws -> [VendorError] {
    try conflicts.compactMap { conflict in
      guard let tree = try merge.tree(of: conflict.package) else { throw merge.damaged }
      let text = try ifPresent { () throws(FileError) in
        try tree.readFile(conflict.path, limitBytes: Patch.maximumBytes)
      }
      guard let text, ConflictMarkers.remain(in: text, size: conflict.markerSize) else {
        return nil
      }
      return VendorError(
        .patch, at: "\(merge.path(ofTree: conflict.package))/\(conflict.path)",
        "still contains conflict markers",
        remedy: "edit it, or remove it if the package is to be without it")
    }
  }

  /// Files that editors and tools have left between the staged ones, and that no patch is to contain.
  private func strayFiles(
    _ edits: [String: MergeFolder.Edits], in merge: MergeFolder
  ) -> [VendorError] {
    edits.sorted { $0.key < $1.key }.flatMap { package, edits in
      edits.added.map { path in
        VendorError(
          .patch, at: "\(merge.path(ofTree: package))/\(path)",
          "is not one of the files that were staged",
          remedy: "remove it; a file that the package is to have in addition can be made a patch "
            + "by 'assetkit vendor patch \(package)' after the update")
      }
    }
  }

  /// The plan of a package as the merge was begun.
  private func plan(
    _ after: Lock.Package, from before: Lock.Package, in lock: Lock, _ merge: MergeFolder,
    _ transaction: Transaction
  ) throws -> UpdatePlan {
    guard lock[after.name] == before else {
      throw VendorError(
        .changedMeanwhile, at: after.name, "has changed in \(Lock.fileName) since the merge began",
        remedy: try merge.hasOutcome
          ? "discard the merge with 'assetkit vendor update --abort': an earlier run has carried it "
            + "out, or tried to; 'assetkit vendor list' shows what the project has"
          : "restore it, or discard the merge with 'assetkit vendor update --abort'")
    }
    let patches = try after.patches.map { pinned in
      guard
        let bytes = try merge.read(MergeFolder.place(of: pinned.path, in: MergeFolder.patches))
      else { throw merge.damaged }
      return KeptPatch(
        pinned: pinned, bytes: bytes,
        patch: try Patch(parsing: bytes, name: pinned.path.description))
    }
    // The archive is the one that was checked; its signature is checked again with the key beside it.
    let signatures = MergeFolder.signatures(of: after.name)
    let isSigned = try merge.handle.statusIfPresent(of: signatures) != nil
    let folder = "\(merge.handle.name)/\(signatures)"
    return UpdatePlan(
      before: before, after: after, list: try unedited(before, transaction), patches: patches,
      request: try pinnedRequest(after),
      signature: isSigned ? GivenSignature("\(folder)/signature", key: "\(folder)/key") : nil)
  }
}
