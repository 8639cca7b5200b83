import CPNG
import PNGCodec
import Testing

/// CgBI, what Xcode makes of PNG files for devices: no zlib frame, blue before red, premultiplied.
struct AppleVariantTests {
  private func file(_ pixels: [[UInt8]], width: Int, colorType: Int = 6) -> PNGFile {
    let channels = PNGFile.channels(colorType: colorType)
    let stored = pixels.flatMap { pixel -> [UInt8] in
      let alpha = channels == 4 ? Int(pixel[3]) : 255
      let colors = [2, 1, 0].map { UInt8((Int(pixel[$0]) * alpha + 127) / 255) }
      return channels == 4 ? colors + [pixel[3]] : colors
    }
    var file = PNGFile(width: width, height: pixels.count / width, colorType: colorType)
    file.first = [("CgBI", [0x50, 0, 0x20, 0x06])]
    file.data = PNGFile.packed(
      PNGFile.filtered(stored, rowBytes: width * channels, pixelBytes: channels) { $0 % 5 },
      PNGFile.Packing(windowBits: -15))
    return file
  }

  @Test(arguments: [2, 6]) func isReadAsAnyOther(_ colorType: Int) {
    let channels = PNGFile.channels(colorType: colorType)
    var random = SeededGenerator(seed: 9)
    let pixels = (0..<31 * 23).map { index -> [UInt8] in
      let alpha: UInt8 =
        channels == 3 || index % 3 == 0 ? 255 : .random(in: 0...255, using: &random)
      return (0..<3).map { _ in .random(in: 0...255, using: &random) } + [alpha]
    }
    for rowsAtOnce in [1, 4, 23] {
      let decoded = Decoded(
        file(pixels, width: 31, colorType: colorType).bytes, rowsAtOnce: rowsAtOnce)
      #expect(decoded.status == .OK, "\(decoded.message)")
      #expect(Int(decoded.header.channels) == channels)
      for (index, pixel) in pixels.enumerated() {
        let found = decoded.rows.dropFirst(index * channels).prefix(channels)
        // As near as premultiplied bytes can tell.
        let step = channels == 4 && pixel[3] > 0 ? 255 / Double(pixel[3]) : 1
        for (value, expected) in zip(found, pixel.prefix(3)) where channels == 3 || pixel[3] > 0 {
          #expect(abs(Double(value) - Double(expected)) <= step / 2 + 0.5)
        }
        if channels == 4 { #expect(found.last == pixel[3]) }
      }
    }
  }

  /// What nobody has seen is refused by its name.
  @Test func otherKindsAreRefused() {
    var file = file([[1, 2, 3, 255]], width: 1)
    file.isInterlaced = true
    #expect(Decoded(file.bytes).status == .notPNG)
    #expect(Decoded(file.bytes).message == "CgBI")
    file.isInterlaced = false
    file.bitDepth = 16
    #expect(Decoded(file.bytes).status == .notPNG)
    file.bitDepth = 8
    file.first = [("CgBI", [UInt8](repeating: 0, count: 70_000))]
    #expect(Decoded(file.bytes).status == .notPNG)
  }

  @Test func everyCutIsRefused() {
    let pixels = (0..<64).map { [UInt8($0), UInt8($0 * 3), 7, 200] }
    let bytes = file(pixels, width: 8).bytes
    for count in 0..<bytes.count {
      #expect(Decoded(Array(bytes.prefix(count))).status != .OK, "\(count) bytes")
    }
  }
}
