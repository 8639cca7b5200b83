#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Where a symbolic link points.
enum LinkTarget {
  /// The target as it is written in the link; nil when there is no link.
  static func read(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &target, target.count)
    if count < 0 { return nil }
    return String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
