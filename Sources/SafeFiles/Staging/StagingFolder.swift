import CFileCalls

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A folder `.assetkit-…` that belongs to this run as long as its lock is held.
///
/// Whoever finds one of the same owner without a lock has found the leavings of a killed run.
final class StagingFolder: Sendable {
  static let prefix = Array(".assetkit-".utf8)

  let handle: DirectoryHandle
  let parent: DirectoryHandle
  let name: RelativePath

  /// Creates and locks a folder of a name that nobody has.
  init(in parent: DirectoryHandle) throws(FileError) {
    self.parent = parent
    while true {
      let digits = String(UInt64.random(in: 1 << 60 ... .max), radix: 16)
      let name = RelativePath(unchecked: Self.prefix + Array(digits.utf8))
      try parent.createDirectory(name)
      let handle: DirectoryHandle
      do {
        handle = try parent.subdirectory(name)
      } catch {
        // Between the two calls another run may have taken it for leavings and removed it. Every other
        // failure would come again: descriptors used up, for one.
        if error.code == .notFound { continue }
        // It is empty, and in nobody's way if it stays; the first error says more.
        try? parent.removeTree(name)
        throw error
      }
      let isLocked = flock(handle.descriptor, LOCK_EX | LOCK_NB) == 0
      // Where folders cannot be locked (NFS), no leavings are removed either: see below.
      if !isLocked, errno == EWOULDBLOCK { continue }
      guard try parent.statusIfPresent(of: name) != nil else { continue }
      self.handle = handle
      self.name = name
      return
    }
  }

  /// Takes over what a killed run left.
  ///
  /// - Returns: nil when it is somebody's: of another owner or locked.
  init?(found entry: DirectoryHandle.Entry, in parent: DirectoryHandle) {
    // One that cannot be opened has just been removed by its owner, or is another user's.
    guard entry.kind == .directory, entry.name.starts(with: Self.prefix),
      let handle = try? parent.subdirectory(entry.unchecked),
      let status = try? handle.status(), status.owner == geteuid(),
      flock(handle.descriptor, LOCK_EX | LOCK_NB) == 0
    else { return nil }
    self.handle = handle
    self.parent = parent
    name = entry.unchecked
  }

  /// Removes the folder with what is in it.
  func remove() throws(FileError) {
    try parent.removeTree(name)
  }

  /// Removes the folder with what is in it, if it can be and is there under this name.
  func discard() {
    file_calls_interrupt_forget(handle.descriptor)
    try? remove()
  }

  /// Has an interrupt remove the files whose names are the numbers up to this one, and the folder.
  func noteFile(_ number: Int) {
    name.withCString {
      file_calls_interrupt_remove(handle.descriptor, parent.descriptor, $0, Int32(number))
    }
  }
}
