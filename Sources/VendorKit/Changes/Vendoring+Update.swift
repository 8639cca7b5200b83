public import Findings
public import SafeFiles

extension Vendoring {
  /// The arguments of `update`; nil keeps the value in the lock.
  public struct Update: Sendable {
    /// The new version.
    public var version: String?
    /// A new source.
    public var source: String?
    /// git: a new branch, tag or commit.
    public var ref: String?
    /// The digest that the archive must have.
    public var archiveDigest: SHA256Digest?
    /// Patches to drop, by path or file name.
    public var droppedPatches: [String] = []

    /// An update from the same source and version.
    public init() {}
  }

  /// The result of `update`.
  public struct Updated: Sendable {
    /// The package as it was.
    public var before: Lock.Package
    /// The package as it is.
    public var after: Lock.Package
    /// Added files, in order.
    public var added: [RelativePath] = []
    /// Removed files, in order.
    public var removed: [RelativePath] = []
    /// Changed files, in order.
    public var changed: [RelativePath] = []
    /// The licence files among these.
    public var licenses: [RelativePath] = []
    /// The size of all files before.
    public var bytesBefore: Int
    /// The size of all files now.
    public var bytesAfter: Int
    /// Remarks for the user.
    public var remarks: [String] = []
    /// Warnings about files that git would ignore or rewrite.
    public var hints: [Finding] = []

    /// Whether the archive's bytes changed but its files did not.
    public var isRepackedOnly: Bool {
      before.pristine == after.pristine && before.archiveDigest != after.archiveDigest
    }
  }

  /// Fetches a package from upstream again, with the same selection and patches.
  ///
  /// - Throws: `VendorError`: `wouldLose` where there are local edits, `patch` where a patch no
  ///   longer fits, and whatever fetching throws. Nothing has changed then.
  public func update(_ name: String, _ update: Update) async throws -> Updated {
    let transaction = try Transaction(in: root, lockTimeout: lockTimeout)
    let lock = try lock()
    let before = try lock.package(named: name)
    try transaction.watch(before.path)
    let oldList = try FileList(pinnedBy: before, in: root)
    try refuseToLose(
      try LocalEdits(in: try folder(of: before), comparedWith: oldList), of: before,
      by: "sync \(name)")
    let after = try intent(of: before, update)
    let fetched = try await fetcher.fetch(
      SourceFetcher.Request(try source(of: after), archiveDigest: update.archiveDigest))
    let kept = try keptPatches(of: after, dropping: update.droppedPatches)
    var package = after
    package.patches = kept.map(\.pinned)
    let staged = try await stage(
      package, from: fetched, patches: kept.map(\.patch), in: transaction)
    if kept.count != before.patches.count {
      if kept.isEmpty {
        try transaction.stageRemoval(of: before.patchesPath)
      } else {
        let folder = try transaction.stageDirectory(at: before.patchesPath)
        for patch in kept {
          try folder.createFile(patch.pinned.path.lastComponent, holding: patch.bytes)
        }
      }
    }
    try transaction.stageFile(try lock.setting(staged.package).text, at: Self.lockPath)
    var updated = Updated(
      before: before, after: staged.package,
      bytesBefore: try size(of: oldList, in: try folder(of: before)),
      bytesAfter: try size(of: staged.result.tree, in: staged.folder), remarks: fetched.remarks)
    updated.compare(oldList, with: staged.result.tree)
    try transaction.commit()
    updated.hints = hints(of: staged.package, staged.result.tree)
    return updated
  }

  private func intent(of package: Lock.Package, _ update: Update) throws -> Lock.Package {
    var package = package
    if let version = update.version {
      guard package.source.contains("{version}") || update.source != nil || update.ref != nil else {
        // A git tag that is the version, as `v1.3`, follows it.
        guard let old = package.version, let ref = package.ref, ref.contains(old) else {
          throw VendorError(
            .invalidArgument, at: package.name,
            "has no '{version}' in its source, so --to alone does not select a new one",
            remedy: "give --source or --ref together with --to")
        }
        package.ref = ref.replacing(old, with: version, maxReplacements: 1)
        package.version = version
        return package
      }
      package.version = version
    }
    if let source = update.source { package.source = source }
    if let ref = update.ref { package.ref = ref }
    return package
  }

  private func keptPatches(
    of package: Lock.Package, dropping dropped: [String]
  ) throws -> [(pinned: Lock.Package.Patch, bytes: [UInt8], patch: Patch)] {
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

  private func size(of list: FileList, in folder: DirectoryHandle?) throws -> Int {
    guard let folder else { return 0 }
    return try list.entries.reduce(0) { sum, entry in
      guard case .file = entry.content else { return sum }
      return sum + (try folder.statusIfPresent(of: entry.path)?.size ?? 0)
    }
  }
}

extension Vendoring.Updated {
  fileprivate mutating func compare(_ old: FileList, with new: FileList) {
    for entry in new.entries {
      switch old[entry.path] {
      case nil: added.append(entry.path)
      case let known? where known.content != entry.content: changed.append(entry.path)
      default: break
      }
    }
    removed = old.entries.map(\.path).filter { new[$0] == nil }
    licenses = (added + removed + changed).filter {
      LicenseFile.isLicense(name: $0.lastComponent.bytes)
    }.sorted()
  }
}
