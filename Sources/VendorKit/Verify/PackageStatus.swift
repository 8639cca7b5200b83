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
  private var folder: DirectoryHandle?
  private var deferred: [RelativePath: FileStatus] = [:]

  /// Begins with what the lock says and whatever lies outside the package's folder: its list, its
  /// patches, every `.gitignore` and `.gitattributes` above. To be called before any of it is read.
  init(of package: Lock.Package, in root: DirectoryHandle, start: Int64) {
    self.start = start
    add("\(package.tree.pin) \(package.acknowledged.map(\.rawValue).joined(separator: ","))")
    var outside = [package.sumsPath]
    for name in [".gitignore", ".gitattributes"] {
      let name = RelativePath(known: name)
      outside.append(name)
      var parent = package.path.parent
      while let folder = parent {
        outside.append(folder.appending(name))
        parent = folder.parent
      }
    }
    for patch in package.patches {
      add(patch.digest.pin)
      outside.append(patch.path)
    }
    add(package.path)
    for path in outside {
      add(path)
      do {
        if let status = try root.statusIfPresent(of: path) { add(status) } else { add("none") }
      } catch {
        isReliable = false
      }
    }
    isReliable = isReliable && root.hasChangeTimes
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
      target.withUnsafeBytes { hash.update($0) }
      add(" link")
    default: isReliable = false
    }
  }

  /// Adds a file that is not read.
  func add(_ item: TreeItem, _ status: FileStatus) {
    if item.folder !== folder {
      folder = item.folder
      isReliable = isReliable && item.folder.hasChangeTimes
    }
    if let path = item.path { add(path) }
    add(status)
  }

  /// The digest; nil where a later change might not show in it.
  func finish() -> SHA256Digest? {
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
    numbers.withUnsafeBytes { hash.update($0) }
  }

  private func add(_ path: RelativePath) {
    path.bytes.withUnsafeBytes { hash.update($0) }
    // Ends the path: none has a NUL.
    add("\0")
  }

  private func add(_ text: String) {
    var text = text
    text.withUTF8 { hash.update(UnsafeRawBufferPointer($0)) }
  }
}

extension PackageStatus {
  /// The digest of a package that is walked through and not read; nil where something is there that no
  /// list can have, or a later change might not show.
  static func digest(
    of package: Lock.Package, in root: DirectoryHandle, start: Int64
  ) throws(FileError) -> SHA256Digest? {
    let status = PackageStatus(of: package, in: root, start: start)
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
