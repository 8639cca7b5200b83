#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Where a symbolic link points.
enum LinkTarget {
  /// The target as it is written in the link; nil when there is no link.
  static func read(_ path: String) -> String? {
    var target = [UInt8](repeating: 0, count: 4096)
    let count = target.withUnsafeMutableBytes { buffer -> Int in
      guard let base = buffer.bindMemory(to: CChar.self).baseAddress else { return -1 }
      return readlink(path, base, buffer.count)
    }
    return count < 0 ? nil : String(decoding: target[..<count], as: UTF8.self)
  }
}
