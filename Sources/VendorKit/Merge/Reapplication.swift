internal import SafeFiles

/// Applies a package's patches to a new version of it: where they fit, at other lines, or merged.
struct Reapplication {
  /// What a person decided about a patch that was in conflict.
  enum Resolution {
    /// The patch as it was rewritten; empty when nothing of it is left.
    case patch([UInt8])
    /// The staged files without their markers.
    case edited(DirectoryHandle)
  }

  /// A patch with conflicts.
  struct Standstill {
    var patch: RelativePath
    var conflicts: [PatchMerge.Conflict]
  }

  /// How the versions are called in markers.
  private let names: ConflictMarkers.Names
  /// Whether patches that do not fit are merged.
  private let merges: Bool

  private(set) var tree: PatchedTree
  private let pristine: FileList
  private let folder: DirectoryHandle
  /// The patches that apply now, in order.
  private(set) var kept: [KeptPatch] = []
  /// What became of each patch.
  private(set) var fates: [PatchFate] = []
  /// Why patches do not apply.
  private(set) var misfits: [VendorError] = []
  /// The first patch in conflict; the files are staged.
  private(set) var standstill: Standstill?
  /// Patches after it that are in conflict too.
  private(set) var laterConflicts: [RelativePath] = []

  /// - Parameters:
  ///   - pristine: the new version, whose files lie in `folder`.
  init(
    onto pristine: FileList, in folder: DirectoryHandle, names: ConflictMarkers.Names, merges: Bool
  ) {
    self.pristine = pristine
    self.folder = folder
    self.names = names
    self.merges = merges
    tree = PatchedTree(pristine, in: folder)
  }

  /// Applies `patches` one after the other; a patch that does not fit is left out, so that every other
  /// one can be tried.
  ///
  /// - Parameters:
  ///   - resolutions: by the patch's path.
  ///   - old: the package as it was; asked for when a patch does not fit.
  ///   - stage: called at the first conflict, while the folder contains the markers.
  mutating func run(
    _ patches: [KeptPatch], resolutions: [RelativePath: Resolution],
    old: () async throws -> Result<OldSeries, VendorError>,
    stage: (FileList, Standstill) throws -> Void
  ) async throws {
    var series: Result<OldSeries, VendorError>?
    for patch in patches {
      if let resolution = resolutions[patch.pinned.path] {
        try resolve(patch, by: resolution)
        continue
      }
      do {
        try place(patch)
      } catch let errors as VendorErrors {
        if series == nil { series = try await old() }
        try merge(patch, misfits: errors.errors, old: &series, stage: stage)
      } catch let error as VendorError where error.code == .patch {
        if series == nil { series = try await old() }
        try merge(patch, misfits: [error], old: &series, stage: stage)
      }
    }
  }

  // MARK: - One patch

  private mutating func place(_ patch: KeptPatch) throws {
    let (placed, moves) = try tree.placing(patch.patch)
    try tree.apply(placed)
    if moves.isEmpty {
      kept.append(patch)
      fates.append(PatchFate(patch.pinned.path, .applied))
    } else {
      try keep(patch, as: placed.renumbered(patch.bytes))
      fates.append(PatchFate(patch.pinned.path, .moved(moves)))
    }
  }

  private mutating func resolve(_ patch: KeptPatch, by resolution: Resolution) throws {
    let text: [UInt8]
    switch resolution {
    case .patch(let bytes): text = bytes
    case .edited(let folder):
      let edited = try FileList(scanning: folder, named: folder.name)
      let changes = try UnifiedDiff.text(
        from: (try tree.list(), self.folder), to: (edited, folder))
      text = changes.isEmpty ? [] : patch.patch.description(in: patch.bytes) + changes
    }
    guard !text.isEmpty else {
      fates.append(PatchFate(patch.pinned.path, .emptied))
      return
    }
    try tree.apply(Patch(parsing: text, name: patch.patch.name))
    try keep(patch, as: text)
    fates.append(PatchFate(patch.pinned.path, .resolved))
  }

  private mutating func merge(
    _ patch: KeptPatch, misfits errors: [VendorError],
    old: inout Result<OldSeries, VendorError>?,
    stage: (FileList, Standstill) throws -> Void
  ) throws {
    let path = patch.pinned.path
    guard case .success(var series)? = old else {
      misfits += errors
      if merges, case .failure(let error)? = old { misfits.append(error) }
      return
    }
    guard let versions = try series.versions(of: patch.patch.name) else {
      // It was added just now, so there is nothing to merge it with.
      misfits += errors
      return
    }
    old = .success(series)
    var names = names
    names.ours = path.lastComponent.description
    let merge = try PatchMerge(
      versions, patch: patch.patch.name, onto: tree,
      following: RenamedFile(from: series.pristine, to: pristine), names: names)
    guard merge.problems.isEmpty else {
      misfits += merge.problems.map {
        VendorError(
          .patch, at: path.description, "cannot be merged: it \($0)",
          remedy: "drop it with --drop-patch \(path.lastComponent), or leave that file out of it")
      }
      return
    }
    if merge.changesNothing {
      fates.append(PatchFate(path, .upstream))
    } else if !merges {
      misfits += errors.map { $0.offeringMerge(conflicts: merge.conflicts.count) }
    } else if merge.conflicts.isEmpty {
      let text = patch.patch.description(in: patch.bytes) + (try merge.text())
      try tree.write(merge.files, for: patch.patch.name)
      try keep(patch, as: text)
      fates.append(PatchFate(path, .merged))
    } else if standstill != nil {
      laterConflicts.append(path)
    } else {
      let standstill = Standstill(patch: path, conflicts: merge.conflicts)
      self.standstill = standstill
      try tree.write(merge.files, for: patch.patch.name)
      try stage(try tree.list(), standstill)
      // The patches that follow are tried without this one.
      try tree.write(merge.before, for: patch.patch.name)
    }
  }

  private mutating func keep(_ patch: KeptPatch, as text: [UInt8]) throws {
    kept.append(
      KeptPatch(
        pinned: Lock.Package.Patch(path: patch.pinned.path, digest: SHA256.digest(of: text)),
        bytes: text, patch: try Patch(parsing: text, name: patch.patch.name)))
  }
}

/// A patch as an update takes it over: what the lock pins, and the patch.
struct KeptPatch {
  var pinned: Lock.Package.Patch
  var bytes: [UInt8]
  var patch: Patch
}

extension VendorError {
  /// This error of a patch with the remedy that a merge would be.
  fileprivate func offeringMerge(conflicts: Int) -> VendorError {
    VendorError(
      code, at: location, problem,
      remedy: conflicts == 0
        ? "run it again with --merge, which merges this patch without a conflict"
        : "run it again with --merge, which stages the conflicts in \(conflicts) "
          + (conflicts == 1 ? "file" : "files") + " for you to resolve")
  }
}

extension Patch {
  /// What is written above the first change: a mail's header and its text.
  ///
  /// - Parameter text: what this was parsed from.
  func description(in text: [UInt8]) -> [UInt8] {
    let lines = TextLines(text)
    var count = (changes.first?.line ?? 1) - 1
    // What `svn diff` and `diff -r` write above a file belongs to the change.
    while count > 0,
      ["Index: ", "====", "diff "].contains(where: {
        lines[count - 1].starts(with: $0.utf8)
      })
    {
      count -= 1
    }
    return (0..<count).flatMap { lines[$0] }
  }
}
