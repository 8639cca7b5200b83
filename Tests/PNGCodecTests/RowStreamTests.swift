import CPNG
import PNGCodec
import Testing

/// The usual pictures are read without libpng; whatever the file, the rows are those it holds, and
/// those that libpng reads.
struct RowStreamTests {
  /// Smooth, flat and noisy parts: literals, short and long matches, near and far ones.
  private func samples(count: Int, seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    var samples: [UInt8] = []
    while samples.count < count {
      let length = Int.random(in: 1...700, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: samples += [UInt8](repeating: .random(in: 0...255, using: &random), count: length)
      case 1: samples += (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      case 2: samples += (0..<length).map { UInt8(truncatingIfNeeded: $0 / 3) }
      default:
        // A match of some distance, short ones above all.
        let farthest = Int.random(in: 1...40_000, using: &random)
        let distance = Int.random(in: 1...farthest, using: &random)
        for _ in 0..<length {
          samples.append(samples.count >= distance ? samples[samples.count - distance] : 7)
        }
      }
    }
    return Array(samples.prefix(count))
  }

  /// What the reader delivers for samples of a colour type: grey as RGB.
  private func expanded(_ samples: [UInt8], colorType: Int) -> [UInt8] {
    switch colorType {
    case 0: samples.flatMap { [$0, $0, $0] }
    case 4:
      stride(from: 0, to: samples.count, by: 2).flatMap {
        [samples[$0], samples[$0], samples[$0], samples[$0 + 1]]
      }
    default: samples
    }
  }

  private func check(
    _ samples: [UInt8], _ file: PNGFile, rowsAtOnce: Int = 3, _ comment: Comment? = nil
  ) {
    let bytes = file.bytes
    let usual = Decoded(bytes, rowsAtOnce: rowsAtOnce)
    #expect(usual.status == .OK, "\(usual.message)")
    #expect(usual.rows == expanded(samples, colorType: file.colorType), comment)
    #expect(usual == Decoded(bytes, byLibPNG: true), comment)
  }

  @Test(arguments: [0, 2, 4, 6], 0...5)
  func everyFilterAndColorType(_ colorType: Int, filter: Int) {
    let channels = PNGFile.channels(colorType: colorType)
    for width in [1, 2, 3, 4, 5, 17, 130] {
      let samples = samples(count: width * 23 * channels, seed: UInt64(width * 10 + filter))
      var file = PNGFile(width: width, height: 23, colorType: colorType)
      // 5 stands for all of them in turn.
      file.data = PNGFile.packed(
        PNGFile.filtered(samples, rowBytes: width * channels, pixelBytes: channels) {
          filter == 5 ? $0 % 5 : filter
        })
      check(samples, file, "\(width) wide, filter \(filter)")
    }
  }

  /// Stored, fixed and dynamic blocks, all strategies and windows of zlib.
  @Test(
    arguments: [
      PNGFile.Packing(level: 0), .init(level: 1), .init(level: 9),
      .init(strategy: Z_FIXED), .init(strategy: Z_HUFFMAN_ONLY), .init(strategy: Z_RLE),
      .init(strategy: Z_FILTERED), .init(windowBits: 9), .init(windowBits: 12),
      .init(flushedBytes: 150), .init(strategy: Z_FIXED, flushedBytes: 1000),
    ])
  func everyPacking(_ packing: PNGFile.Packing) {
    // More than the window and what is unpacked ahead.
    let (width, height) = (301, 401)
    let samples = samples(count: width * height * 4, seed: UInt64(packing.level + packing.strategy))
    var file = PNGFile(width: width, height: height)
    file.data = PNGFile.packed(
      PNGFile.filtered(samples, rowBytes: width * 4, pixelBytes: 4) { $0 * 7 % 5 }, packing)
    for rowsAtOnce in [1, 16, 400] { check(samples, file, rowsAtOnce: rowsAtOnce) }
  }

  /// Rows of a MiB are as much as is held, and longer ones are libpng's.
  @Test(arguments: [262_143, 262_144, 262_145]) func longRows(_ width: Int) {
    let samples = samples(count: width * 3 * 4, seed: 1)
    var file = PNGFile(width: width, height: 3)
    file.data = PNGFile.packed(
      PNGFile.filtered(samples, rowBytes: width * 4, pixelBytes: 4) { _ in 4 })
    check(samples, file)
  }

  @Test(arguments: [1, 2, 3, 5, 64, 1023]) func dataInSmallChunks(_ chunkBytes: Int) {
    let samples = samples(count: 40 * 40 * 4, seed: 2)
    var file = PNGFile(width: 40, height: 40)
    file.data = PNGFile.packed(
      PNGFile.filtered(samples, rowBytes: 160, pixelBytes: 4) { $0 % 5 })
    file.chunkBytes = chunkBytes
    check(samples, file)
  }

  @Test func emptyChunksBetweenData() throws {
    var file = PNGFile(width: 4, height: 4, colorType: 0)
    file.data = PNGFile.packed([UInt8](repeating: 0, count: 20))
    file.before = [("IDAT", []), ("IDAT", [])]
    file.after = [("IDAT", [])]
    check([UInt8](repeating: 0, count: 16), file)
  }

  /// A stream may be longer than the picture, and data may follow the stream.
  @Test func moreDataThanRows() {
    let samples = samples(count: 20 * 20 * 3, seed: 3)
    let rows = PNGFile.filtered(samples, rowBytes: 60, pixelBytes: 3) { _ in 1 }
    var file = PNGFile(width: 20, height: 20, colorType: 2)
    file.data = PNGFile.packed(rows + [UInt8](repeating: 5, count: 100_000))
    check(samples, file, "more rows")
    file.data = PNGFile.packed(rows) + [1, 2, 3]
    check(samples, file, "bytes behind the stream")
  }

  /// Two streams in 1989's smallest window that copy from farther away: writers made such files.
  @Test func aWindowThatIsNamedTooSmall() {
    let samples = samples(count: 64 * 64 * 4, seed: 4)
    var file = PNGFile(width: 64, height: 64)
    file.data = PNGFile.packed(
      PNGFile.filtered(samples, rowBytes: 256, pixelBytes: 4) { _ in 2 })
    // CINFO 0: 256 bytes; the second byte makes the whole divisible by 31 (RFC 1950, 2.2).
    file.data[0] = 0x08
    file.data[1] = UInt8(31 - 0x0800 % 31)
    check(samples, file)
  }
}
