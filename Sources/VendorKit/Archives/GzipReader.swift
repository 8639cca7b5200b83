private import CZlib

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Unpacks gzip data and checks the CRC-32 and the length after each member (RFC 1952, section 2.3.1).
///
/// libarchive skips both without looking at them, so that damage in the compressed bytes could change
/// contents without an error.
enum GzipReader {
  private static let inputBytes = 1 << 16
  private static let outputBytes = 1 << 18
  /// 15 bits of window; 16 more ask for gzip's header and trailer (zlib.h, `inflateInit2`).
  private static let windowBits: Int32 = 15 + 16

  /// Passes the unpacked contents of all members of `file` to `body` in pieces.
  ///
  /// Zeros may follow the last member, as gzip(1) allows for tapes.
  /// - Throws: `Refusal` of damaged or truncated data and of other bytes after it; `VendorError` when
  ///   reading fails; whatever `body` throws.
  static func forEachPiece(
    of file: ArchiveFile, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    // zlib remembers where the stream is.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer {
      inflateEnd(stream)
      stream.deallocate()
    }
    guard
      inflateInit2_(stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw VendorError(.inputOutput, at: file.label, "cannot be read: out of memory") }
    var output = [UInt8](repeating: 0, count: outputBytes)
    var offset: UInt64 = 0
    var isInMember = false
    while true {
      var input = try file.bytes(at: offset, count: inputBytes)
      guard !input.isEmpty else {
        guard !isInMember else { throw Refusal("cannot be unpacked: its gzip data is truncated") }
        return
      }
      let start = offset
      offset += UInt64(input.count)
      try input.withUnsafeMutableBufferPointer { input in
        stream.pointee.next_in = input.baseAddress
        stream.pointee.avail_in = UInt32(input.count)
        while stream.pointee.avail_in > 0 {
          if !isInMember {
            let rest = UnsafeBufferPointer(
              rebasing: input.suffix(Int(stream.pointee.avail_in)))
            if rest[0] != magic {
              try checkPadding(of: file, from: start + UInt64(input.count - rest.count))
              offset = file.byteCount
              return
            }
            inflateReset(stream)
          }
          isInMember = try !inflateInput(stream, into: &output, body)
        }
      }
    }
  }

  /// The first byte of a member.
  private static let magic: UInt8 = 0x1F

  /// Unpacks what is left of the input, at most to the end of a member.
  ///
  /// - Returns: whether the member has ended.
  private static func inflateInput(
    _ stream: UnsafeMutablePointer<z_stream>, into output: inout [UInt8],
    _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Bool {
    while true {
      let status = output.withUnsafeMutableBufferPointer { buffer in
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(buffer.count)
        return inflate(stream, Z_NO_FLUSH)
      }
      let count = output.count - Int(stream.pointee.avail_out)
      switch status {
      case Z_OK, Z_STREAM_END, Z_BUF_ERROR: break
      default:
        let reason = stream.pointee.msg.map { String(cString: $0) } ?? "zlib's status \(status)"
        throw Refusal(
          nil, "cannot be unpacked: its gzip data is damaged (\(reason))",
          remedy: "download it again, or ask for its digest")
      }
      try output.withUnsafeBytes {
        if count > 0 { try body(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
      }
      if status == Z_STREAM_END { return true }
      // A buffer that was not filled holds all that this input gives.
      if count < output.count { return false }
    }
  }

  private static func checkPadding(of file: ArchiveFile, from start: UInt64) throws {
    var offset = start
    while case let bytes = try file.bytes(at: offset, count: inputBytes), !bytes.isEmpty {
      guard bytes.allSatisfy({ $0 == 0 }) else {
        throw Refusal(
          nil, "has \(file.byteCount - start) bytes after the end of its gzip data",
          remedy: "programs disagree on what they mean: ask for a clean archive")
      }
      offset += UInt64(bytes.count)
    }
  }
}
