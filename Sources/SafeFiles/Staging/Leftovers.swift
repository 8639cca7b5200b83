/// What killed runs left behind.
enum Leftovers {
  /// Finishes or undoes what a killed run into the same folder began, and removes its staging folder.
  ///
  /// What cannot be cleaned up stays; it does no harm, and the next run tries again.
  static func remove(around destination: Destination) {
    remove(in: destination.base)
    if destination.missing == nil, let above = destination.parentOfBase() {
      remove(in: above.parent)
    }
  }

  private static func remove(in folder: DirectoryHandle) {
    guard let entries = try? folder.entries() else { return }
    for entry in entries {
      guard let staging = StagingFolder(found: entry, in: folder) else { continue }
      do {
        switch try StagingRecord(in: staging) {
        case .exchange(let folder, let inode, let written):
          try FolderExchange.recover(staging, folder: folder, inode: inode, written: written)
        case .replacement(let record):
          try FileReplacement.recover(staging, record)
        case nil:
          break
        }
        try staging.remove()
      } catch {
        continue
      }
    }
  }
}
