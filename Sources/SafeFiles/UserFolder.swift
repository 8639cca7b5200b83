#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The folders of this program in the user's home (XDG Base Directory Specification).
public enum UserFolder {
  /// `$VARIABLE/assetkit`, else `~/FALLBACK/assetkit`; nil where neither variable has a full path.
  public static func path(_ variable: String, else fallback: String) -> String? {
    if let folder = value(of: variable) { return folder + "/assetkit" }
    return value(of: "HOME").map { "\($0)/\(fallback)/assetkit" }
  }

  private static func value(of variable: String) -> String? {
    getenv(variable).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// Opens the folder at `path`; it and its parents are created where they are missing, for this user
  /// alone.
  public static func open(_ path: String) throws(FileError) -> DirectoryHandle {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      // Opening it shows whether it exists.
      mkdir(String(path[..<end]), 0o700)
    }
    return try DirectoryHandle(path: path)
  }
}
