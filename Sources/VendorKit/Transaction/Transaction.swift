public import SafeFiles

/// A change of the vendored tree: prepared beside it, then put in place whole or not at all.
///
/// Holds the lock of `Vendor/` from beginning to end, so there is one at a time. Nothing in the tree
/// changes before ``commit()``; a transaction that is dropped leaves no trace. A process that is
/// killed at any instant leaves the old state, the new one, or a journal from which ``Recovery``
/// makes one of the two.
public final class Transaction {
  /// The folder that has `vendor.lock`.
  public let root: DirectoryHandle

  private let lock: TreeLock
  private let folder: WorkFolder
  private var targets: [(path: RelativePath, isRemoval: Bool)] = []
  /// What was at a path when its present state was judged.
  private var watched: [RelativePath: SHA256Digest?] = [:]
  private var isFinished = false

  /// Takes the lock, brings to an end whatever a killed process left behind, and prepares.
  ///
  /// - Throws: `VendorError` with the code `busy` that names the holder when the lock is not to be
  ///   had in `lockTimeout`; `FileError`.
  public init(in root: DirectoryHandle, lockTimeout: Duration) throws {
    self.root = root
    lock = try TreeLock(in: root, timeout: lockTimeout)
    try Recovery.recover(in: root)
    folder = try WorkFolder(creatingIn: root)
  }

  deinit { close() }

  /// Remembers what is at `path` now, before the caller judges it: ``commit()`` refuses to replace
  /// anything else.
  public func watch(_ path: RelativePath) throws {
    watched[path] = .some(try Fingerprint.of(path, in: root))
  }

  /// A new and empty folder that takes the place of whatever is at `path`.
  public func stageDirectory(at path: RelativePath) throws -> DirectoryHandle {
    let place = try place(for: path, isRemoval: false)
    try folder.handle.createDirectory(place)
    return try folder.handle.subdirectory(place)
  }

  /// A file that takes the place of whatever is at `path`.
  public func stageFile(_ bytes: [UInt8], at path: RelativePath) throws {
    try folder.handle.createFile(try place(for: path, isRemoval: false), holding: bytes)
  }

  /// Has whatever is at `path` go away; nothing may be there.
  public func stageRemoval(of path: RelativePath) throws {
    _ = try place(for: path, isRemoval: true)
  }

  /// A new and empty folder that goes away with the transaction.
  public func scratchDirectory() throws -> DirectoryHandle {
    try folder.createScratch()
  }

  /// Refuses to go on when what is at `path` is not what ``watch(_:)`` saw.
  public func check(_ path: RelativePath) throws {
    try check(path, is: try Fingerprint.of(path, in: root))
  }

  /// Puts everything that was staged in its place, `vendor.lock` and other late comers last.
  ///
  /// - Throws: `FileError` when it could not be done; then the old state is there again, or, should
  ///   that fail as well, a journal that the next command carries out.
  public func commit() throws {
    precondition(!isFinished, "a transaction is committed once")
    let swap: Swap
    do {
      try folder.flush()
      swap = Swap(root: root, folder: folder, journal: try journal())
    } catch {
      close()
      throw error
    }
    do {
      try folder.write(swap.journal)
      try swap.finish()
    } catch {
      do {
        try swap.undo()
      } catch {
        // The journal stays; whoever comes next finishes or undoes by it.
        isFinished = true
        lock.release()
        throw error
      }
      close()
      throw error
    }
    close()
  }

  // MARK: - Private parts

  private func place(for path: RelativePath, isRemoval: Bool) throws -> RelativePath {
    precondition(!targets.contains { $0.path == path }, "\(path) is staged twice")
    targets.append((path, isRemoval))
    if watched[path] == nil { try watch(path) }
    return folder.new(targets.count - 1)
  }

  private func journal() throws -> Journal {
    var journal = Journal(folder: try folder.handle.status().inode, targets: [], newFolders: [])
    for (index, target) in targets.enumerated() {
      let before = try Fingerprint.of(target.path, in: root)
      try check(target.path, is: before)
      let after =
        target.isRemoval ? nil : try Fingerprint.of(folder.new(index), in: folder.handle)
      journal.targets.append(Journal.Target(path: target.path, before: before, after: after))
      if after != nil, let parent = target.path.parent {
        journal.newFolders += try missingFolders(to: parent, known: journal.newFolders)
      }
    }
    return journal
  }

  private func check(_ path: RelativePath, is present: SHA256Digest?) throws {
    guard let known = watched[path], known == present else {
      throw VendorError(
        .changedMeanwhile, at: "\(path)", "was changed by somebody else during the run",
        remedy: "run it again")
    }
  }

  private func missingFolders(
    to path: RelativePath, known: [RelativePath]
  ) throws -> [RelativePath] {
    var missing: [RelativePath] = []
    var next: RelativePath? = path
    while let folder = next, !known.contains(folder), try root.statusIfPresent(of: folder) == nil {
      missing.insert(folder, at: 0)
      next = folder.parent
    }
    return missing
  }

  /// Ends the transaction: whatever is still in the work folder is rubbish.
  private func close() {
    guard !isFinished else { return }
    isFinished = true
    // What cannot be removed now is removed by the next command.
    try? folder.remove()
    lock.release()
  }
}
