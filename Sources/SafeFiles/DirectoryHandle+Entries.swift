#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension DirectoryHandle {
  /// One name in a folder.
  public struct Entry: Hashable, Sendable, CustomStringConvertible {
    /// The name's bytes as the file system has them: anything but a slash and NUL.
    public let name: [UInt8]
    /// What the name stands for; links are not followed.
    public let kind: FileKind

    /// The name as a path, if it is valid as one.
    public func path() throws(RelativePath.Violation) -> RelativePath {
      if let violation = RelativePath.Violation(in: name) { throw violation }
      return unchecked
    }

    /// The name as a path, without the rules that exist only for people and other systems.
    var unchecked: RelativePath { RelativePath(unchecked: name) }

    /// The name for a person: safe on a terminal, see `Printable`.
    public var description: String { Printable.text(of: name) }
  }

  /// Everything in this folder except `.` and `..`, sorted by the bytes of the names.
  ///
  /// - Complexity: O(n log n); one system call for each entry whose kind the folder does not list.
  public func entries() throws(FileError) -> [Entry] {
    // A descriptor of its own: the position in the folder belongs to the open file.
    let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0, let stream = fdopendir(own) else {
      let number = errno
      if own >= 0 { close(own) }
      throw FileError(errno: number, at: name, cannot: "be listed")
    }
    defer { closedir(stream) }

    var entries: [Entry] = []
    while true {
      errno = 0
      guard let next = readdir(stream) else { break }
      let name = Self.name(of: next)
      if name.count <= 2, name.allSatisfy({ $0 == UInt8(ascii: ".") }) { continue }
      guard let kind = try kind(Int32(next.pointee.d_type), of: name) else { continue }
      entries.append(Entry(name: name, kind: kind))
    }
    guard errno == 0 else { throw FileError(errno: errno, at: name, cannot: "be listed") }
    entries.sort { $0.name.lexicographicallyPrecedes($1.name) }
    return entries
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    // In place: the structure may be shorter than its type says.
    withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      let bytes = UnsafeRawPointer(pointer)
      let length = strlen(bytes.assumingMemoryBound(to: CChar.self))
      return Array(UnsafeRawBufferPointer(start: bytes, count: length))
    }
  }

  /// The kind that the folder lists for an entry, or that of the file where it lists none.
  ///
  /// - Returns: nil if the name has been removed meanwhile.
  private func kind(_ type: Int32, of name: [UInt8]) throws(FileError) -> FileKind? {
    switch type {
    case Int32(DT_REG): .file
    case Int32(DT_DIR): .directory
    case Int32(DT_LNK): .symbolicLink
    case Int32(DT_UNKNOWN): try statusIfPresent(of: RelativePath(unchecked: name))?.kind
    default: .other
    }
  }
}
