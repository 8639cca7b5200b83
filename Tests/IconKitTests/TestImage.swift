import CPNG
import PNGCodec
import TestSupport

@testable import IconKit

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An image of a test: height × width × 4 samples of 8 bit sRGB, not premultiplied.
struct TestImage: Equatable {
  let width: Int
  let height: Int
  var samples: [UInt8]

  typealias Pixel = (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)

  init(width: Int, height: Int, pixel: (_ x: Int, _ y: Int) -> Pixel) {
    self.width = width
    self.height = height
    samples = []
    samples.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let (red, green, blue, alpha) = pixel(x, y)
        samples.append(red)
        samples.append(green)
        samples.append(blue)
        samples.append(alpha)
      }
    }
  }

  /// What libpng's own simplified reader makes of a file's bytes: RGBA, 8 bit.
  init?(decoding bytes: [UInt8]) {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    // libpng reads the header by the first call and the pixels by the second.
    let samples = bytes.withUnsafeBytes { file -> [UInt8]? in
      guard let start = file.baseAddress,
        png_image_begin_read_from_memory(&image, start, file.count) != 0
      else { return nil }
      image.format = 3  // PNG_FORMAT_RGBA, a macro that Swift does not see
      var samples = [UInt8](repeating: 0, count: Int(image.width * image.height) * 4)
      return png_image_finish_read(&image, nil, &samples, 0, nil) != 0 ? samples : nil
    }
    guard let samples else { return nil }
    width = Int(image.width)
    height = Int(image.height)
    self.samples = samples
  }

  /// The same image turned left to right, or upside down.
  func mirrored(vertically: Bool) -> TestImage {
    TestImage(width: width, height: height) { x, y in
      self[vertically ? x : width - 1 - x, vertically ? height - 1 - y : y]
    }
  }

  subscript(x: Int, y: Int) -> Pixel {
    let i = (y * width + x) * 4
    return (samples[i], samples[i + 1], samples[i + 2], samples[i + 3])
  }

  /// The file's bytes, as this project's own writer makes them.
  var encoded: [UInt8] { encode(samples, channels: 4) }

  /// The same as RGB, whatever the alpha.
  var encodedWithoutAlpha: [UInt8] {
    encode(samples.indices.filter { $0 % 4 != 3 }.map { samples[$0] }, channels: 3)
  }

  private func encode(_ samples: [UInt8], channels: Int) -> [UInt8] {
    do {
      return try EncodedPNG(
        samples, size: PixelSize(width: width, height: height), channels: channels
      ).bytes
    } catch {
      preconditionFailure("no memory: \(error)")
    }
  }

  /// Makes icons of it the way the command does, and decodes them.
  func icons(
    _ sides: Set<Int>, options: IconRenderer.Options = .init(), kernel: Kernel? = nil,
    threads: Int = 2
  ) async throws -> [Int: TestImage] {
    try await files(sides, options: options, kernel: kernel, threads: threads)
      .compactMapValues { TestImage(decoding: $0) }
  }

  /// Makes icons of it the way the command does.
  func files(
    _ sides: Set<Int>, options: IconRenderer.Options = .init(), kernel: Kernel? = nil,
    threads: Int = 2
  ) async throws -> [Int: [UInt8]] {
    let file = try TemporaryFile(encoded)
    let kernel = try kernel ?? Kernel.preferred()
    let renderer = IconRenderer(options: options, kernel: kernel, threads: threads)
    let icons = try await renderer.icons(from: try Master(path: file.path), sides: sides)
    return icons.mapValues(\.bytes)
  }
}

extension TestImage {
  /// What hurts a resampler: soft and hard edges, fine stripes, near-black gradients, noise, colour
  /// under no alpha, every alpha.
  static func torture(width: Int, height: Int, seed: UInt64 = 1) -> TestImage {
    var random = SplitMix64(seed)
    return TestImage(width: width, height: height) { x, y in
      let noise = random.next()
      let byte = { (shift: UInt64) in UInt8(truncatingIfNeeded: noise >> shift) }
      switch (x * 4 / width, y * 4 / height) {
      case (0, 0): return (byte(0), byte(8), byte(16), 0)
      case (1, 0): return (byte(0), byte(8), byte(16), byte(24))
      case (2, 0): return (byte(0), byte(8), byte(16), 255)
      case (3, 0):
        let on: UInt8 = (x + y).isMultiple(of: 2) ? 255 : 0
        return (on, on, on, 255)
      case (0, 1): return (UInt8(x % 24), UInt8(y % 24), byte(0) % 24, 255)
      case (1, 1): return (255, 0, UInt8(x % 256), UInt8(y % 256))
      case (2, 1): return x / 3 % 2 == 0 ? (255, 255, 255, 255) : (0, 0, 0, 0)
      case (3, 1): return y / 5 % 2 == 0 ? (200, 30, 30, 255) : (30, 200, 30, 128)
      case (_, 2):
        let level = UInt8(x * 255 / width)
        return (level, 255 - level, UInt8(y * 255 / height), 255)
      default:
        let level = UInt8(x * 255 / width)
        return (level, 40, 255 - level, UInt8(clamping: (height - y) * 1000 / height))
      }
    }
  }

  static func flat(_ pixel: Pixel, width: Int, height: Int) -> TestImage {
    TestImage(width: width, height: height) { _, _ in pixel }
  }
}

/// Steele, Lea and Flood's generator (Fast Splittable Pseudorandom Number Generators, 2014).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
