import Testing

@testable import IconKit

/// Headers as the formats' specifications define them, written here byte by byte, and any damage to them.
struct ImageHeaderTests {
  static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) }
  }

  static func riff(_ name: String, _ contents: [UInt8]) -> [UInt8] {
    let chunk = Array(name.utf8) + little(contents.count, 4) + contents
    return Array("RIFF".utf8) + little(chunk.count + 4, 4) + Array("WEBP".utf8) + chunk
  }

  /// A lossy file: frame tag, start code, width and height, of which the upper bits are a scale.
  static func lossyWebP(_ width: Int, _ height: Int) -> [UInt8] {
    riff(
      "VP8 ",
      [0x30, 1, 0, 0x9D, 1, 0x2A] + little(width | 1 << 14, 2) + little(height, 2)
        + [UInt8](repeating: 0, count: 8))
  }

  static func losslessWebP(_ width: Int, _ height: Int, alpha: Bool) -> [UInt8] {
    let bits = (width - 1) | (height - 1) << 14 | (alpha ? 1 << 28 : 0)
    return riff("VP8L", [0x2F] + little(bits, 4) + [UInt8](repeating: 0, count: 9))
  }

  static func extendedWebP(_ width: Int, _ height: Int, alpha: Bool) -> [UInt8] {
    riff("VP8X", [alpha ? 0x10 : 0, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
  }

  static func jpeg(_ width: Int, _ height: Int) -> [UInt8] {
    func big(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
    return [0xFF, 0xD8, 0xFF, 0xE0] + big(16) + [UInt8](repeating: 0, count: 14)
      + [0xFF, 0xFF, 0xC4] + big(4) + [0, 0] + [0xFF, 0xC2] + big(17) + [8] + big(height)
      + big(width) + [UInt8](repeating: 1, count: 10) + [0xFF, 0xD9]
  }

  static func pdf(_ page: String) -> [UInt8] {
    Array("%PDF-1.7\n1 0 obj\n<< /Type /Page \(page) >>\nendobj\n%%EOF\n".utf8)
  }

  @Test(arguments: [(1, 1), (48, 48), (192, 96), (16383, 16383)])
  func sizesOfWebPAndJPEG(_ width: Int, _ height: Int) throws {
    for (file, alpha) in [
      (Self.lossyWebP(width, height), false),
      (Self.losslessWebP(width, height, alpha: false), false),
      (Self.losslessWebP(width, height, alpha: true), true),
      (Self.extendedWebP(width, height, alpha: false), false),
      (Self.extendedWebP(width, height, alpha: true), true), (Self.jpeg(width, height), false),
    ] {
      let header = try #require(ImageHeader(file))
      #expect(header.size == PixelSize(width: width, height: height))
      #expect(header.hasAlpha == alpha)
      #expect(!header.isTruncated)
    }
    #expect(ImageHeader(Self.lossyWebP(width, height))?.format == .webP)
    #expect(ImageHeader(Self.jpeg(width, height))?.format == .jpeg)
  }

  @Test(arguments: [
    ("/MediaBox [0 0 60 40]", 60, 40), ("/MediaBox[ -10 5.5 49.9 45 ]", 60, 40),
    ("/MediaBox [0 0 60 40] /CropBox [0 0 60 40]", 60, 40),
    ("/MediaBox [0 0 60 40]>>endobj 2 0 obj<</Type/Page/MediaBox [0 0 60 40]", 60, 40),
  ])
  func sizesOfPDFPages(_ page: String, _ width: Int, _ height: Int) {
    let header = ImageHeader(Self.pdf(page))
    #expect(header?.format == .pdf)
    #expect(header?.size == PixelSize(width: width, height: height))
  }

  /// Where another object, a cropped or turned page or a second size decides, no size is claimed.
  @Test(arguments: [
    "", "/MediaBox 5 0 R", "/MediaBox [0 0 5 0 R 40]", "/MediaBox [0 0 60", "/MediaBox [0 0 0 40]",
    "/MediaBox [0 0 1e300 nan]", "/MediaBox [0 0 60 40] /Rotate 90",
    "/MediaBox [0 0 60 40] /CropBox [1 1 30 30]", "/CropBox [0 0 9 9] /MediaBox [0 0 60 40]",
    "/MediaBox [0 0 60 40] /MediaBox [0 0 60 41]", "/MediaBox [0 0 60 40] /UserUnit 2",
  ])
  func aPageThatDoesNotSayItsSizeHasNone(_ page: String) throws {
    let header = try #require(ImageHeader(Self.pdf(page)))
    #expect(header.size == nil)
  }

  @Test func whatEndsEarlyIsTruncated() {
    let file = Self.lossyWebP(48, 48)
    #expect(ImageHeader(Array(file.dropLast()))?.isTruncated == false)
    #expect(ImageHeader(Array(file.dropLast(2)))?.isTruncated == true)
    #expect(ImageHeader(Array(file.dropLast(2)))?.size == PixelSize(width: 48, height: 48))
    #expect(ImageHeader(Array(file.prefix(20)))?.size == nil)
    #expect(ImageHeader(Array(Self.jpeg(9, 9).prefix(30)))?.isTruncated == true)
  }

  @Test func otherFormatsHaveNoHeader() {
    for text in ["", "RIFF", "RIFF....WAVE", "<svg/>", "\u{89}PNG\r\n", "PDF-1.7"] {
      #expect(ImageHeader(Array(text.utf8)) == nil)
    }
  }

  /// Every prefix, and every byte changed to others, is read without a crash.
  @Test func damageIsSurvived() {
    for file in [
      Self.lossyWebP(48, 48), Self.losslessWebP(48, 48, alpha: true),
      Self.extendedWebP(9, 9, alpha: true), Self.jpeg(48, 48),
      Self.pdf("/MediaBox [0 0 60 40] /CropBox [0 0 60 40]"),
    ] {
      for i in file.indices {
        _ = ImageHeader(Array(file.prefix(i)))
        for value in [0, 0x2F, 0x5B, 0x7F, 0xFF] as [UInt8] {
          var changed = file
          changed[i] = value
          let size = ImageHeader(changed)?.size
          #expect(size.map { $0.width > 0 && $0.height > 0 } ?? true)
        }
      }
    }
  }
}
