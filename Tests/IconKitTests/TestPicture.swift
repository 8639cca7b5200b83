import CPNG
import PNGCodec

@testable import IconKit

#if canImport(Darwin)
import Darwin
#else
import Glibc
import TestSupport
#endif

/// A picture of a test: height × width × 4 samples of 8 bit sRGB, not premultiplied.
struct TestPicture: Equatable {
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
    guard png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else { return nil }
    image.format = 3  // PNG_FORMAT_RGBA, a macro that Swift does not see
    var samples = [UInt8](repeating: 0, count: Int(image.width * image.height) * 4)
    guard png_image_finish_read(&image, nil, &samples, 0, nil) != 0 else { return nil }
    width = Int(image.width)
    height = Int(image.height)
    self.samples = samples
  }

  /// The same picture turned left to right, or upside down.
  func mirrored(vertically: Bool) -> TestPicture {
    TestPicture(width: width, height: height) { x, y in
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

  private func encode(_ samples: [UInt8], channels: UInt32) -> [UInt8] {
    let bound = PNGEncodedBound(UInt32(width), UInt32(height), channels)
    return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      guard let output = output.baseAddress else { return }
      count = PNGEncode(samples, UInt32(width), UInt32(height), channels, output)
    }
  }

  /// Makes icons of it the way the command does, and decodes them.
  func icons(
    _ sides: Set<Int>, options: IconRenderer.Options = .init(), kernel: Kernel? = nil,
    threads: Int = 2
  ) async throws -> [Int: TestPicture] {
    try await files(sides, options: options, kernel: kernel, threads: threads)
      .compactMapValues { TestPicture(decoding: $0) }
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
