import SafeFiles

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A folder with files of the test's making, gone with the object.
final class TemporaryTree {
  let path: String
  let root: DirectoryHandle

  init(_ files: [String: String] = [:]) throws {
    var template = Array("/tmp/assetkit-audit-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Failure.noFolder }
    path = String(cString: made)
    root = try DirectoryHandle(path: path)
    for (name, text) in files { try write(Array(text.utf8), to: name) }
  }

  deinit {
    if let parent = try? DirectoryHandle(path: "/tmp"),
      let name = try? RelativePath(path.dropFirst("/tmp/".count))
    {
      try? parent.removeTree(name)
    }
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    let path = try RelativePath(name)
    if let parent = path.parent { try root.createDirectories(parent) }
    if try root.statusIfPresent(of: path) != nil { try root.removeFile(path) }
    try root.createFile(path).write(bytes)
  }

  enum Failure: Error { case noFolder }
}
