internal import BroadcastPool
internal import SafeFiles

extension Vendoring {
  /// A package that is to be rebuilt inside a transaction.
  struct StagingJob: Sendable {
    var package: Lock.Package
    var source: FetchedSource
    var patches: [Patch]
  }

  /// A rebuilt package with its new pins, and the lists.
  struct Staged {
    var package: Lock.Package
    var result: Reconstruction.Result
    fileprivate var place: StagedFolder

    /// The folder that contains the files; opened anew.
    var folder: DirectoryHandle { get throws { try place.open() } }
  }

  /// Rebuilds the package inside the transaction and re-reads the written files.
  func stage(
    _ package: Lock.Package, from source: FetchedSource, patches: [Patch],
    in transaction: Transaction
  ) async throws -> Staged {
    try await stage(
      [StagingJob(package: package, source: source, patches: patches)], in: transaction)[0]
  }

  /// Rebuilds packages side by side inside the transaction and re-reads the written files.
  ///
  /// - Returns: one result for each job, in order.
  /// - Throws: the error of the first job, in their order, that failed.
  func stage(_ jobs: [StagingJob], in transaction: Transaction) async throws -> [Staged] {
    let placed = try jobs.map {
      PlacedJob(job: $0, place: try transaction.stageFolder(at: $0.package.path))
    }
    let results = try await placed.mapSideBySide(concurrent: 4, name: "stage") { placed in
      try await rebuild(placed.job, in: try placed.place.open())
    }
    return try zip(placed, results).map { placed, result in
      let package = try pinned(placed.job.package, to: placed.job.source, result, transaction)
      return Staged(package: package, result: result, place: placed.place)
    }
  }

  /// Not a tuple, which swift 6.3.1 miscompiles with optimisation.
  private struct PlacedJob: Sendable {
    let job: StagingJob
    let place: StagedFolder
  }

  private func rebuild(
    _ job: StagingJob, in folder: DirectoryHandle
  ) async throws -> Reconstruction.Result {
    let result = try await reconstruction(of: job.package, patches: job.patches)
      .run(job.source, into: folder)
    try checkWritten(result.tree, of: job.package, in: folder)
    return result
  }

  /// Digests what is on the disk, not what was passed to the writer.
  func checkWritten(
    _ tree: FileList, of package: Lock.Package, in folder: DirectoryHandle
  ) throws {
    let edits = try LocalEdits(in: folder, comparedWith: tree)
    guard edits.isEmpty else {
      throw VendorError(
        .changedMeanwhile, at: package.path.description,
        "does not contain what was written: \(edits.summary)", remedy: "check the disk for errors")
    }
  }

  /// The package with its new pins; its list is staged.
  func pinned(
    _ package: Lock.Package, to source: FetchedSource, _ result: Reconstruction.Result,
    _ transaction: Transaction
  ) throws -> Lock.Package {
    var package = package
    package.archiveDigest = source.archiveDigest
    package.archiveSHA512 = try source.archive?.sha512()
    package.commit = source.commit
    package.pristine = result.pristine.digest
    package.tree = result.tree.digest
    package.licenseFiles = result.licenseFiles
    try transaction.stageFile(result.tree.text, at: package.sumsPath)
    return package
  }

  /// Packages in parts whose sources are fetched together: each is an open file until it is staged.
  static func parts<Package>(of packages: [Package]) -> [ArraySlice<Package>] {
    let count = 128
    return stride(from: 0, to: packages.count, by: count).map {
      packages[$0..<min($0 + count, packages.count)]
    }
  }

  /// Throws when local edits would be lost.
  func refuseToLose(_ edits: LocalEdits, of package: Lock.Package, by command: String) throws {
    guard edits.wouldBeLost else { return }
    throw VendorError(
      .wouldLose, at: package.path.description, "has local edits: \(edits.summary)",
      remedy: "keep them with 'assetkit vendor patch \(package.name)', or discard them with "
        + "'assetkit vendor \(command) --force'")
  }

  /// Throws when a path is occupied by something that the lock does not list.
  func refuseToCover(_ path: RelativePath) throws {
    guard try root.statusIfPresent(of: path) != nil else { return }
    throw VendorError(
      .wouldLose, at: path.description, "already exists and is not listed in \(Lock.fileName)",
      remedy: "move it away, or choose another name")
  }

  /// Reads the given patch files and assigns them numbered names.
  func adoptedPatches(
    _ files: [String], of name: String, after count: Int
  ) throws -> [KeptPatch] {
    try files.enumerated().map { index, file in
      let slash = file.lastIndex(of: "/")
      let folder = slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
      let base = slash.map { String(file[file.index(after: $0)...]) } ?? file
      let basePath: RelativePath
      do {
        basePath = try RelativePath(base)
      } catch {
        throw VendorError(.invalidArgument, at: file, "cannot be a patch's file name: it \(error)")
      }
      let bytes = try DirectoryHandle(path: folder).readFile(
        basePath, limitBytes: Patch.maximumBytes)
      let path = try patchPath(number: count + index + 1, of: name, title: Self.title(of: base))
      return KeptPatch(
        pinned: Lock.Package.Patch(path: path, digest: SHA256.digest(of: bytes)), bytes: bytes,
        patch: try Patch(parsing: bytes, name: file))
    }
  }

  /// `Vendor/patches/NAME/0001-title.patch`.
  func patchPath(number: Int, of name: String, title: String) throws(VendorError) -> RelativePath {
    let digits = String(number)
    let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    do {
      return try RelativePath("Vendor/patches/\(name)/\(padded)-\(title).patch")
    } catch {
      throw VendorError(.invalidArgument, at: title, "cannot be part of a file name: it \(error)")
    }
  }

  /// A patch file's name without its number and extension.
  private static func title(of base: String) -> String {
    var title = base[...]
    for ending in [".patch", ".diff"] where title.hasSuffix(ending) && title != ending {
      title.removeLast(ending.count)
    }
    let unnumbered = title.drop { $0.isASCII && $0.isNumber }.drop { $0 == "-" || $0 == "_" }
    let text = unnumbered.isEmpty ? title : unnumbered
    let characters = text.map { character -> Character in
      let isPlain = character.isASCII && (character.isLetter || character.isNumber)
      return isPlain || character == "." || character == "_" ? character : "-"
    }
    return String(characters)
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
}
