import CDeflate

/// Finds a small PNG file for an image by trying every lossless reduction and every way to choose
/// row filters, with the slowest compressor. The pixels stay exactly as they are.
enum PNGOptimizer {
  /// The smallest file found for `image`, in sRGB.
  ///
  /// A quick size predicts the order of the slow ones well, not perfectly: three finalists keep the
  /// loss below a fiftieth on every kind of image in the tests.
  ///
  /// - Complexity: O(pixels), some hundred times the cost of plain compression.
  static func smallestFile(for image: RGBAImage) throws(OutOfMemory) -> [UInt8] {
    let attempts = attempts(for: image)
    var sizes: [Int] = []
    for attempt in attempts { sizes.append(try attempt.estimatedSize()) }
    let order = sizes.indices.sorted { (sizes[$0], $0) < (sizes[$1], $1) }
    var best: [UInt8] = []
    for finalist in order.prefix(3).sorted() {
      let file = try attempts[finalist].file()
      if best.isEmpty || file.count < best.count { best = file }
    }
    return best
  }

  /// Every attempt for one image: its reductions, each under every filter strategy.
  ///
  /// - Complexity: O(pixels).
  static func attempts(for image: RGBAImage) -> [Attempt] {
    image.reductions().flatMap { reduction in
      FilterStrategy.all.map { Attempt(reduction: reduction, strategy: $0) }
    }
  }

  /// One way to store one image.
  struct Attempt {
    let reduction: PackedImage
    let strategy: FilterStrategy

    /// About how large `file()` will be, in bytes, in a twentieth of its time.
    func estimatedSize() throws(OutOfMemory) -> Int {
      try compressed(level: 9).count + reduction.overhead
    }

    /// The whole file that this attempt gives.
    func file() throws(OutOfMemory) -> [UInt8] {
      reduction.file(stream: try compressed(level: 12))
    }

    private func compressed(level: Int32) throws(OutOfMemory) -> [UInt8] {
      try Deflate(level: level).zlibStream(of: try reduction.filtered(by: strategy))
    }
  }
}

extension PNGOptimizer {
  /// A chunk: length, type, contents, CRC over type and contents (PNG, third edition, section 5.3).
  ///
  /// - Parameter type: four letters.
  static func chunk(_ type: String, _ contents: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + contents
    return bigEndian(contents.count) + body + bigEndian(Int(libdeflate_crc32(0, body, body.count)))
  }
}

/// A 32-bit number as PNG and .icns files contain it.
func bigEndian(_ value: Int) -> [UInt8] {
  withUnsafeBytes(of: UInt32(value).bigEndian, Array.init)
}

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
