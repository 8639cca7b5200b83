import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A set of files that appears in a folder together or not at all; files that it replaces without a
/// successor go at the same moment.
///
/// Until `commit()` the files have no name (`O_TMPFILE`), so a process that is killed leaves
/// nothing. Where the file system does not support that, they are in a folder `.assetkit-…`, which
/// is removed by an interrupt or, after a kill, by the next run.
///
/// `commit()` puts them in place in the first of these ways that is possible:
/// 1. The folder does not exist yet: a complete one is built under another name and renamed.
/// 2. The folder exists: a complete new one is built next to it, with second names (hard links) for
///    everything that is kept, and the two are exchanged (`RENAME_EXCHANGE`). The old one is then
///    removed. Mode, owner and extended attributes are carried over.
/// 3. The files are renamed one by one, with a record from which the next run undoes what a killed
///    one began. It is the way for a single file, which needs no more; for a folder that cannot be
///    renamed or linked (a mount point, the working directory, files of others that may not be
///    linked, more than 1,000 files to keep); and for file systems without exchange.
///
/// Limits: a kill in the few milliseconds of a commit may leave a folder `.assetkit-…` until the
/// next run into the same folder; in way 3 it may also leave old files among new ones until then.
/// In way 2 the folder is a new one afterwards: a shell whose working directory it was has to enter
/// it again. Nothing is flushed to the disk: after a power cut the icons may have to be made again.
public final class StagedOutput: Sendable {
  private let destination: Destination
  private let maximumUnnamed: Int
  private let isFileByFile: Bool
  private let state = Mutex(State())

  private struct State {
    var files: [RelativePath: StagedFile] = [:]
    /// The files that go.
    var removed: Set<RelativePath> = []
    /// How many files were created, including discarded ones.
    var created = 0
    /// The staging folder of files that have a name, once there is one.
    var container: StagingFolder?
  }

  /// Prepares for output into the folder at `directory`, which need not exist; nothing is created.
  ///
  /// Removes what a killed run into the same folder left behind.
  ///
  /// - Parameter fileByFile: whether to take the third way in a folder that exists, because it
  ///   contains more than the program's own files.
  /// - Throws: `FileError` when the path is not a folder or nothing may be created in it.
  public convenience init(directory: String, fileByFile: Bool = false) throws(FileError) {
    try self.init(
      directory: directory, maximumUnnamed: StagedFile.maximumUnnamed, fileByFile: fileByFile)
  }

  /// - Parameter maximumUnnamed: how many files may be held open; further ones get a name.
  init(
    directory: String, maximumUnnamed: Int, fileByFile: Bool = false
  ) throws(FileError) {
    self.maximumUnnamed = maximumUnnamed
    isFileByFile = fileByFile
    destination = try Destination(directory)
    Leftovers.remove(around: destination)
    try destination.checkIsWritable()
  }

  deinit {
    discard()
  }

  /// Stages `bytes` as the file at `path` in the folder, with these permission bits.
  ///
  /// Safe to call from several threads at a time.
  ///
  /// - Throws: `FileError` when the disk is full, the path is taken by a folder, leads through a link
  ///   or was written before.
  public func write(
    _ bytes: [UInt8], to path: RelativePath, mode: UInt32 = 0o644
  ) throws(FileError) {
    try destination.checkCanHold(path)
    let file = try stage(path)
    do {
      try file.write(bytes)
      if mode != 0o644 { try file.setMode(mode) }
    } catch {
      // A partly written file must not be mistaken for the whole one.
      state.withLock { $0.files[path] = nil }
      throw error
    }
  }

  /// Has `commit()` remove the file at `path`, where there is one; what is not a file stays.
  ///
  /// - Precondition: the file is not written in the same run.
  public func remove(_ path: RelativePath) {
    state.withLock { state in
      precondition(state.files[path] == nil, "a file is written or removed, not both")
      state.removed.insert(path)
    }
  }

  /// Puts all staged files in place, and removes those that are to go. Afterwards the object is empty.
  ///
  /// - Throws: `FileError`; the folder is then as it was before.
  public func commit() throws(FileError) {
    let state = state.withLock { state in
      let taken = state
      state = State()
      return taken
    }
    // An interrupt during these few milliseconds is deferred.
    let interrupts = Interrupts.hold()
    defer { interrupts.release() }
    defer { state.container?.discard() }
    var removed: Set<RelativePath> = []
    for path in state.removed where destination.missing == nil {
      if try destination.base.statusIfPresent(of: path)?.kind == .file { removed.insert(path) }
    }
    guard !state.files.isEmpty || !removed.isEmpty else { return }
    var commit = Commit(
      state.files, removing: removed, from: state.container, to: destination)
    try commit.run(fileByFile: isFileByFile)
  }

  /// Discards all staged files; the folder is as it was before.
  public func discard() {
    let container = state.withLock { state in
      state.files = [:]
      state.removed = []
      return state.container.take()
    }
    container?.discard()
  }

  private func stage(_ path: RelativePath) throws(FileError) -> OpenFile {
    let location = destination.location(of: path)
    return try state.withLock { state throws(FileError) in
      guard state.files[path] == nil else {
        throw FileError(.exists, at: location, "would be written twice in one run")
      }
      state.created += 1
      if state.created <= maximumUnnamed,
        let (staged, file) = try StagedFile.createUnnamed(in: destination.base, location: location)
      {
        state.files[path] = staged
        return file
      }
      let container =
        if let existing = state.container { existing } else {
          try StagingFolder(in: destination.base)
        }
      state.container = container
      let (staged, file) = try StagedFile.create(
        state.created, in: container, location: location)
      state.files[path] = staged
      return file
    }
  }
}
