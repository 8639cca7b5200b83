#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension DirectoryHandle {
  /// Removes the file or link at `path`.
  public func removeFile(_ path: RelativePath) throws(FileError) {
    guard at(path, { unlinkat($0, $1, 0) }) == 0 else {
      throw failure(at: path, cannot: "be removed")
    }
  }

  /// Removes the empty folder at `path`.
  public func removeDirectory(_ path: RelativePath) throws(FileError) {
    guard at(path, { unlinkat($0, $1, AT_REMOVEDIR) }) == 0 else {
      throw failure(at: path, cannot: "be removed")
    }
  }

  /// Removes whatever is at `path`, with all that is below it; no failure if nothing is there.
  ///
  /// Links are removed, never followed. Takes a bounded number of descriptors, whatever the depth.
  public func removeTree(_ path: RelativePath) throws(FileError) {
    guard let status = try statusIfPresent(of: path) else { return }
    guard status.kind == .directory else { return try removeFile(path) }
    let folder = try subdirectory(path)
    try folder.removeContents(depth: 0, top: folder)
    try removeDirectory(path)
  }

  /// How the names of folders begin that ``removeTree(_:)`` has moved up and not removed yet.
  private static var removedPrefix: String { ".assetkit-removed-" }

  /// How many nested folders are held open at a time; deeper ones are first moved up.
  private static var maximumDepth: Int { 32 }

  private func removeContents(depth: Int, top: DirectoryHandle) throws(FileError) {
    // Folders that are moved up to the top appear while it is being emptied: look again.
    while case let found = try entries(), !found.isEmpty {
      for entry in found {
        guard entry.kind == .directory else {
          try removeFile(entry.unchecked)
          continue
        }
        if depth >= Self.maximumDepth {
          try moveUp(entry.unchecked, to: top)
          continue
        }
        try subdirectory(entry.unchecked).removeContents(depth: depth + 1, top: top)
        try removeDirectory(entry.unchecked)
      }
    }
  }

  private func moveUp(_ folder: RelativePath, to top: DirectoryHandle) throws(FileError) {
    // The inode number is unique as long as the folder exists.
    let name = "\(Self.removedPrefix)\(try status(of: folder).inode)"
    try rename(folder, to: RelativePath(unchecked: Array(name.utf8)), in: top)
  }
}
