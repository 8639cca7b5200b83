import PNGCodec

/// A finished PNG file in memory.
public struct EncodedPNG: Sendable {
  /// Its size in pixels.
  public let size: PixelSize
  /// The file's bytes.
  public internal(set) var bytes: [UInt8]
  /// Whether transparency was flattened onto a background.
  public internal(set) var isFlattened = false

  /// Compresses `pixels`: height × width × channels bytes, grey, RGB or RGBA, not premultiplied.
  ///
  /// - Parameter optimizing: whether to look for the smallest file, of RGB or RGBA pixels.
  /// - Throws: `IconError` when there is not enough memory.
  init(
    _ pixels: [UInt8], size: PixelSize, channels: Int, optimizing: Bool = false
  ) throws(IconError) {
    precondition(pixels.count == size.width * size.height * channels)
    let (width, height) = (UInt32(size.width), UInt32(size.height))
    let bound = PNGEncodedBound(width, height, UInt32(channels))
    bytes = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      count = PNGEncode(pixels, width, height, UInt32(channels), output.start)
    }
    self.size = size
    guard !bytes.isEmpty else {
      throw IconError(.tooLarge, "\(size)", "there is not enough memory to compress it")
    }
    if optimizing {
      let smallest = try Self.smallestFile(of: pixels, size: size, channels: channels)
      // For images of a few pixels, the plain file is a few bytes smaller.
      if smallest.count < bytes.count { bytes = smallest }
    }
  }

  private static func smallestFile(
    of pixels: [UInt8], size: PixelSize, channels: Int
  ) throws(IconError) -> [UInt8] {
    precondition(channels == 3 || channels == 4)
    var samples = pixels
    if channels == 3 {
      samples = []
      samples.reserveCapacity(size.width * size.height * 4)
      for pixel in stride(from: 0, to: pixels.count, by: 3) {
        samples += pixels[pixel..<pixel + 3]
        samples.append(255)
      }
    }
    do throws(OutOfMemory) {
      return try PNGOptimizer.smallestFile(
        for: RGBAImage(width: size.width, height: size.height, samples: samples))
    } catch {
      throw IconError(
        .tooLarge, "\(size)", "there is not enough memory to optimize it",
        remedy: "run without --optimize, or with fewer --jobs")
    }
  }
}
