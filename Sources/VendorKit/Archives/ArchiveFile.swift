import SafeFiles

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An archive file, opened once, so that the bytes that are parsed are those that were digested.
final class ArchiveFile: Sendable {
  /// The name used in messages.
  let label: String
  /// Where it was opened.
  let path: String
  /// The open file; closed when this object is released.
  let descriptor: Int32
  /// Its length when it was opened.
  let byteCount: UInt64

  /// Opens the regular file at `path`, following links, because a person or the cache named it.
  ///
  /// - Throws: `VendorError` with `inputOutput`, `program` when digests cannot be computed.
  init(path: String, label: String) throws(VendorError) {
    try LibCrypto.check()
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw VendorError(.inputOutput, at: label, "cannot be opened: \(systemReason(errno))")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, mode_t(status.st_mode) & S_IFMT == S_IFREG else {
      close(descriptor)
      throw VendorError(.inputOutput, at: label, "is not a regular file")
    }
    self.label = label
    self.path = path
    self.descriptor = descriptor
    self.byteCount = UInt64(clamping: status.st_size)
  }

  deinit { close(descriptor) }

  /// The digest of the whole file.
  func digest() throws -> SHA256Digest {
    try forEachPiece { _ in }
  }

  /// The SHA-512 of the whole file.
  func sha512() throws -> SHA512Digest {
    var hash = SHA512()
    _ = try forEachPiece { hash.update($0) }
    return hash.finish()
  }

  /// Writes the whole file to `target`, and gives the digest of what was written.
  func copy(to target: OpenFile) throws -> SHA256Digest {
    try forEachPiece { try target.write($0) }
  }

  private func forEachPiece(
    _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> SHA256Digest {
    var hash = SHA256()
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var offset: UInt64 = 0
    while true {
      let count = try read(into: &buffer, at: offset)
      if count == 0 { return hash.finish() }
      try Interrupts.check()
      try buffer.withUnsafeBytes {
        let piece = UnsafeRawBufferPointer(rebasing: $0.prefix(count))
        hash.update(piece)
        try body(piece)
      }
      offset += UInt64(count)
    }
  }

  /// Up to `count` bytes at `offset`; fewer only at the file's end.
  func bytes(at offset: UInt64, count: Int) throws(VendorError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      var part = [UInt8](repeating: 0, count: count - filled)
      let read = try read(into: &part, at: offset + UInt64(filled))
      if read == 0 { break }
      buffer.replaceSubrange(filled..<(filled + read), with: part.prefix(read))
      filled += read
    }
    return Array(buffer.prefix(filled))
  }

  private func read(into buffer: inout [UInt8], at offset: UInt64) throws(VendorError) -> Int {
    while true {
      let count = buffer.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress, $0.count, off_t(clamping: offset))
      }
      if count >= 0 { return count }
      if errno != EINTR {
        throw VendorError(.inputOutput, at: label, "cannot be read: \(systemReason(errno))")
      }
    }
  }
}

/// The system's description of an error number.
func systemReason(_ number: Int32) -> String {
  strerror(number).map { String(cString: $0) } ?? "errno \(number)"
}
