public import SafeFiles

/// Brings to an end what a killed process had begun, so that the tree is in one state.
public enum Recovery {
  /// Makes sure that no change of the tree is half done; to be called before the tree is read.
  ///
  /// Costs two system calls when there is nothing to do. A change that is being prepared by another
  /// process is none of the reader's business, because the tree is still the old one.
  ///
  /// - Throws: `VendorError`: `busy` when another process is in the middle of it and does not end in
  ///   time, `wouldLose` when somebody has edited both what is done and what is not, `inputOutput`
  ///   when a half-done change cannot be finished because the folder cannot be written to.
  public static func settle(in root: DirectoryHandle, lockTimeout: Duration) throws {
    guard try isDue(in: root) else { return }
    // A killed process may have left its lock alone; a file that nobody holds is litter too.
    let isHalfDone = try WorkFolder(existingIn: root)?.hasJournal() ?? false
    let lock: TreeLock
    do {
      // Without a journal whatever lies there can wait; it is not worth waiting for.
      lock = try TreeLock(in: root, timeout: isHalfDone ? lockTimeout : .zero)
    } catch let error as VendorError where error.code == .busy {
      if isHalfDone { throw error }
      return
    } catch let error as FileError {
      guard isHalfDone else { return }
      throw VendorError(
        .inputOutput, at: error.location,
        "a change of the vendored files was interrupted and cannot be finished: \(error.problem)",
        remedy: "run 'assetkit vendor verify' once where the folder can be written to")
    }
    defer { lock.release() }
    try recover(in: root)
  }

  /// Whether a process was killed here, or is at work.
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

  /// Finishes or undoes by the journal, then removes the work folder; the lock must be held.
  static func recover(in root: DirectoryHandle) throws {
    guard let folder = try WorkFolder(existingIn: root) else { return }
    if let journal = try folder.readJournal() {
      let swap = Swap(root: root, folder: folder, journal: journal)
      switch try swap.standing() {
      case .canFinish: try swap.finish()
      case .canUndo: try swap.undo()
      case .touched(let paths):
        throw VendorError(
          .wouldLose, at: "\(WorkFolder.path)",
          "a change was interrupted, and since then there were edits in "
            + paths.map(\.description).joined(separator: ", "),
          remedy:
            "save the edits, restore Vendor and vendor.lock from version control, then remove "
            + "\(WorkFolder.path)")
      }
    }
    try folder.remove()
  }
}
