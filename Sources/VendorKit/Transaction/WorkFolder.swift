import SafeFiles

/// The hidden folder in which a change is prepared: `Vendor/.assetkit`.
///
/// `new/N` is what the N-th target becomes, `old/N` what it was. Without a `journal` all of it is
/// disposable.
struct WorkFolder {
  static let vendor = RelativePath(known: "Vendor")
  static let patches = RelativePath(known: "Vendor/patches")
  static let path = RelativePath(known: "Vendor/.assetkit")
  static let lock = RelativePath(known: "Vendor/.assetkit-lock")
  private static let journal = RelativePath(known: "journal")
  private static let draft = RelativePath(known: "journal.new")
  private static let new = RelativePath(known: "new")
  private static let old = RelativePath(known: "old")
  private static let scratch = RelativePath(known: "scratch")

  let root: DirectoryHandle
  let handle: DirectoryHandle

  /// The work folder, nil when there is none.
  init?(existingIn root: DirectoryHandle) throws(FileError) {
    do {
      handle = try root.subdirectory(Self.path)
    } catch  where [.notFound, .notADirectory, .link].contains(error.code) {
      // Whatever is wrong there, it is not an interrupted change.
      return nil
    }
    self.root = root
  }

  /// Creates an empty work folder.
  init(creatingIn root: DirectoryHandle) throws(FileError) {
    try root.createDirectory(Self.path)
    handle = try root.subdirectory(Self.path)
    self.root = root
    try handle.createDirectory(Self.new)
    try handle.createDirectory(Self.old)
  }

  /// Where the new state of target `index` is prepared.
  func new(_ index: Int) -> RelativePath { Self.new.appending(RelativePath(known: "\(index)")) }

  /// Where the old state of target `index` is kept.
  func old(_ index: Int) -> RelativePath { Self.old.appending(RelativePath(known: "\(index)")) }

  /// An empty scratch folder.
  func createScratch() throws(FileError) -> DirectoryHandle {
    try handle.createDirectory(Self.scratch)
    return try handle.subdirectory(Self.scratch)
  }

  /// Commits the change: from here on it is completed or undone, by this or a later command.
  func write(_ journal: Journal) throws(FileError) {
    try handle.createFile(Self.draft, holding: journal.text)
    try handle.rename(Self.draft, to: Self.journal)
    try handle.sync()
  }

  /// The journal, nil when there is none.
  ///
  /// - Throws: `VendorError` when there is one that was not written here; `FileError`.
  func readJournal() throws -> Journal? {
    guard try handle.statusIfPresent(of: Self.journal) != nil else { return nil }
    let text = try handle.readFile(Self.journal, limitBytes: Journal.limitBytes)
    let inode = try handle.status().inode
    guard let journal = Journal(parsing: text), journal.folder == inode else {
      throw VendorError(
        .wouldLose, at: "\(Self.path)", "contains a journal that was not written in this folder",
        remedy: "restore Vendor and vendor.lock from version control, then remove \(Self.path)")
    }
    return journal
  }

  /// Whether it contains only what a run makes, by the names.
  func isOurs() throws(FileError) -> Bool {
    let names = [Self.journal, Self.draft, Self.new, Self.old, Self.scratch].map(\.bytes)
    return try handle.entries().allSatisfy { entry in
      names.contains { $0.elementsEqual(entry.name) }
        || entry.name.starts(with: DirectoryHandle.removedPrefix.utf8)
    }
  }

  /// Whether a change was committed but neither completed nor undone.
  func hasJournal() throws(FileError) -> Bool {
    try handle.statusIfPresent(of: Self.journal) != nil
  }

  /// Removes the journal first, then the rest of the work folder.
  func remove() throws(FileError) {
    do {
      try handle.removeFile(Self.journal)
      try handle.sync()
    } catch  where error.code == .notFound {}
    try root.removeTree(Self.path)
  }

  /// Flushes everything that was prepared to disk.
  ///
  /// Before many files the whole file system is flushed at once: a thousand single flushes cost much
  /// more. The single ones follow all the same, cheap then, because they report what failed.
  func flush() throws(FileError) {
    if try count(handle, upTo: 256) >= 256 { handle.startFlushingFileSystem() }
    try flush(handle)
  }

  private func flush(_ folder: DirectoryHandle) throws(FileError) {
    for entry in try folder.entries() {
      try Interrupts.check()
      // Names that are not valid paths are not assetkit's to flush.
      guard let path = try? entry.path() else { continue }
      switch entry.kind {
      case .directory: try flush(try folder.subdirectory(path))
      case .file: try folder.openFile(path).sync()
      default: break
      }
    }
    try folder.sync()
  }

  private func count(_ folder: DirectoryHandle, upTo limit: Int) throws(FileError) -> Int {
    var total = 0
    for entry in try folder.entries() {
      total += 1
      if total >= limit { break }
      // Folders whose names are not valid paths are not flushed either.
      if entry.kind == .directory, let path = try? entry.path() {
        total += try count(try folder.subdirectory(path), upTo: limit - total)
      }
    }
    return total
  }
}

/// The lock that a change of the vendored tree holds: `Vendor/.assetkit-lock`.
final class TreeLock {
  private let root: DirectoryHandle
  private var file: FileLock?

  /// Takes the lock; creates `Vendor/` if necessary.
  ///
  /// - Throws: `VendorError` with the code `busy`, naming the holder; `FileError`.
  init(in root: DirectoryHandle, timeout: Duration) throws {
    self.root = root
    while file == nil {
      try root.createDirectories(WorkFolder.vendor)
      do {
        file = try FileLock(WorkFolder.lock, in: root, timeout: timeout)
      } catch  where error.code == .locked {
        throw VendorError(
          .busy, at: error.location, error.problem,
          remedy: "wait until it has finished, or give --lock-timeout SECONDS")
      } catch  where error.code == .notFound {
        // Another run has removed the empty folder in between.
        continue
      }
    }
  }

  /// Whether some run holds the lock of `root`; changes nothing.
  static func isHeld(in root: DirectoryHandle) throws(FileError) -> Bool {
    try FileLock.isHeld(WorkFolder.lock, in: root)
  }

  /// Whether the file at the lock's path is one that a run made: it has the holder's process ID.
  static func isOurs(in root: DirectoryHandle) throws(FileError) -> Bool {
    guard let status = try root.statusIfPresent(of: WorkFolder.lock) else { return true }
    guard status.kind == .file, status.size <= 32 else { return false }
    let text = try ifPresent { () throws(FileError) in
      try root.readFile(WorkFolder.lock, limitBytes: 32)
    }
    return text?.allSatisfy { $0 == UInt8(ascii: "\n") || 0x30...0x39 ~= $0 } ?? true
  }

  /// Releases the lock, and removes `Vendor/patches/` and `Vendor/` if they are empty.
  func release() {
    guard file != nil else { return }
    // A folder that is not empty, or not ours to remove, stays.
    try? root.removeDirectory(WorkFolder.patches)
    file = nil
    try? root.removeDirectory(WorkFolder.vendor)
  }

  deinit { release() }
}
