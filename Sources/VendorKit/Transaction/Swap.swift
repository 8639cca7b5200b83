internal import SafeFiles

/// Carries out a journal, forwards or backwards; both can be interrupted and restarted.
///
/// For each target there are three places: its path, `new/N` and `old/N`. Every step is one
/// rename between them, so the places themselves say which steps are done.
struct Swap {
  let root: DirectoryHandle
  let folder: WorkFolder
  let journal: Journal

  /// Puts every target in place that is not there yet.
  func finish() throws(FileError) {
    for path in journal.newFolders { try root.createDirectories(path) }
    for (index, target) in journal.targets.enumerated() {
      let isStaged = try exists(folder.new(index))
      // Done: the new file, if any, has been moved to its place.
      if target.after != nil, !isStaged { continue }
      if target.before != nil, try !exists(folder.old(index)) {
        try root.rename(target.path, to: folder.old(index), in: folder.handle)
      }
      if isStaged {
        try place(folder.new(index), at: target.path)
      }
    }
    try flush()
  }

  /// Restores the old state.
  func undo() throws(FileError) {
    for (index, target) in journal.targets.enumerated().reversed() {
      if target.after != nil, try !exists(folder.new(index)) {
        try root.rename(target.path, to: folder.new(index), in: folder.handle)
      }
      if target.before != nil, try exists(folder.old(index)) {
        try place(folder.old(index), at: target.path)
      }
    }
    for path in journal.newFolders.reversed() {
      // Keep anything that someone has put there since.
      try? root.removeDirectory(path)
    }
    try flush()
  }

  /// The state of the targets, as found after an interruption.
  enum Standing {
    /// Nothing was edited, or nothing that completing the change would replace.
    case canFinish
    /// Something that completing would replace was edited; undoing the change loses nothing.
    case canUndo
    /// Completing and undoing would both lose edits, to these files.
    case touched([RelativePath])
  }

  /// Checks every target once.
  func standing() throws(FileError) -> Standing {
    var (done, pending): ([RelativePath], [RelativePath]) = ([], [])
    for (index, target) in journal.targets.enumerated() {
      let now = try Fingerprint.of(target.path, in: root)
      let isPutAside = try exists(folder.old(index))
      let isDone = target.after == nil ? isPutAside : try !exists(folder.new(index))
      if isDone {
        if now != target.after { done.append(target.path) }
      } else if now != (isPutAside ? nil : target.before) {
        pending.append(target.path)
      }
    }
    if pending.isEmpty { return .canFinish }
    return done.isEmpty ? .canUndo : .touched(done + pending)
  }

  private func place(_ prepared: RelativePath, at path: RelativePath) throws(FileError) {
    do {
      try folder.handle.renameExclusively(prepared, to: path, in: root)
    } catch  where error.code == .unsupported {
      // Not every system can refuse to rename onto an existing name: look first.
      if try root.statusIfPresent(of: path) != nil {
        throw FileError(
          .exists, at: path.description, "was created by another process during the run")
      }
      try folder.handle.rename(prepared, to: path, in: root)
    }
  }

  private func exists(_ path: RelativePath) throws(FileError) -> Bool {
    try folder.handle.statusIfPresent(of: path) != nil
  }

  /// Flushes the renames to disk: every folder that a name was moved to or from.
  private func flush() throws(FileError) {
    try root.sync()
    for parent in Set(journal.targets.compactMap(\.path.parent)).sorted() {
      do {
        try root.subdirectory(parent).sync()
      } catch  where error.code == .notFound {}
    }
  }
}
