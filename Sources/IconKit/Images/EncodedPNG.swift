import PNGCodec

/// A finished PNG file in memory.
public struct EncodedPNG: Sendable {
  /// Its size in pixels.
  public let size: PixelSize
  /// The file's bytes.
  public let bytes: [UInt8]
  /// Whether transparency was flattened onto a background.
  public internal(set) var isFlattened = false

  /// Compresses `pixels`: height × width × channels bytes, grey, RGB or RGBA, not premultiplied.
  ///
  /// - Throws: `IconError` when there is not enough memory.
  init(_ pixels: [UInt8], size: PixelSize, channels: Int) throws(IconError) {
    precondition(pixels.count == size.width * size.height * channels)
    let (width, height) = (UInt32(size.width), UInt32(size.height))
    let bound = PNGEncodedBound(width, height, UInt32(channels))
    bytes = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      pixels.withUnsafeBufferPointer { pixels in
        let (pixels, output) = (pixels.start, output.start)
        count = PNGEncode(pixels, width, height, UInt32(channels), output)
      }
    }
    self.size = size
    guard !bytes.isEmpty else {
      throw IconError(.tooLarge, "\(size)", "there is not enough memory to compress it")
    }
  }

  /// An image from a finished file.
  init(size: PixelSize, bytes: [UInt8]) {
    self.size = size
    self.bytes = bytes
  }
}

extension EncodedPNG {
  /// An image of one colour; nil for a fully transparent one.
  ///
  /// - Throws: `IconError` when there is not enough memory.
  init(flat color: Background?, size: PixelSize, optimizing: Bool) throws(IconError) {
    let channels = color == nil ? 4 : 3
    let count = size.width * size.height
    let pixels =
      color?.pixels(count, channels: channels) ?? [UInt8](repeating: 0, count: count * channels)
    self =
      optimizing
      ? try EncodedPNG(optimizing: pixels, size: size, channels: channels)
      : try EncodedPNG(pixels, size: size, channels: channels)
  }
}

extension EncodedPNG {
  /// The smallest file found for `pixels`: height × width × channels bytes, RGB or RGBA,
  /// not premultiplied.
  ///
  /// - Throws: `IconError` when there is not enough memory.
  init(optimizing pixels: [UInt8], size: PixelSize, channels: Int) throws(IconError) {
    precondition(pixels.count == size.width * size.height * channels)
    var samples = pixels
    if channels == 3 {
      samples = []
      samples.reserveCapacity(size.width * size.height * 4)
      for pixel in stride(from: 0, to: pixels.count, by: 3) {
        samples += pixels[pixel..<pixel + 3]
        samples.append(255)
      }
    }
    // For images of a few pixels, the plain file is a few bytes smaller.
    let plain = try EncodedPNG(pixels, size: size, channels: channels)
    let image = RGBAImage(width: size.width, height: size.height, samples: samples)
    do throws(OutOfMemory) {
      let smallest = try PNGOptimizer.smallestFile(for: image)
      self = smallest.count < plain.bytes.count ? EncodedPNG(size: size, bytes: smallest) : plain
    } catch {
      throw IconError(
        .tooLarge, "\(size)", "there is not enough memory to optimize it",
        remedy: "run without --optimize, or with fewer --jobs")
    }
  }
}
