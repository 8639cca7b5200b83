import CPNG
import Synchronization
import TestSupport
import Testing

@testable import IconKit

struct PNGOptimizerTests {
  /// Images that between them take every reduction, by what is special about them.
  static let images: [(name: String, image: RGBAImage)] = [
    ("one pixel", .drawing(1, 1) { _, _ in 0x1234_5678 }),
    (
      "many colours, soft alpha",
      .drawing(61, 37) { x, y in UInt32(x * 4 << 24 | y * 6 << 16 | (x ^ y) << 8 | x * 4) }
    ),
    (
      "many colours, opaque",
      .drawing(40, 33) { x, y in UInt32(x * 6 << 24 | y * 7 << 16 | (x * y & 255) << 8 | 255) }
    ),
    (
      "many colours, hard alpha",
      .drawing(40, 33) { x, y in
        x > y ? 0 : UInt32(x * 6 << 24 | (y * 7 + 1) << 16 | (x * y & 255) << 8 | 255)
      }
    ),
    (
      "hard alpha, key taken",
      .drawing(40, 33) { x, y in
        x > y
          ? 0 : x == 0 ? 0xFF : UInt32(x * 6 << 24 | (y * 7 + 1) << 16 | (x * y & 255) << 8 | 255)
      }
    ),
    ("two colours", .drawing(19, 7) { x, y in (x + y) % 3 == 0 ? 0xFF00_00FF : 0x0000_FFFF }),
    (
      "four colours, soft alpha",
      .drawing(19, 7) { x, _ in [0, 0x1122_3380, 0xFFFF_FFFF, 0x80FF][x % 4] }
    ),
    ("sixteen colours", .drawing(33, 16) { x, y in UInt32((x + y) % 16 * 17 << 24 | 0x0040_00FF) }),
    ("256 colours", .drawing(32, 32) { x, y in UInt32(((x + 32 * y) % 256) << 24 | 0x0011_00FF) }),
    ("257 colours", .drawing(32, 32) { x, y in UInt32(((x + 32 * y) % 257) << 16 | 0xFF) }),
    ("black and white", .drawing(17, 9) { x, y in (x * y) % 2 == 0 ? 0xFF : 0xFFFF_FFFF }),
    ("four greys", .drawing(17, 9) { x, _ in UInt32(x % 4 * 85) * 0x0101_0100 | 0xFF }),
    ("sixteen greys", .drawing(17, 9) { x, _ in UInt32(x % 16 * 17) * 0x0101_0100 | 0xFF }),
    ("all greys", .drawing(256, 3) { x, _ in UInt32(x) * 0x0101_0100 | 0xFF }),
    (
      "greys, hard alpha",
      .drawing(64, 8) { x, y in x == y ? 0 : UInt32(x + 1) * 0x0101_0100 | 0xFF }
    ),
    ("greys, soft alpha", .drawing(64, 32) { x, y in UInt32(x) * 0x0101_0100 | UInt32(y * 8) }),
    ("all transparent", .drawing(9, 9) { _, _ in 0 }),
    ("colour under alpha 0", .drawing(9, 9) { x, y in UInt32(x * 20 << 24 | y * 20 << 16) }),
  ]

