#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The names in a folder, without `.` and `..`.
enum FolderListing {
  /// The names, in the file system's own order; none when the folder cannot be read.
  static func names(in path: String) -> [String] {
    rawNames(in: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The names as bytes, which need not be UTF-8.
  static func rawNames(in path: String) -> [[UInt8]] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [[UInt8]] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8) && name != Array("..".utf8) { names.append(name) }
    }
    return names
  }
}
