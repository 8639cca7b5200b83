internal import SafeFiles

/// One run of `update`: fetches, applies the patches, and puts everything in place or nothing.
final class UpdateRun {
  /// Whether patches that do not fit are merged.
  var merges = false
  /// By package, what a person decided about patches in conflict.
  var resolutions: [String: [RelativePath: Reapplication.Resolution]] = [:]
  /// The merge that this run continues.
  var previous: MergeFolder?
  /// By package, what is to be said about what a person did to its staged files.
  var edits: [String: [String]] = [:]

  private let vendoring: Vendoring
  private let transaction: Transaction
  private let lock: Lock
  private let plans: [UpdatePlan]
  private var scratch: DirectoryHandle?
  /// The conflicts of this run; made with the first one.
  private var merge: MergeFolder?
  private var conflicts = Vendoring.StagedConflicts()
  private var markers: [MergeFolder.Conflict] = []

  /// The run that carries out `plans`.
  init(vendoring: Vendoring, transaction: Transaction, lock: Lock, plans: [UpdatePlan]) {
    self.vendoring = vendoring
    self.transaction = transaction
    self.lock = lock
    self.plans = plans
  }

  /// A package's new version with as many patches as apply. It holds no file open: it is one of many.
  fileprivate struct Staged {
    var plan: UpdatePlan
    /// The package with its new source pinned.
    var after: Lock.Package
    var signature: Vendoring.CheckedSignature?
    /// The patches that apply.
    var kept: [KeptPatch]
    /// What came of it; nil where a patch does not apply.
    var updated: Vendoring.Updated?
  }

  func carryOut() async throws -> Vendoring.UpdateOutcome {
    defer { merge?.discard() }
    var staged: [Staged] = []
    var errors: [VendorError] = []
    for part in Vendoring.parts(of: plans) {
      let sources = await vendoring.fetcher.fetch(part.map(\.request))
      for (plan, source) in zip(part, sources) {
        do {
          staged.append(try await stage(plan, from: try source.get(), misfits: &errors))
        } catch let error as VendorError {
          errors.append(error)
        }
      }
    }
    try VendorErrors.check(errors)
    if let merge {
      try save(staged, in: merge)
      try merge.finish(replacing: previous)
      self.merge = nil
      return .conflicts(conflicts)
    }
    let updated = staged.compactMap(\.updated)
    let names = Set(plans.map(\.before.name))
    let others = lock.packages.filter { !names.contains($0.name) }
    try transaction.stageFile(
      try Lock(others + updated.map(\.after)).text, at: Vendoring.lockPath)
    try previous?.expect(updated.map(\.after))
    try transaction.commit()
    // The update is done; the next run removes what stays of the merge.
    try? previous?.remove()
    return .updated(
      try updated.map { updated in
        var updated = updated
        let list = try FileList(pinnedBy: updated.after, in: vendoring.root)
        updated.hints = vendoring.hints(of: updated.after, list)
        return updated
      })
  }

  // MARK: - One package

  private func stage(
    _ plan: UpdatePlan, from source: FetchedSource, misfits: inout [VendorError]
  ) async throws -> Staged {
    let signature = try await check(plan, source)
    let folder = try transaction.stageDirectory(at: plan.after.path)
    let reconstruction = try vendoring.reconstruction(of: plan.after, patches: [])
    var remarks =
      (edits[plan.before.name] ?? []) + source.remarks + (signature?.remarks ?? [])
    let pristine = try await source.stage(
      into: folder, selection: reconstruction.selection, policy: reconstruction.policy,
      remark: { remarks.append($0) })
    var patches = Reapplication(onto: pristine, in: folder, names: plan.names, merges: merges)
    try await patches.run(
      plan.patches, resolutions: resolutions[plan.before.name] ?? [:],
      old: { try await oldSeries(of: plan) },
      stage: { list, standstill in
        try keepConflicts(of: plan, list, in: folder, standstill)
      })
    conflicts.later += patches.laterConflicts
    conflicts.remarks += (edits[plan.before.name] ?? []).map { "\(plan.before.name): \($0)" }
    misfits += patches.misfits
    var after = plan.after
    after.archiveDigest = source.archiveDigest
    after.commit = source.commit
    if let signature { after.signature = signature.pinned }
    var staged = Staged(plan: plan, after: after, signature: signature, kept: patches.kept)
    if patches.misfits.isEmpty, patches.standstill == nil {
      let result = Reconstruction.Result(
        pristine: pristine, tree: try patches.tree.list(), remarks: remarks)
      var updated = try finish(staged, from: source, result, in: folder)
      updated.patches = staged.fates(patches.fates)
      staged.updated = updated
    }
    return staged
  }

  /// Checks who signed an archive, before anything of it is parsed; nil where nothing is to be checked.
  private func check(
    _ plan: UpdatePlan, _ source: FetchedSource
  ) async throws -> Vendoring.CheckedSignature? {
    if let given = plan.signature {
      return try await vendoring.check(given, of: source, for: plan.after)
    }
    try vendoring.refuseToForgetSignature(of: plan.after, for: source.archiveDigest)
    return nil
  }

