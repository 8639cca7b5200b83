#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Small files, read or written at once.
enum WholeFile {
  /// The bytes of a file; nil when it cannot be read or has more than `limit`.
  static func read(_ path: String, limit: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return read(descriptor, limit: limit)
  }

  /// The rest of an open file; nil when it cannot be read or has more than `limit`.
  static func read(_ descriptor: Int32, limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      #if canImport(Darwin)
      let count = Darwin.read(descriptor, &chunk, chunk.count)
      #else
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      #endif
      if count < 0 && errno == EINTR { continue }
      if count == 0 { return bytes }
      guard count > 0, bytes.count + count <= limit else { return nil }
      bytes += chunk[..<count]
    }
  }

  /// Writes `text` to an existing file in a single write, as files in /proc require.
  ///
  /// - Returns: 0 or an errno.
  static func overwrite(_ path: String, with text: String) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    return write(descriptor, bytes, bytes.count) == bytes.count ? 0 : errno
  }
}
