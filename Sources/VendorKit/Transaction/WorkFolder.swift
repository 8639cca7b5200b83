import SafeFiles

/// The hidden folder in which a change is prepared: `Vendor/.assetkit`.
///
/// `new/N` is what the N-th target becomes, `old/N` what it was. Without a `journal` all of it is
/// disposable. The empty folder `run-NAME` has the name of its `RunMark`, whose note is the digest of
/// the journal; no clone has empty folders, and one is made at once or not at all.
struct WorkFolder {
  static let vendor = RelativePath(known: "Vendor")
  static let patches = RelativePath(known: "Vendor/patches")
  static let path = RelativePath(known: "Vendor/.assetkit")
  static let lock = RelativePath(known: "Vendor/.assetkit-lock")
  private static let marker = "run-"
  private static let journal = RelativePath(known: "journal")
  private static let draft = RelativePath(known: "journal.new")
  private static let new = RelativePath(known: "new")
  private static let old = RelativePath(known: "old")
  private static let scratch = RelativePath(known: "scratch")

  let root: DirectoryHandle
  let handle: DirectoryHandle
  private var mark: RunMark?

  /// The work folder, nil when there is none.
  init?(existingIn root: DirectoryHandle) throws(FileError) {
    do {
      handle = try root.subdirectory(Self.path)
    } catch  where [.notFound, .notADirectory, .link].contains(error.code) {
      // Whatever is wrong there, it is not an interrupted change.
      return nil
    }
    self.root = root
    for entry in try handle.entries() where entry.name.starts(with: Self.marker.utf8) {
      let name = try? RelativePath(bytes: entry.name.dropFirst(Self.marker.utf8.count))
      mark = mark ?? name.flatMap { RunMark(of: handle, named: $0) }
    }
  }

  /// Creates an empty work folder.
  init(creatingIn root: DirectoryHandle) throws(FileError) {
    try root.createDirectory(Self.path)
    handle = try root.subdirectory(Self.path)
    self.root = root
    let name = RunMark.newName()
    mark = RunMark(making: handle, named: name)
    if mark != nil {
      try handle.createDirectory(RelativePath(known: "\(Self.marker)\(name)"))
    }
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
  mutating func write(_ journal: Journal) throws(FileError) {
    try mark?.write(SHA256.digest(of: journal.text).hex)
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
    guard mark?.note == SHA256.digest(of: text).hex, let journal = Journal(parsing: text),
      journal.folder == inode
    else {
      throw VendorError(
        .wouldLose, at: "\(Self.path)", "contains a journal that was not written in this folder",
        remedy: "restore Vendor and vendor.lock from version control, then remove \(Self.path)")
    }
    return journal
  }

  /// Whether a run of this user on this machine made it. One without any file is nobody's work, and no
  /// clone can bring it: it may have been made by a run that had no time to mark it.
  func isOurs() throws(FileError) -> Bool {
    if mark != nil { return true }
    return try !Self.hasFiles(handle)
  }

  private static func hasFiles(_ folder: DirectoryHandle) throws(FileError) -> Bool {
    for entry in try folder.entries() {
      // No run makes a name that is not a valid path.
      guard entry.kind == .directory, let path = try? entry.path() else { return true }
      if try hasFiles(folder.subdirectory(path)) { return true }
    }
    return false
  }

  /// Whether a change was committed but neither completed nor undone.
  func hasJournal() throws(FileError) -> Bool {
    try handle.statusIfPresent(of: Self.journal) != nil
  }

  /// Removes the journal first, then the rest of the work folder, then its mark.
  func remove() throws(FileError) {
    do {
      try handle.removeFile(Self.journal)
      try handle.sync()
    } catch  where error.code == .notFound {}
    // What is left of it when this is interrupted still has its mark.
    for entry in try handle.entries() where !entry.name.starts(with: Self.marker.utf8) {
      // Another name is removed with the folder.
      if let path = try? entry.path() { try handle.removeTree(path) }
    }
    try root.removeTree(Self.path)
    mark?.remove()
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
