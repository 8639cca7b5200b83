#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An open regular file.
///
/// Reading and writing move one position that belongs to the file: use it from one thread at a time.
public final class OpenFile: Sendable {
  /// The descriptor, open as long as this object exists.
  public let descriptor: Int32
  private let folderName: String
  private let path: RelativePath?

  init(adopting descriptor: Int32, name: String) {
    self.descriptor = descriptor
    folderName = name
    path = nil
  }

  /// Takes the descriptor of what is at `path` in `folder`.
  init(adopting descriptor: Int32, at path: RelativePath, in folder: DirectoryHandle) {
    self.descriptor = descriptor
    folderName = folder.name
    self.path = path
  }

  /// The name of this file in messages; put together when it is asked for, because most files are
  /// opened and read without one.
  public var name: String {
    path.map { DirectoryHandle.location(of: $0, inFolderNamed: folderName) } ?? folderName
  }

  deinit {
    close(descriptor)
  }

  /// The status of the file.
  public func status() throws(FileError) -> FileStatus {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw FileError(errno: errno, at: name, cannot: "be examined")
    }
    return FileStatus(status)
  }

  /// Fills `buffer` from the current position on.
  ///
  /// Reads until the buffer is full or the file ends, so a count below `buffer.count` means the end
  /// of the file, and a file that fits takes two system calls.
  ///
  /// - Returns: how many bytes were read; 0 at the end of the file.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = uninterrupted { systemRead(descriptor, rest) }
      guard count >= 0 else { throw FileError(errno: errno, at: name, cannot: "be read") }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Reads everything from the current position to the end.
  ///
  /// - Parameter limitBytes: the most bytes; more are refused.
  public func readAll(limitBytes: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    // One byte more than expected, so that a file of that size shows its end without another read.
    var room = min(max(try status().size, 0), limitBytes) + 1
    while true {
      let start = bytes.count
      bytes.append(contentsOf: repeatElement(0, count: room))
      let count = try bytes.withUnsafeMutableBytes { buffer in
        Result { () throws(FileError) in
          try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[start...]))
        }
      }.get()
      bytes.removeLast(room - count)
      guard bytes.count <= limitBytes else {
        throw FileError(
          .unsupported, at: name, "is too large: expected at most \(limitBytes) bytes")
      }
      if count < room { return bytes }
      room = min(max(bytes.count, 1 << 16), limitBytes - bytes.count + 1)
    }
  }

  /// Writes all of `bytes` at the current position.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = uninterrupted { systemWrite(descriptor, rest) }
      guard count > 0 else {
        throw FileError(errno: count == 0 ? ENOSPC : errno, at: name, cannot: "be written")
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Writes all of `bytes` at the current position.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    // The array's own method loses the type of the error.
    try bytes.withUnsafeBytes { buffer in
      Result { () throws(FileError) in try write(buffer) }
    }.get()
  }

  /// Flushes the contents to the disk.
  public func sync() throws(FileError) {
    guard uninterrupted({ systemFlush(descriptor) }) == 0 else {
      throw FileError(errno: errno, at: name, cannot: "be flushed to the disk")
    }
  }

  /// Gives the file the permission bits `mode`, whatever the process's mask.
  public func setMode(_ mode: UInt32) throws(FileError) {
    guard fchmod(descriptor, mode_t(mode)) == 0 else {
      throw FileError(errno: errno, at: name, cannot: "be given another mode")
    }
  }
}

// The members above have the names of these calls.
private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(file, buffer.baseAddress, buffer.count)
}

private func systemWrite(_ file: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  write(file, buffer.baseAddress, buffer.count)
}

private func systemFlush(_ file: Int32) -> Int32 {
  #if canImport(Darwin)
  // fsync leaves the bytes in the drive's cache there.
  if fcntl(file, F_FULLFSYNC) == 0 { return 0 }
  #endif
  return fsync(file)
}
