import CFileCalls

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A folder `.assetkit-…` that belongs to this run as long as its lock is held.
///
/// One with a ``RunMark`` that is not locked was left by a killed run of this user. Any other came
/// with a clone or a copy, or is somebody else's.
final class StagingFolder: Sendable {
  static let prefix = Array(".assetkit-".utf8)

  let handle: DirectoryHandle
  let parent: DirectoryHandle
  let name: RelativePath
  private let mark: RunMark?

  /// Creates and locks a folder with an unused name.
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
        // Between the two calls another run may have taken it for a leftover and removed it. Any
        // other failure would happen again, running out of descriptors for one.
        if error.code == .notFound { continue }
        // It is empty and does no harm if it stays; the first error is the more useful one.
        try? parent.removeTree(name)
        throw error
      }
      let isLocked = flock(handle.descriptor, LOCK_EX | LOCK_NB) == 0
      // Where folders cannot be locked (NFS), leftovers are not removed either: see below.
      if !isLocked, errno == EWOULDBLOCK { continue }
      guard try parent.statusIfPresent(of: name) != nil else { continue }
      self.handle = handle
      self.name = name
      mark = RunMark(making: handle, named: name)
      return
    }
  }

  /// Takes over the folder that a killed run left behind.
  ///
  /// - Returns: nil if it is none of ours, or in use: locked.
  init?(found entry: DirectoryHandle.Entry, in parent: DirectoryHandle) {
    // One that cannot be opened has just been removed by its owner, or is another user's.
    guard entry.kind == .directory, entry.name.starts(with: Self.prefix),
      let handle = try? parent.subdirectory(entry.unchecked),
      let status = try? handle.status(), status.owner == geteuid(),
      flock(handle.descriptor, LOCK_EX | LOCK_NB) == 0
    else { return nil }
    mark = RunMark(of: handle, named: entry.unchecked)
    // An empty one cannot have come with a clone: the run had no time to mark it.
    guard mark != nil || (try? handle.entries().isEmpty) == true else { return nil }
    self.handle = handle
    self.parent = parent
    name = entry.unchecked
  }

  /// Removes the folder and its contents.
  func remove() throws(FileError) {
    try parent.removeTree(name)
    mark?.remove()
  }

  /// Removes the folder and its contents, if possible and if it still has this name.
  func discard() {
    file_calls_interrupt_forget(handle.descriptor)
    try? remove()
  }

  /// Makes an interrupt remove the folder and its files, whose names are the numbers up to this
  /// one.
  func noteFile(_ number: Int) {
    name.withCString {
      file_calls_interrupt_remove(handle.descriptor, parent.descriptor, $0, Int32(number))
    }
  }
}
