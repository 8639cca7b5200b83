import CPNG
import PNGCodec
import Testing

/// Shapes, limits, and what is no PNG.
struct ReaderTests {
  private func rows(_ file: PNGFile, samplesPerPixel: Int) -> Int {
    ((file.width * samplesPerPixel * file.bitDepth + 7) / 8 + 1) * file.height
  }

  @Test(
    arguments: [
      (0, 1, 3, 8), (0, 8, 3, 8), (0, 16, 3, 16), (2, 8, 3, 8), (2, 16, 3, 16), (3, 4, 3, 8),
      (4, 8, 4, 8), (4, 16, 4, 16), (6, 8, 4, 8), (6, 16, 4, 16),
    ])
  func shapesOfRows(_ colorType: Int, bitDepth: Int, channels: UInt32, delivered: UInt32) {
    var file = PNGFile(width: 5, height: 4, bitDepth: bitDepth, colorType: colorType)
    if colorType == 3 { file.before = [("PLTE", [UInt8](repeating: 1, count: 48))] }
    let count = rows(file, samplesPerPixel: PNGFile.channels(colorType: colorType))
    file.data = PNGFile.packed([UInt8](repeating: 0, count: count))
    let decoded = Decoded(file.bytes)
    #expect(decoded.status == .OK)
    #expect(decoded.header.channels == channels && decoded.header.bitDepth == delivered)
    #expect(decoded.rows.count == 5 * 4 * Int(channels * delivered / 8))
  }

  /// tRNS gives grey and RGB an alpha: that is libpng's to do.
  @Test(arguments: [0, 2]) func oneColorIsClear(_ colorType: Int) {
    let channels = PNGFile.channels(colorType: colorType)
    var file = PNGFile(width: 2, height: 1, colorType: colorType)
    file.before = [("tRNS", Array([0, 7, 0, 7, 0, 7].prefix(2 * channels)))]
    file.data = PNGFile.packed(
      [0] + [UInt8](repeating: 7, count: channels) + [UInt8](repeating: 8, count: channels))
    let decoded = Decoded(file.bytes)
    #expect(decoded.header.channels == 4)
    #expect(decoded.rows == [7, 7, 7, 0, 8, 8, 8, 255])
  }

  @Test func samplesOf16BitInTheProcessorsOrder() {
    var file = PNGFile(width: 1, height: 1, bitDepth: 16, colorType: 2)
    file.data = PNGFile.packed([0, 1, 2, 3, 4, 5, 6])
    let decoded = Decoded(file.bytes)
    let samples = decoded.rows.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
    #expect(samples == [0x0102, 0x0304, 0x0506])
  }

  @Test func limitsHoldBeforeAnythingIsAllocated() {
    var file = PNGFile(width: 100, height: 100)
    file.data = PNGFile.packed([UInt8](repeating: 0, count: 401 * 100))
    #expect(Decoded(file.bytes, limits: PNGLimits(pixels: 10_000, memoryBytes: 0)).status == .OK)
    let refused = Decoded(file.bytes, limits: PNGLimits(pixels: 9_999, memoryBytes: 0))
    #expect(refused.status == .tooLarge)
    #expect(refused.message == "100 × 100 pixels; the limit is 9999 pixels")
    file.isInterlaced = true
    // Seven passes, each a little more than its pixels.
    file.data = PNGFile.packed([UInt8](repeating: 0, count: 50_000))
    let enough = PNGLimits(pixels: 10_000, memoryBytes: 40_000)
    #expect(Decoded(file.bytes, limits: enough).status == .OK)
    let tooLittle = PNGLimits(pixels: 10_000, memoryBytes: 39_999)
    #expect(Decoded(file.bytes, limits: tooLittle).status == .tooLarge)
  }

  @Test(
    arguments: [
      ([], PNGStatus.empty, ""), ([0xFF, 0xD8, 0xFF, 0xE0], .notPNG, "JPEG"),
      (Array("%PDF-1.7".utf8), .notPNG, "PDF"), (Array("  <svg xmlns".utf8), .notPNG, "SVG"),
      (Array("RIFF....WEBPVP8 ".utf8), .notPNG, "WebP"), (Array("hello".utf8), .notPNG, ""),
      (Array(PNGFile.signature.prefix(7)), .cutOff, ""),
    ] as [([UInt8], PNGStatus, String)])
  func whatIsNoPNG(_ bytes: [UInt8], status: PNGStatus, kind: String) {
    let decoded = Decoded(bytes)
    #expect(decoded.status == status)
    if status == .notPNG { #expect(decoded.message == kind) }
  }
}
