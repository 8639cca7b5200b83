public import SafeFiles

/// An atomic change of the vendored tree: prepared next to it, then put in place as a whole or not
/// at all.
///
/// Holds the lock of `Vendor/` throughout, so there is one at a time. Nothing in the tree
/// changes before ``commit()``; a transaction that is dropped leaves no trace. A process that is
/// killed at any instant leaves the old state, the new one, or a journal from which ``Recovery``
/// restores one of the two.
public final class Transaction {
  /// The folder that has `vendor.lock`.
  public let root: DirectoryHandle

  private let lock: TreeLock
  private var folder: WorkFolder
  private var targets: [(path: RelativePath, isRemoval: Bool)] = []
  /// Their paths.
  private var staged: Set<RelativePath> = []
  /// The fingerprint of a path when its state was checked.
  private var watched: [RelativePath: SHA256Digest?] = [:]
  private var isFinished = false

  /// Takes the lock, settles any interrupted change, and prepares the work folder.
  ///
  /// - Throws: `VendorError` with the code `busy`, naming the holder, when the lock cannot be
  ///   taken within `lockTimeout`, `program` when digests cannot be computed; `FileError`.
  public init(in root: DirectoryHandle, lockTimeout: Duration) throws {
    try LibCrypto.check()
    self.root = root
    lock = try TreeLock(in: root, timeout: lockTimeout)
    try Recovery.recover(in: root)
    folder = try WorkFolder(creatingIn: root)
  }

  deinit { close() }

  /// Records what is at `path` now, before the caller checks it: ``commit()`` refuses to replace
  /// anything else.
  public func watch(_ path: RelativePath) throws {
    watched[path] = .some(try Fingerprint.of(path, in: root))
  }

  /// Records what was at `path` when `state` was determined, as ``watch(_:)`` does.
  func watch(_ path: RelativePath, as state: SHA256Digest?) {
    watched[path] = .some(state)
  }

  /// A new, empty folder that will replace whatever is at `path`.
  public func stageDirectory(at path: RelativePath) throws -> DirectoryHandle {
    try stageFolder(at: path).open()
  }

  /// As ``stageDirectory(at:)``, but not held open: one of many.
  func stageFolder(at path: RelativePath) throws -> StagedFolder {
    let place = try place(for: path, isRemoval: false)
    try folder.handle.createDirectory(place)
    return StagedFolder(work: folder.handle, place: place)
  }

  /// Stages a file that will replace whatever is at `path`.
  public func stageFile(_ bytes: [UInt8], at path: RelativePath) throws {
    // Flushed with everything else.
    try folder.handle.createFile(try place(for: path, isRemoval: false)).write(bytes)
  }

  /// Stages the removal of whatever is at `path`, if anything.
  public func stageRemoval(of path: RelativePath) throws {
    _ = try place(for: path, isRemoval: true)
  }

  /// A new, empty folder that is removed with the transaction.
  public func scratchDirectory() throws -> DirectoryHandle {
    try folder.createScratch()
  }

  /// Throws when what is at `path` has changed since ``watch(_:)``.
  public func check(_ path: RelativePath) throws {
    try check(path, is: try Fingerprint.of(path, in: root))
  }

  /// Puts everything that was staged in place, `vendor.lock` last.
  ///
  /// - Throws: `FileError` when it fails; then the old state is restored, or, should
  ///   that fail as well, a journal is left that the next command carries out.
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
        // The journal stays; the next command completes or undoes the change.
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
    precondition(staged.insert(path).inserted, "\(path) is staged twice")
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
        .changedMeanwhile, at: "\(path)", "was changed by another process during the run",
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

  /// Ends the transaction and discards the work folder.
  private func close() {
    guard !isFinished else { return }
    isFinished = true
    // What cannot be removed now is removed by the next command.
    try? folder.remove()
    lock.release()
  }
}

/// A folder that was staged, and is opened when it is needed.
struct StagedFolder: Sendable {
  fileprivate let work: DirectoryHandle
  fileprivate let place: RelativePath

  /// Opens it.
  func open() throws(FileError) -> DirectoryHandle { try work.subdirectory(place) }
}
