import CDeflate

/// Finds a small PNG file for an image by trying its lossless reductions and several ways to choose
/// row filters. The pixels stay exactly as they are.
enum PNGOptimizer {
  /// The smallest file found for `image`, in sRGB.
  ///
  /// Only the slowest compressor shows which attempt is best. Two faster ones choose its candidates:
  /// they predict sizes well within one kind of reduction, and badly between kinds, because the
  /// slowest one gains most on filtered colours. So the best of each kind compete.
  ///
  /// - Parameters:
  ///   - keepingChannels: whether the file must be 8 bit RGBA.
  ///   - progress: called with the part of the work that is done, up to 1.
  /// - Complexity: O(pixels), some hundred times the cost of plain compression.
  static func smallestFile(
    for image: RGBAImage, keepingChannels: Bool = false, progress: (Double) -> Void = { _ in }
  ) throws(OutOfMemory) -> [UInt8] {
    let attempts = try attempts(for: image, keepingChannels: keepingChannels)
    progress(0.1)
    var candidates: [(size: Int, attempt: Attempt)] = []
    for kind in Attempt.Kind.allCases {
      var best: [(size: Int, attempt: Attempt)] = []
      for attempt in attempts where attempt.kind == kind {
        best.append((try attempt.estimatedSize(level: 6), attempt))
      }
      // Sorting is stable: of equals the first.
      best = Array(best.sorted { $0.size < $1.size }.prefix(5))
      for place in best.indices {
        best[place].size = try best[place].attempt.estimatedSize(level: 9)
      }
      candidates += best.sorted { $0.size < $1.size }.prefix(kind.finalists)
    }
    progress(0.4)
    let least = candidates.map(\.size).min() ?? 0
    let finalists = candidates.filter { $0.size * 20 <= least * 23 }
    var smallest: [UInt8] = []
    for (place, finalist) in finalists.enumerated() {
      let file = try finalist.attempt.file()
      if smallest.isEmpty || file.count < smallest.count { smallest = file }
      progress(0.4 + 0.6 * Double(place + 1) / Double(finalists.count))
    }
    return smallest
  }

  /// Every attempt for one image: its reductions, each under every filter strategy that is worth
  /// trying and gives other rows than the ones before.
  ///
  /// - Complexity: O(pixels).
  static func attempts(
    for image: RGBAImage, keepingChannels: Bool = false
  ) throws(OutOfMemory) -> [Attempt] {
    var attempts: [Attempt] = []
    for reduction in image.reductions(keepingChannels: keepingChannels) {
      var seen: Set<[UInt8]> = []
      for strategy in FilterStrategy.worthTrying(for: reduction) {
        let types = reduction.types(of: try reduction.filtered(by: strategy))
        if seen.insert(types).inserted {
          attempts.append(Attempt(reduction: reduction, filterTypes: types))
        }
      }
    }
    return attempts
  }

  /// One way to store one image.
  struct Attempt {
    let reduction: PackedImage
    /// The filter type of each row.
    let filterTypes: [UInt8]

    /// The kinds of reductions, whose sizes are predicted alike.
    enum Kind: CaseIterable {
      case colors
      case palette
      /// Less than a byte a pixel.
      case packed

      /// How many of this kind to try with the slowest compressor.
      var finalists: Int { self == .packed ? 1 : 2 }
    }

    var kind: Kind {
      reduction.depth < 8 ? .packed : reduction.colorType == .palette ? .palette : .colors
    }

    /// About how large `file()` will be, in bytes, in a fraction of its time.
    func estimatedSize(level: Int32) throws(OutOfMemory) -> Int {
      try compressed(level: level).count + reduction.overhead
    }

    /// The whole file that this attempt gives.
    ///
    /// Where nearly everything repeats, level 9 may compress better than the slowest.
    func file() throws(OutOfMemory) -> [UInt8] {
      let slow = try compressed(level: 12)
      let fast = try compressed(level: 9)
      return reduction.file(stream: fast.count < slow.count ? fast : slow)
    }

    private func compressed(level: Int32) throws(OutOfMemory) -> [UInt8] {
      try Deflate(level: level).zlibStream(of: reduction.filtered(as: filterTypes))
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
