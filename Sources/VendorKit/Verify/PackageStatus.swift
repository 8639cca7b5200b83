import SafeFiles

/// What the system says of everything that the check of a package reads, without reading it: a digest of
/// device, inode, size, mode and times.
///
/// Of these no program can set the time of the last change (`ctime`, inode(7)), so whoever edits a file
/// and restores its size and modification time gets another digest. It is not asked of git: its index can
/// be told not to look at files (assume-unchanged, skip-worktree, a sparse checkout, a monitor, coarser
/// comparisons in the configuration), takes a file that a filter or an encoding has converted for
/// unchanged, and does so even after the attribute that asked for it is gone.
final class PackageStatus {
  private var hash = SHA256()
  /// When the run began: a file that was changed since could change again without another time.
  private let start: Int64
  private var isReliable = true
  private let above: GitFilesAbove
  /// How long the package's list is; 0 where it cannot be looked at.
  private(set) var listBytes = 0
  private var folder: DirectoryHandle?
  /// What the hash is not yet told: one call for many small pieces.
  private var pending: [UInt8] = []
  private var deferred: [RelativePath: FileStatus] = [:]

  /// Begins with what the lock says and whatever lies outside the package's folder: its list, its
  /// patches, every `.gitignore` and `.gitattributes` above. To be called before any of it is read.
  init(
    of package: Lock.Package, in root: DirectoryHandle, start: Int64, above: GitFilesAbove
  ) {
    self.start = start
    self.above = above
    isReliable = above.hasChangeTimes
    add(package.tree.bytes)
    let acknowledged = package.acknowledged.map(\.rawValue).joined(separator: ",")
    add("\(acknowledged) \(package.patches.count)\0")
    for patch in package.patches { add(patch.digest.bytes) }
    add(package.path)
    for path in [package.sumsPath] + package.patches.map(\.path) {
      let found = Result { () throws(FileError) in try root.statusIfPresent(of: path) }
      add(GitFilesAbove.Status(path: path, found: found))
      // What cannot be looked at is for the check to report.
      if path == package.sumsPath { listBytes = (try? found.get())?.size ?? 0 }
    }
    for status in above.statuses(in: package.path.parent) { add(status) }
  }

  /// Adds an item of the package's folder, in the order of the walk.
  func add(_ item: TreeItem, _ outcome: FileHasher.Outcome) {
    switch (item.kind, outcome) {
    case (.file, .file(_, let status?)):
      if let first = item.path.flatMap({ deferred[$0] }) {
        isReliable = isReliable && first == status
      } else {
        add(item, status)
      }
    case (.file, .deferred(let status)):
      if let path = item.path { deferred[path] = status }
      add(item, status)
    case (.link(let target), _):
      if let path = item.path { add(path) }
      add(target)
      add(" link")
    default: isReliable = false
    }
  }

  /// Adds a file that is not read.
  func add(_ item: TreeItem, _ status: FileStatus) {
    if item.folder !== folder {
      folder = item.folder
      isReliable = isReliable && above.hasChangeTimes(item.folder, of: status)
    }
    if let path = item.path { add(path) }
    add(status)
  }

  /// The digest; nil where a later change might not show in it.
  func finish() -> SHA256Digest? {
    flush()
    let digest = hash.finish()
    return isReliable ? digest : nil
  }

  private func add(_ status: FileStatus) {
    // Times in whole seconds are probably all that the file system keeps.
    let isCoarse = status.changedNanoseconds % 1_000_000_000 == 0
    if status.changedNanoseconds >= start - (isCoarse ? 2_000_000_000 : 0) { isReliable = false }
    let numbers = [
      status.kind == .file ? 1 : 0, status.device, status.inode, UInt64(status.size),
      UInt64(status.mode), UInt64(bitPattern: status.modifiedNanoseconds),
      UInt64(bitPattern: status.changedNanoseconds),
    ]
    numbers.withUnsafeBytes { pending += $0 }
    if pending.count > 1 << 14 { flush() }
  }

  private func add(_ path: RelativePath) {
    add(path.bytes)
    // Ends the path: none has a NUL.
    pending.append(0)
  }

  private func add(_ status: GitFilesAbove.Status) {
    add(status.path)
    switch status.found {
    case .success(let found?): add(found)
    case .success(nil): add("none")
    case .failure: isReliable = false
    }
  }

  private func add(_ text: String) { pending += text.utf8 }

  private func add(_ bytes: [UInt8]) { pending += bytes }

  private func flush() {
    hash.update(pending.span.bytes)
    pending.removeAll(keepingCapacity: true)
  }
}

extension PackageStatus {
  /// The digest of a package that is walked through and not read; nil where something is there that no
  /// list can have, or a later change might not show.
  static func digest(
    of package: Lock.Package, in root: DirectoryHandle, start: Int64, above: GitFilesAbove
  ) throws(FileError) -> SHA256Digest? {
    let status = PackageStatus(of: package, in: root, start: start, above: above)
    // Whatever cannot be looked at is for the check to report.
    guard let folder = try? root.subdirectory(package.path) else { return nil }
    for item in TreeWalk(folder) {
      try Interrupts.check()
      if case .file = item.kind, let name = item.name {
        guard let found = try? item.folder.status(of: name), found.kind == .file else { return nil }
        status.add(item, found)
      } else {
        status.add(item, .notAFile)
      }
    }
    return status.finish()
  }
}
