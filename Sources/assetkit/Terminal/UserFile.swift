import SafeFiles

/// A file to read that an option names.
struct UserFile {
  /// The folder that it is in.
  let folder: DirectoryHandle
  /// Its name there.
  let name: RelativePath

  /// Opens the folder of the file at `path`; nil where the path names no file, such as `a/` and `..`.
  ///
  /// - Throws: `FileError` when there is no such folder.
  init?(_ path: String) throws(FileError) {
    let slash = path.lastIndex(of: "/")
    let base = slash.map { path[path.index(after: $0)...] } ?? path[...]
    guard let name = try? RelativePath(String(base)) else { return nil }
    self.name = name
    folder = try DirectoryHandle(
      path: slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".")
  }
}
