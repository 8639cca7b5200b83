import SafeFiles

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A temporary folder outside the project, removed when this object is released.
final class ScratchFolder {
  let handle: DirectoryHandle
  private let parent: DirectoryHandle
  private let name: RelativePath

  /// A new folder in `$TMPDIR`, or `/tmp`.
  init() throws {
    let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    parent = try DirectoryHandle(path: place)
    let digits = String(UInt64.random(in: 1 << 60 ... .max), radix: 16)
    name = try RelativePath("assetkit-scratch-\(digits)")
    try parent.createDirectory(name)
    handle = try parent.subdirectory(name)
  }

  deinit {
    try? parent.removeTree(name)
  }
}
