public import SafeFiles

/// Finds the root: the folder that contains `vendor.lock`, to which all paths are relative.
public enum VendorRoot {
  /// The nearest folder from `start` upwards that has a lock; nil when none has.
  ///
  /// - Throws: `FileError` when a folder on the way cannot be opened.
  public static func nearest(from start: String = ".") throws(FileError) -> DirectoryHandle? {
    let lock = RelativePath(known: Lock.fileName)
    return try DirectoryHandle.nearest(from: start) { folder throws(FileError) in
      if try folder.statusIfPresent(of: lock) != nil { return true }
      // The very first package was being added when the process was killed: see `Recovery`.
      return try Recovery.isDue(in: folder)
    }
  }

  /// The nearest folder that has a lock, for commands that require one.
  ///
  /// - Throws: `VendorError` with `nothingToCheck` when there is none; `FileError`.
  public static func require(from start: String = ".") throws -> DirectoryHandle {
    guard let root = try nearest(from: start) else {
      throw VendorError(
        .nothingToCheck, at: Lock.fileName, "was not found here or in any parent folder",
        remedy: "vendor something with 'assetkit vendor add', or name the project with -C")
    }
    return root
  }
}

extension Lock {
  /// Reads the lock of a root.
  ///
  /// - Throws: `VendorError` with `invalidLock`, `FileError`.
  public init(in root: DirectoryHandle) throws {
    try self.init(
      parsing: try root.readFile(RelativePath(known: Lock.fileName), limitBytes: 64 << 20))
  }
}
