import SafeFiles

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The lock that a change of the vendored tree holds: `Vendor/.assetkit-lock`.
///
/// What a killed run leaves of it is known by a mark outside the tree, see ``LockMarks``: a file of that
/// name that a clone brought is neither taken nor removed.
final class TreeLock {
  private let root: DirectoryHandle
  private var file: FileLock?
  private var mark: RunMark?

  /// Takes the lock; creates `Vendor/` if necessary.
  ///
  /// - Throws: `VendorError` with the code `busy`, naming the holder, `wouldLose` when there is
  ///   something else in its place; `FileError`.
  init(in root: DirectoryHandle, timeout: Duration) throws {
    self.root = root
    while file == nil {
      try root.createDirectories(WorkFolder.vendor)
      try Self.refuseToCover(in: root)
      do {
        let marks = try LockMarks(in: root)
        mark?.remove()
        // Before the file, which may be all that a killed run leaves.
        mark = marks.make()
        file = try FileLock(WorkFolder.lock, in: root, timeout: timeout)
        marks.removeDead()
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

  /// Whether there is nothing in the lock's place, or a file that a run of this user made here: empty,
  /// or with its process ID.
  static func isOurs(in root: DirectoryHandle) throws(FileError) -> Bool {
    guard let status = try root.statusIfPresent(of: WorkFolder.lock) else { return true }
    guard status.kind == .file, status.size <= 32 else { return false }
    let text = try ifPresent { () throws(FileError) in
      try root.readFile(WorkFolder.lock, limitBytes: 32)
    }
    guard let text else { return true }
    let marked = try LockMarks(in: root).processes
    if text.isEmpty { return !marked.isEmpty }
    return marked.contains { text.elementsEqual("\($0)\n".utf8) }
  }

  private static func refuseToCover(in root: DirectoryHandle) throws {
    var before: FileStatus?
    repeat {
      before = try root.statusIfPresent(of: WorkFolder.lock)
      guard try !isOurs(in: root), try !isHeld(in: root) else { return }
      // A run that ended in between has removed its file and then its mark.
    } while try root.statusIfPresent(of: WorkFolder.lock) != before
    throw VendorError(
      .wouldLose, at: "\(WorkFolder.lock)", "was not made by a run of assetkit here",
      remedy: "check what it is, then remove it")
  }

  /// Releases the lock, and removes the folders of patches and signatures and `Vendor/` if they are empty.
  func release() {
    // A folder that is not empty, or not ours to remove, stays.
    if file != nil {
      try? root.removeDirectory(WorkFolder.patches)
      try? root.removeDirectory(WorkFolder.signatures)
    }
    let wasHeld = file != nil
    file = nil
    removeMark()
    if wasHeld { try? root.removeDirectory(WorkFolder.vendor) }
  }

  /// Removes the mark, unless the lock's file could not be removed.
  private func removeMark() {
    guard let mark else { return }
    self.mark = nil
    // Where nobody can tell, the mark stays.
    do {
      if try root.statusIfPresent(of: WorkFolder.lock) == nil { mark.remove() }
    } catch {}
  }

  deinit { release() }
}

/// The marks of the runs that have, or wait for, the lock of one `Vendor` folder: `lock-INODE-PROCESS`.
struct LockMarks {
  private let vendor: DirectoryHandle
  private let prefix: String

  init(in root: DirectoryHandle) throws(FileError) {
    vendor = try root.subdirectory(WorkFolder.vendor)
    prefix = "lock-\(String(try vendor.status().inode, radix: 16))-"
  }

  /// Marks this process; nil where the user's folder cannot be written.
  func make() -> RunMark? {
    // An earlier process of the same number may have left one.
    RunMark(making: vendor, named: name(of: getpid())) ?? mark(of: getpid())
  }

  /// The process IDs of all marks.
  var processes: [Int32] {
    RunMark.names(startingWith: prefix).compactMap { Int32($0.dropFirst(prefix.count)) }
      .filter { mark(of: $0) != nil }
  }

  /// Removes what processes that have ended left; the lock is held.
  func removeDead() {
    for process in processes where kill(process, 0) != 0 && errno == ESRCH {
      mark(of: process)?.remove()
    }
  }

  private func mark(of process: Int32) -> RunMark? {
    RunMark(of: vendor, named: name(of: process))
  }

  private func name(of process: Int32) -> RelativePath {
    RelativePath(known: "\(prefix)\(process)")
  }
}