  /// Stages everything else that belongs to a package whose files are in `folder`.
  private func finish(
    _ staged: Staged, from source: FetchedSource, _ result: Reconstruction.Result,
    in folder: DirectoryHandle
  ) throws -> Vendoring.Updated {
    let plan = staged.plan
    var package = staged.after
    package.patches = staged.kept.map(\.pinned)
    if let signature = staged.signature {
      try vendoring.stage(signature, of: package, in: transaction)
    } else if plan.before.signature != nil, package.signature == nil {
      try transaction.stageRemoval(of: package.signaturesPath)
    }
    try vendoring.checkWritten(result.tree, of: package, in: folder)
    package = try vendoring.pinned(package, to: source, result, transaction)
    if plan.after.path != plan.before.path {
      try transaction.stageRemoval(of: plan.before.path)
    }
    try vendoring.stagePatches(staged.kept, replacing: plan.before, in: transaction)
    var updated = Vendoring.Updated(
      before: plan.before, after: package, remarks: result.remarks)
    let old = try vendoring.folder(of: plan.before)
    updated.bytesBefore = try plan.list.size(in: old)
    updated.bytesAfter = try result.tree.size(in: folder)
    updated.compare(plan.list, with: result.tree)
    return updated
  }

  /// The package as it was, from its pinned source.
  private func oldSeries(of plan: UpdatePlan) async throws -> Result<OldSeries, VendorError> {
    let package = plan.before
    do {
      let source = try await vendoring.fetcher.fetch(try vendoring.pinnedRequest(package))
      let reconstruction = try vendoring.reconstruction(of: package, patches: [])
      let place = try RelativePath(package.name)
      let scratch = try self.scratch ?? transaction.scratchDirectory()
      self.scratch = scratch
      try scratch.createDirectory(place)
      let folder = try scratch.subdirectory(place)
      let pristine = try await source.stage(
        into: folder, selection: reconstruction.selection, policy: reconstruction.policy)
      guard pristine.digest == package.pristine else {
        throw VendorError(
          .digestMismatch, at: package.name, "its old source does not give the pinned files")
      }
      let patches = try package.patches.map {
        try Patch(
          parsing: try vendoring.root.readFile($0.path, limitBytes: Patch.maximumBytes),
          name: $0.path.description)
      }
      return .success(OldSeries(pristine, in: folder, patches: patches))
    } catch let error as VendorError {
      return .failure(
        VendorError(
          error.code, at: package.name,
          "cannot be merged without its old version: \(error.location): \(error.problem)",
          remedy: error.remedy))
    } catch let error as FileError {
      return .failure(
        VendorError(
          .inputOutput, at: package.name,
          "cannot be merged without its old version: \(error.location): \(error.problem)",
          remedy: error.remedy))
    }
  }

  // MARK: - Conflicts

  private func keepConflicts(
    of plan: UpdatePlan, _ list: FileList, in folder: DirectoryHandle,
    _ standstill: Reapplication.Standstill
  ) throws {
    let merge = try self.merge ?? MergeFolder.create(for: vendoring.root, continuing: previous)
    self.merge = merge
    try merge.stage(list, of: plan.before.name, from: folder)
    for conflict in standstill.conflicts {
      markers.append(
        MergeFolder.Conflict(
          package: plan.before.name, patch: standstill.patch, path: conflict.path,
          markerSize: conflict.markerSize))
      conflicts.files.append(
        Vendoring.StagedConflicts.File(
          package: plan.before.name, patch: standstill.patch, path: conflict.path,
          folder: merge.path(ofTree: plan.before.name)))
    }
  }

  private func save(_ staged: [Staged], in merge: MergeFolder) throws {
    try merge.write(try Lock(plans.map(\.before)).text, at: MergeFolder.before)
    try merge.write(try Lock(staged.map(\.after)).text, at: MergeFolder.after)
    for package in staged {
      if let signature = package.signature {
        let place = MergeFolder.signatures(of: package.plan.before.name)
        try merge.write(signature.key, at: place.appending(RelativePath(known: "key")))
        try merge.write(signature.signature, at: place.appending(RelativePath(known: "signature")))
      }
      for patch in package.plan.patches {
        try merge.write(
          patch.bytes, at: MergeFolder.place(of: patch.pinned.path, in: MergeFolder.patches))
      }
      for path in (resolutions[package.plan.before.name] ?? [:]).keys {
        let text = package.kept.first { $0.pinned.path == path }?.bytes ?? []
        try merge.write(text, at: MergeFolder.place(of: path, in: MergeFolder.resolved))
      }
    }
    try merge.write(markers)
  }
}

extension UpdateRun.Staged {
  /// What became of each patch, those first that were dropped by request.
  fileprivate func fates(_ applied: [PatchFate]) -> [PatchFate] {
    let kept = Set(plan.after.patches.map(\.path))
    let old = Set(plan.before.patches.map(\.path))
    let dropped = plan.before.patches.map(\.path).filter { !kept.contains($0) }
    return dropped.map { PatchFate($0, .dropped) }
      + applied.map { fate in
        if case .applied = fate.outcome, !old.contains(fate.path) {
          return PatchFate(fate.path, .added)
        }
        return fate
      }
  }
}

extension FileList {
  /// The bytes of its files, which lie in `folder`; those that are missing count for nothing.
  func size(in folder: DirectoryHandle?) throws -> Int {
    guard let folder else { return 0 }
    return try entries.reduce(0) { sum, entry in
      guard case .file = entry.content else { return sum }
      return sum + (try folder.statusIfPresent(of: entry.path)?.size ?? 0)
    }
  }
}
