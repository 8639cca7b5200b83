import SafeFiles

/// The hidden folder in which a change is prepared: `Vendor/.assetkit`.
///
/// `new/N` is what the N-th target becomes, `old/N` what it was. Without a `journal` all of it is
/// disposable. The empty folder `run-NAME` has the name of its `RunMark`, whose note is the digest of
/// the journal; no clone has empty folders, and one is made at once or not at all.
struct WorkFolder {
  static let vendor = RelativePath(known: "Vendor")
  static let patches = RelativePath(known: "Vendor/patches")
  static let signatures = RelativePath(known: "Vendor/signatures")
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
    return try !hasFiles(in: nil)
  }

  /// Whether there is anything but folders below a folder of this one, nil for this one.
  private func hasFiles(in path: RelativePath?) throws(FileError) -> Bool {
    for entry in try entries(of: path) {
      // No run makes a name that is not a valid path.
      guard entry.kind == .directory, let name = try? entry.path() else { return true }
      if try hasFiles(in: path?.appending(name) ?? name) { return true }
    }
    return false
  }

  /// What is in a folder of this one, nil for this one. The folder is closed again, so that the depth of
  /// a tree takes no descriptors.
  private func entries(of path: RelativePath?) throws(FileError) -> [DirectoryHandle.Entry] {
    guard let path else { return try handle.entries() }
    return try handle.subdirectory(path).entries()
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
  /// For many files the whole file system is flushed at once: a thousand single flushes cost much more.
  func flush() throws(FileError) {
    if try count(in: nil, upTo: 256) >= 256, try handle.flushFileSystem() { return }
    try flush(nil)
  }

  private func flush(_ path: RelativePath?) throws(FileError) {
    // Names that are not valid paths are not assetkit's to flush.
    let entries = try entries(of: path)
    try flushFiles(entries, of: path)
    for entry in entries where entry.kind == .directory {
      if let name = try? entry.path() { try flush(path?.appending(name) ?? name) }
    }
  }

  /// Flushes the files of a folder, and their names.
  private func flushFiles(
    _ entries: [DirectoryHandle.Entry], of path: RelativePath?
  ) throws(FileError) {
    let folder = if let path { try handle.subdirectory(path) } else { handle }
    for entry in entries where entry.kind == .file {
      try Interrupts.check()
      if let name = try? entry.path() { try folder.openFile(name).sync() }
    }
    try folder.sync()
  }

  private func count(in path: RelativePath?, upTo limit: Int) throws(FileError) -> Int {
    var total = 0
    for entry in try entries(of: path) {
      total += 1
      if total >= limit { break }
      // Folders whose names are not valid paths are not flushed either.
      if entry.kind == .directory, let name = try? entry.path() {
        total += try count(in: path?.appending(name) ?? name, upTo: limit - total)
      }
    }
    return total
  }
}
