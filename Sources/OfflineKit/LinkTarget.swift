#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads where a symbolic link points.
enum LinkTarget {
  /// The target as written in the link; nil if there is no link at `path`.
  static func read(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &target, target.count)
    if count < 0 { return nil }
    return String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
