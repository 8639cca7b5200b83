import CPNG
import PNGCodec
import Testing

/// Whatever is wrong with a usual picture's data, it is refused, and so it is by libpng.
struct DamagedDataTests {
  private static func sound(_ colorType: Int = 6, packing: PNGFile.Packing = .init()) -> PNGFile {
    var random = SeededGenerator(seed: 5)
    let rowBytes = 9 * PNGFile.channels(colorType: colorType)
    // Mostly runs, so that there are matches of every kind, and codes of every length.
    var samples = [UInt8](repeating: 0, count: rowBytes * 40)
    for index in samples.indices {
      samples[index] =
        index / 50 % 2 == 0 ? UInt8(index / 100) : .random(in: 0...255, using: &random)
    }
    var file = PNGFile(width: 9, height: 40, colorType: colorType)
    file.data = PNGFile.packed(
      PNGFile.filtered(
        samples, rowBytes: rowBytes, pixelBytes: PNGFile.channels(colorType: colorType)
      ) { $0 % 5 }, packing)
    return file
  }

  private static let packings: [PNGFile.Packing] = [
    .init(), .init(level: 0), .init(strategy: Z_FIXED),
  ]

  /// Equal rows and verdicts; the words may differ. Only what is behind the last row may be refused by
  /// us alone: libpng does not read all of that.
  private func agree(_ bytes: [UInt8], _ comment: @autoclosure () -> String) {
    let usual = Decoded(bytes), libpng = Decoded(bytes, byLibPNG: true)
    let isSame = libpng.status == .OK ? usual.rows == libpng.rows : usual.status != .OK
    #expect(isSame, "\(comment()): \(usual.message) / \(libpng.message)")
  }

  @Test(arguments: 0..<3) func everyCut(_ packing: Int) {
    let bytes = Self.sound(packing: Self.packings[packing]).bytes
    for count in 0..<bytes.count {
      let decoded = Decoded(Array(bytes.prefix(count)))
      #expect(decoded.status != .OK, "\(count) bytes")
      if count > 8 + 25 + 8 { #expect(decoded.status == .cutOff, "\(count): \(decoded.message)") }
    }
  }

  /// Every byte of the stream changed, with the chunk's checksum made right.
  @Test(arguments: 0..<3, [UInt8(1), 0x10, 0x80, 0xFF])
  func everyByteOfTheStream(_ packing: Int, change: UInt8) {
    let file = Self.sound(packing: Self.packings[packing])
    for index in file.data.indices {
      var damaged = file
      damaged.data[index] ^= change
      agree(damaged.bytes, "byte \(index)")
      damaged.chunkBytes = 7
      agree(damaged.bytes, "byte \(index) in small chunks")
    }
  }

  /// A stream that ends early, in chunks that are whole.
  @Test(arguments: 0..<3) func everyShortStream(_ packing: Int) {
    var file = Self.sound(packing: Self.packings[packing])
    while !file.data.isEmpty {
      file.data.removeLast()
      let decoded = Decoded(file.bytes)
      #expect(decoded.status == .damaged, "\(file.data.count) bytes")
    }
  }

  @Test func everyByteOfTheFile() {
    let bytes = Self.sound(0).bytes
    for index in bytes.indices {
      for change: UInt8 in [1, 0x20, 0x80] {
        var damaged = bytes
        damaged[index] ^= change
        agree(damaged, "byte \(index) ^ \(change)")
      }
    }
  }

  /// The stream's own checksum counts, wherever chunks are cut; with libpng it depends on that.
  @Test(arguments: [1, 4, 5, 8192]) func wrongChecksumOfTheStream(_ chunkBytes: Int) {
    var file = Self.sound()
    file.data[file.data.count - 1] ^= 1
    file.chunkBytes = chunkBytes
    #expect(Decoded(file.bytes).status == .damaged)
  }

  @Test func filterNumbersAboveFour() {
    for number: UInt8 in [5, 6, 255] {
      var file = PNGFile(width: 2, height: 2, colorType: 0)
      file.data = PNGFile.packed([0, 1, 2, number, 3, 4])
      #expect(Decoded(file.bytes).status == .damaged)
      #expect(Decoded(file.bytes, byLibPNG: true).status == .damaged)
    }
  }

  /// What may and what may not stand between the picture and the end.
  @Test(
    arguments: [
      ("tEXt", true), ("IHDR", false), ("PLTE", true), ("IDAT", true), ("ABCD", false),
      ("abCD", true), ("tE t", false), ("IEND", true), ("fdAT", true), ("sRGB", true),
    ])
  func chunksBehindThePicture(_ name: String, isAllowed: Bool) {
    var file = Self.sound()
    file.after = [("tIME", [1, 2, 3, 4, 5, 6, 7]), (name, [1, 2, 3, 4, 5, 6])]
    agree(file.bytes, name)
    #expect((Decoded(file.bytes).status == .OK) == isAllowed)
  }

  @Test func aSecondPalette() {
    var file = Self.sound()
    file.before = [("PLTE", [1, 2, 3])]
    agree(file.bytes, "one")
    #expect(Decoded(file.bytes).status == .OK)
    file.after = [("PLTE", [1, 2, 3])]
    agree(file.bytes, "two")
    #expect(Decoded(file.bytes).status == .damaged)
  }

  /// Checksums of chunks that pixels need count, of others not.
  @Test(arguments: [("tEXt", true), ("PLTE", false), ("IEND", false)])
  func checksumsBehindThePicture(_ name: String, isAllowed: Bool) {
    var bytes = Self.sound().bytes.dropLast(12)
    var chunk = PNGFile.chunk(name, [])
    chunk[11] ^= 1
    bytes += chunk + PNGFile.chunk("IEND", [])
    agree(Array(bytes), name)
    #expect((Decoded(Array(bytes)).status == .OK) == isAllowed)
  }
}
