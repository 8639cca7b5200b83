#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The files of a copy before its build, to tell which of them the build has written.
struct TreeSnapshot {
  /// What changes whenever a file is written or replaced.
  private struct Stamp: Equatable {
    let inode: UInt64
    let size: Int64
    let modified: Int64
    let changed: Int64

    init?(_ path: String) {
      var status = stat()
      guard lstat(path, &status) == 0 else { return nil }
      inode = UInt64(status.st_ino)
      size = Int64(status.st_size)
      #if canImport(Darwin)
      let (modification, change) = (status.st_mtimespec, status.st_ctimespec)
      #else
      let (modification, change) = (status.st_mtim, status.st_ctim)
      #endif
      modified = Int64(modification.tv_sec) &* 1_000_000_000 &+ Int64(modification.tv_nsec)
      changed = Int64(change.tv_sec) &* 1_000_000_000 &+ Int64(change.tv_nsec)
    }
  }

  private let root: String
  private var stamps: [String: Stamp] = [:]

  /// Records everything below `root` but `.git`.
  init(of root: String) {
    self.root = root
    add("")
  }

  /// Whether the file at `path` below the root, which may have been moved since, is as it was.
  func isUntouched(_ path: String, in root: String) -> Bool {
    guard let stamp = stamps[path] else { return false }
    return Stamp("\(root)/\(path)") == stamp
  }

  private mutating func add(_ folder: String) {
    for name in FileSystem.names(in: folder.isEmpty ? root : "\(root)/\(folder)")
    where name != ".git" {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      if FileSystem.isFolder("\(root)/\(path)") {
        add(path)
      } else {
        stamps[path] = Stamp("\(root)/\(path)")
      }
    }
  }
}
