import CDeflate

/// A zlib-format compressor of one level, for use by one thread at a time.
struct Deflate: ~Copyable {
  private let compressor: OpaquePointer

  /// - Parameter level: 1, the fastest, to 12, the smallest.
  /// - Throws: `OutOfMemory` when the compressor's tables, 9 MB at level 12, cannot be had.
  init(level: Int32) throws(OutOfMemory) {
    guard let compressor = libdeflate_alloc_compressor(level) else { throw OutOfMemory() }
    self.compressor = compressor
  }

  deinit { libdeflate_free_compressor(compressor) }

  /// The zlib stream of `bytes` (RFC 1950).
  ///
  /// - Complexity: O(bytes); the factor grows with the level.
  func zlibStream(of bytes: [UInt8]) -> [UInt8] {
    let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      count = libdeflate_zlib_compress(
        compressor, bytes, bytes.count, output.baseAddress, bound)
      precondition(count > 0, "the bound is enough for any input")
    }
  }
}

/// There was no memory for a compressor.
struct OutOfMemory: Error {}
