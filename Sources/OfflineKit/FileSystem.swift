import CSandbox

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Small files, folders and links, by their paths.
enum FileSystem {
  /// The bytes of a file; nil when it cannot be read or has more than `limit`.
  ///
  /// - Parameter isCut: whether to give the first bytes of a longer file rather than nil.
  static func read(_ path: String, limit: Int, isCut: Bool = false) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return read(descriptor, limit: limit, isCut: isCut)
  }

  /// The rest of an open file; nil when it cannot be read or has more than `limit`.
  static func read(_ descriptor: Int32, limit: Int, isCut: Bool = false) -> [UInt8]? {
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
      guard count > 0 else { return isCut ? bytes : nil }
      bytes += chunk[..<count]
      if bytes.count > limit { return isCut ? Array(bytes.prefix(limit)) : nil }
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

  /// The names in a folder without `.` and `..`, in the file system's own order; none when the folder
  /// cannot be read.
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

  /// Gives everything below `root` but `.git` this time, in seconds since 1970, links included.
  static func setTimes(below root: String, to seconds: Int64) {
    let time = timespec(tv_sec: time_t(seconds), tv_nsec: 0)
    for name in names(in: root) where name != ".git" {
      let path = "\(root)/\(name)"
      if isFolder(path) { setTimes(below: path, to: seconds) }
      utimensat(AT_FDCWD, path, [time, time], AT_SYMLINK_NOFOLLOW)
    }
  }

  /// The processors that this process may use.
  static var processorCount: Int {
    #if os(Linux)
    return Int(csandbox_processor_count())
    #else
    return Int(sysconf(_SC_NPROCESSORS_ONLN))
    #endif
  }

  /// Whether there is anything at `path`, a broken link included.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether there is a folder at `path`; a link to one is not.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The target of a symbolic link as written in it; nil if there is no link at `path`.
  static func linkTarget(of path: String) -> String? {
    var target = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &target, target.count)
    if count < 0 { return nil }
    return String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