  @Test(arguments: images.indices) func everyAttemptDecodesToTheSamePixels(index: Int) throws {
    let (name, image) = Self.images[index]
    for attempt in try PNGOptimizer.attempts(for: image) {
      let file = try attempt.file()
      // Signature, IHDR, sRGB, the frames of IDAT and IEND are 8 + 25 + 13 + 12 + 12 bytes.
      let fast = try attempt.estimatedSize(level: 9) + 70
      #expect(file.count <= fast, "\(name): \(file.count), \(fast) by level 9")
      #expect(
        decoded(file) == image, "\(name), \(attempt.kind), \(attempt.filterTypes)")
    }
  }

  @Test(arguments: [
    (5, PackedImage.ColorType.palette, 1), (6, .palette, 2), (7, .palette, 4), (8, .palette, 8),
    (10, .grey, 1), (11, .grey, 2), (12, .grey, 4), (13, .grey, 8), (14, .grey, 8),
    (15, .greyAlpha, 8),
    (2, .rgb, 8), (3, .rgb, 8), (4, .rgba, 8), (1, .rgba, 8), (9, .rgb, 8), (16, .grey, 1),
  ]) func everyColourTypeAndDepthIsOffered(index: Int, type: PackedImage.ColorType, depth: Int) {
    let reductions = Self.images[index].image.reductions()
    #expect(reductions.contains { $0.colorType == type && $0.depth == depth })
    #expect(index != 9 || !reductions.contains { $0.colorType == .palette })
  }

  @Test func theSmallestFileIsNearlyTheSmallestAttempt() throws {
    for (name, image) in Self.images {
      let smallest = try PNGOptimizer.smallestFile(for: image)
      let sizes = try PNGOptimizer.attempts(for: image).map { try $0.file().count }
      let least = try #require(sizes.min())
      #expect(smallest.count <= least + least / 50, "\(name): \(smallest.count), not \(least)")
      #expect(
        try PNGOptimizer.smallestFile(for: image) == smallest, "\(name): twice the same bytes")
    }
  }

  /// A store may demand an alpha channel that an opaque image does not need.
  @Test(arguments: [2, 10, 17]) func channelsAreKeptWhereTheyMustBe(index: Int) throws {
    let image = Self.images[index].image
    let size = PixelSize(width: image.width, height: image.height)
    let file = try EncodedPNG(
      image.samples, size: size, channels: 4, optimizing: true, keepingChannels: true
    ).bytes
    // The depth and colour type in IHDR.
    #expect(file[24...25] == [8, 6] && decoded(file) == image)
    let free = try EncodedPNG(image.samples, size: size, channels: 4, optimizing: true).bytes
    #expect(free.count <= file.count)
  }

  /// When the last row has been read, nearly all of the work is still to come.
  @Test(arguments: [true, false]) func progressCountsOptimizing(_ optimizes: Bool) async throws {
    let image = TestImage(width: 256, height: 256) { x, y in (UInt8(x), UInt8(y), 90, 255) }
    let file = try TemporaryFile(image.encoded)
    let progress = IconProgress()
    let whenRead = Mutex(0.0)
    let master = try Master(path: file.path, limits: .init()) { step, _ in
      if step == .endPass { whenRead.withLock { $0 = progress.fraction } }
    }
    var options = IconRenderer.Options()
    options.optimizes = optimizes
    let renderer = IconRenderer(options: options, kernel: try Kernel.preferred(), threads: 2)
    _ = try await renderer.icons(from: master, sides: [64, 32], progress: progress)
    #expect(whenRead.withLock { $0 < 0.1 } == optimizes)
    #expect(progress.fraction == 1)
  }

  /// Indices in whole bytes may be smaller: sixteen colours in slanted steps of three pixels.
  @Test func fewColoursAreOfferedInWholeBytes() {
    let image = RGBAImage.drawing(64, 64) { x, y in UInt32((x + y) / 3 % 12 * 20 << 24 | 0xFF) }
    let depths = Set(image.reductions().filter { $0.colorType == .palette }.map(\.depth))
    #expect(depths == [4, 8])
  }

  @Test func transparencyEndsWithTheLastColourThatIsNotOpaque() {
    for reduction in Self.images[6].image.reductions() where reduction.colorType == .palette {
      let opaque = reduction.palette.firstIndex { $0.isOpaque }
      let soft = reduction.palette.lastIndex { !$0.isOpaque }
      #expect((soft ?? -1) < (opaque ?? 256))
    }
  }
}

/// The pixels of a PNG as libpng's simplified reader gives them; nil where it warns or refuses.
private func decoded(_ file: [UInt8]) -> RGBAImage? {
  var image = png_image()
  image.version = png_uint_32(PNG_IMAGE_VERSION)
  // libpng keeps the address between both calls.
  return file.withUnsafeBytes { file in
    guard let start = file.baseAddress,
      png_image_begin_read_from_memory(&image, start, file.count) != 0
    else { return nil }
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
    let (width, height) = (Int(image.width), Int(image.height))
    var samples = [UInt8](repeating: 1, count: width * height * 4)
    guard png_image_finish_read(&image, nil, &samples, 0, nil) != 0, image.warning_or_error == 0
    else { return nil }
    return RGBAImage(width: width, height: height, samples: samples)
  }
}

extension RGBAImage {
  fileprivate static func drawing(_ width: Int, _ height: Int, _ color: (Int, Int) -> UInt32)
    -> RGBAImage
  {
    var samples: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let color = RGBA(rawValue: color(x, y))
        samples += [color.red, color.green, color.blue, color.alpha]
      }
    }
    return RGBAImage(width: width, height: height, samples: samples)
  }
}
