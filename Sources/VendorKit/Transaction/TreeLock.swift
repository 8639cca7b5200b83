internal import SafeFiles

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

  /// Releases the lock, and removes `Vendor/patches/` and `Vendor/` if they are empty.
  func release() {
    guard file != nil else { return }
    try? root.removeDirectory(WorkFolder.patches)
    file = nil
    try? root.removeDirectory(WorkFolder.vendor)
  }

  deinit { release() }
}
