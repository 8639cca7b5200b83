internal import SafeFiles

/// Carries out a journal, forwards or backwards; either may be broken off and begun again.
///
/// For each target there are three places: where it lives, `new/N` and `old/N`. Every step is one
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
      // Done: it had something to put in place and that has gone there; or had nothing.
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

  /// Puts everything back.
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
      // Somebody may have put something there; then it stays.
      try? root.removeDirectory(path)
    }
    try flush()
  }

  /// Where the targets stand, seen by somebody who comes later.
  enum Standing {
    /// Nobody has touched anything, or only what finishing leaves alone.
    case canFinish
    /// Something that finishing would replace was touched; taking it all back loses nothing.
    case canUndo
    /// Both would lose somebody's work: these were touched.
    case touched([RelativePath])
  }

  /// Looks at every target once.
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
      // Not everywhere can the system itself refuse a name that is taken: look first.
      if try root.statusIfPresent(of: path) != nil {
        throw FileError(.exists, at: path.description, "has appeared during the run")
      }
      try folder.handle.rename(prepared, to: path, in: root)
    }
  }

  private func exists(_ path: RelativePath) throws(FileError) -> Bool {
    try folder.handle.statusIfPresent(of: path) != nil
  }

  /// Waits until the renames are on the disk: every folder that a name has come to or gone from.
  private func flush() throws(FileError) {
    try root.sync()
    for parent in Set(journal.targets.compactMap(\.path.parent)).sorted() {
      do {
        try root.subdirectory(parent).sync()
      } catch  where error.code == .notFound {}
    }
  }
}
