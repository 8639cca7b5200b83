public import SafeFiles

/// Completes or undoes the change of a killed process, so that the tree is consistent.
public enum Recovery {
  /// Completes or undoes an interrupted change; call this before reading the tree.
  ///
  /// Costs two system calls when there is nothing to do. A change that is being prepared by another
  /// process does not matter to readers, because the tree is still the old one.
  ///
  /// - Throws: `VendorError`: `busy` when another process is carrying out a change and does not
  ///   finish in time, `wouldLose` when files were edited on both sides of the interruption,
  ///   `inputOutput` when a half-done change cannot be finished because the folder cannot be
  ///   written to; `program` when digests cannot be computed.
  public static func settle(in root: DirectoryHandle, lockTimeout: Duration) throws {
    try LibCrypto.check()
    guard try isDue(in: root) else { return }
    // What came with a clone is not touched; `verify` reports it.
    guard try TreeLock.isOurs(in: root), try WorkFolder(existingIn: root)?.isOurs() ?? true else {
      return
    }
    // A killed process may have left only its lock file; remove it if it is not held.
    let isHalfDone = try WorkFolder(existingIn: root)?.hasJournal() ?? false
    let lock: TreeLock
    do {
      // Without a journal the leftovers can wait; do not wait for the lock.
      lock = try TreeLock(in: root, timeout: isHalfDone ? lockTimeout : .zero)
    } catch let error as VendorError where error.code == .busy {
      if isHalfDone { throw error }
      return
    } catch let error as FileError {
      guard isHalfDone else { return }
      throw VendorError(
        .inputOutput, at: error.location,
        "a change of the vendored files was interrupted and cannot be finished: \(error.problem)",
        remedy: "make the folder writable and run 'assetkit vendor verify'")
    }
    defer { lock.release() }
    try recover(in: root)
  }

  /// Whether a process was killed here, or is running.
  static func isDue(in root: DirectoryHandle) throws(FileError) -> Bool {
    do {
      for path in [WorkFolder.path, WorkFolder.lock]
      where try root.statusIfPresent(of: path) != nil {
        return true
      }
      return false
    } catch  where [.notADirectory, .link].contains(error.code) {
      return false
    }
  }

  /// Completes or undoes the journal's change, then removes the work folder; the lock must be held.
  static func recover(in root: DirectoryHandle) throws {
    guard let folder = try WorkFolder(existingIn: root) else { return }
    guard try folder.isOurs() else {
      throw VendorError(
        .wouldLose, at: "\(WorkFolder.path)", "contains files that no run of assetkit put there",
        remedy: "check what they are, then move or remove them")
    }
    if let journal = try folder.readJournal() {
      let swap = Swap(root: root, folder: folder, journal: journal)
      switch try swap.standing() {
      case .canFinish: try swap.finish()
      case .canUndo: try swap.undo()
      case .touched(let paths):
        throw VendorError(
          .wouldLose, at: "\(WorkFolder.path)",
          "a change was interrupted, and files were edited since then in "
            + paths.map(\.description).joined(separator: ", "),
          remedy:
            "save the edits, restore Vendor and vendor.lock from version control, then remove "
            + "\(WorkFolder.path)")
      }
    }
    try folder.remove()
  }
}
