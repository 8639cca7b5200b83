import CPNG
import PNGCodec

/// PNG files put together chunk by chunk, so that every part can be wrong on purpose.
struct PNGFile {
  var width: Int
  var height: Int
  var bitDepth = 8
  var colorType = 6
  var isInterlaced = false
  /// Chunks before IHDR.
  var first: [(String, [UInt8])] = []
  /// Chunks between IHDR and the data.
  var before: [(String, [UInt8])] = []
  /// Chunks between the data and IEND.
  var after: [(String, [UInt8])] = []
  /// The zlib stream.
  var data: [UInt8] = []
  /// Bytes of each IDAT chunk; the last may have fewer.
  var chunkBytes = 8192

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  var bytes: [UInt8] {
    let header =
      Self.bigEndian(width) + Self.bigEndian(height)
      + [UInt8(bitDepth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0]
    var bytes = Self.signature
    for (name, content) in first { bytes += Self.chunk(name, content) }
    bytes += Self.chunk("IHDR", header)
    for (name, content) in before { bytes += Self.chunk(name, content) }
    for start in stride(from: 0, to: data.count, by: chunkBytes) {
      bytes += Self.chunk("IDAT", Array(data[start..<min(start + chunkBytes, data.count)]))
    }
    for (name, content) in after { bytes += Self.chunk(name, content) }
    return bytes + Self.chunk("IEND", [])
  }

  /// Samples of a pixel.
  static func channels(colorType: Int) -> Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1 }

  /// A chunk with its length and checksum (PNG specification, 5.3).
  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return bigEndian(content.count) + body + bigEndian(Int(crc32(0, body, UInt32(body.count))))
  }

  static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// Rows of 8 bit samples, each behind its filter's number; `filter` says which for each row.
  static func filtered(
    _ samples: [UInt8], rowBytes: Int, pixelBytes: Int, filter: (_ row: Int) -> Int
  ) -> [UInt8] {
    var output: [UInt8] = []
    var prior = [UInt8](repeating: 0, count: rowBytes)
    for (index, start) in stride(from: 0, to: samples.count, by: rowBytes).enumerated() {
      let row = Array(samples[start..<start + rowBytes])
      var result = [UInt8](repeating: 0, count: rowBytes)
      png_row_filter(Int32(filter(index)), pixelBytes, rowBytes, prior, row, &result)
      output.append(UInt8(filter(index)))
      output += result
      prior = row
    }
    return output
  }

  /// How a stream is packed; a window of negative bits leaves zlib's frame out.
  struct Packing {
    var level: Int32 = 6
    var strategy: Int32 = Z_DEFAULT_STRATEGY
    var windowBits: Int32 = 15
    /// After so many bytes comes an empty stored block (Z_SYNC_FLUSH).
    var flushedBytes = Int.max
  }

  /// A zlib stream of `bytes`.
  static func packed(_ bytes: [UInt8], _ packing: Packing = Packing()) -> [UInt8] {
    var stream = z_stream()
    guard
      deflateInit2_(
        &stream, packing.level, Z_DEFLATED, packing.windowBits, 8, packing.strategy, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return [] }
    defer { deflateEnd(&stream) }
    var input = bytes
    // A flush takes at most six bytes.
    let flushes = bytes.count / packing.flushedBytes
    let bound = Int(deflateBound(&stream, UInt(bytes.count))) + flushes * 6
    return input.withUnsafeMutableBufferPointer { input in
      [UInt8](unsafeUninitializedCapacity: bound) { output, count in
        stream.next_in = input.baseAddress
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(bound)
        for _ in 0..<flushes {
          stream.avail_in = UInt32(packing.flushedBytes)
          deflate(&stream, Z_SYNC_FLUSH)
        }
        stream.avail_in = UInt32(input.count - flushes * packing.flushedBytes)
        count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
      }
    }
  }
}

/// The same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// Steele, Lea, Flood: Fast splittable pseudorandom number generators (2014).
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}
