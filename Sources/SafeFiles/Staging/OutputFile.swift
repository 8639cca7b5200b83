#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file that an option names for a report, such as `--sarif FILE`.
///
/// How it is written depends on what is there:
/// - a regular file is replaced by the whole report or not at all, and keeps its permission bits;
/// - a symbolic link stays, and what it points to is written;
/// - a device, a named pipe, a terminal and whatever `/dev/fd` and `/proc` name are written through;
/// - a file that does not exist is created, with mode 644, and the folders above it too;
/// - a folder is refused.
public struct OutputFile: Sendable {
  /// The file as the user named it.
  public let path: String

  /// Where the bytes go.
  private enum Place {
    /// Append to whatever the path opens.
    case opened
    /// Write a new file that takes this name; the mode is that of the file that it replaces.
    case replaced(folder: String, name: RelativePath, mode: UInt32?)
  }

  /// Checks in advance that the file can be written, as far as possible; creates and opens nothing.
  ///
  /// - Throws: `FileError` when it is a folder, or its folder cannot be written to.
  public init(_ path: String) throws(FileError) {
    self.path = path
    switch try place() {
    case .opened:
      guard access(path, W_OK) == 0 else {
        throw FileError(errno: errno, at: path, cannot: "be written")
      }
    case .replaced(let folder, _, _): _ = try StagedOutput(directory: folder)
    }
  }

  /// The regular file that would be replaced; nil where there is none.
  ///
  /// - Throws: `FileError` when it cannot be read or has more than `limitBytes`.
  public func replacedContents(limitBytes: Int) throws(FileError) -> [UInt8]? {
    guard case .replaced(let folder, let name, _?) = try place() else { return nil }
    return try DirectoryHandle(path: folder).readFile(name, limitBytes: limitBytes)
  }

  /// Writes `bytes`; opening a named pipe waits for its reader.
  ///
  /// - Throws: `FileError`; a regular file is then as it was before.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    if try replace(with: bytes) { return }
    let descriptor = uninterrupted { open(path, O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC) }
    guard descriptor >= 0 else {
      throw FileError(errno: errno, at: path, cannot: "be written")
    }
    try OpenFile(adopting: descriptor, name: path).write(bytes)
  }

  /// Writes `bytes` if a regular file is there or nothing is; never waits for a reader.
  ///
  /// For a report that is written again and again while it grows.
  ///
  /// - Returns: false for a device, a pipe and whatever else can only be written through.
  /// - Throws: `FileError`; a regular file is then as it was before.
  public func replace(with bytes: [UInt8]) throws(FileError) -> Bool {
    // Resolved again, because making the report may have exchanged folders meanwhile.
    guard case .replaced(let folder, let name, let mode) = try place() else { return false }
    let output = try StagedOutput(directory: folder)
    try output.write(bytes, to: name, mode: mode ?? 0o644)
    try output.commit()
    return true
  }

  private func place() throws(FileError) -> Place {
    var mode: UInt32?
    var status = stat()
    if stat(path, &status) == 0 {
      switch status.st_mode & S_IFMT {
      case S_IFDIR:
        throw FileError(
          .isADirectory, at: path, "is a folder; expected a file to write to",
          remedy: "name a file in it")
      case S_IFREG: mode = UInt32(status.st_mode & 0o7777)
      default: return .opened
      }
    } else if errno != ENOENT {
      throw FileError(errno: errno, at: path, cannot: "be written")
    }
    // The file at the end of a chain of links, whether or not it exists.
    var end = path
    for _ in 0..<Self.limitLinks {
      let (folder, name) = Self.split(end)
      if Self.isOfTheKernel(folder) { return .opened }
      if let target = Self.target(of: end) {
        end = target.hasPrefix("/") ? target : "\(folder)/\(target)"
        continue
      }
      do throws(RelativePath.Violation) {
        return .replaced(folder: folder, name: try RelativePath(name), mode: mode)
      } catch {
        throw FileError(
          .unsupported, at: path, "is not the name of a file", remedy: "name a file to write to")
      }
    }
    throw FileError(errno: ELOOP, at: path, cannot: "be written")
  }

  /// The number of links that Linux follows, path_resolution(7).
  private static let limitLinks = 40

  private static func split(_ path: String) -> (folder: String, name: Substring) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path[...]) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), path[path.index(after: slash)...])
  }

  /// Whether files in the folder stand for open descriptors or system settings.
  private static func isOfTheKernel(_ folder: String) -> Bool {
    guard let real = realpath(folder, nil) else { return false }
    defer { free(real) }
    let path = String(cString: real)
    return path == "/dev/fd" || path == "/proc" || path.hasPrefix("/proc/")
  }

  /// The target of the symbolic link at `path`; nil for anything else.
  private static func target(of path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
