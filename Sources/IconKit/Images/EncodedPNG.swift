/// A finished PNG file in memory.
public struct EncodedPNG: Sendable {
  /// Its size in pixels.
  public let size: PixelSize
  /// The file's bytes.
  public internal(set) var bytes: [UInt8]
  /// Whether transparency was flattened onto a background.
  public internal(set) var isFlattened = false
  /// Whether it is known to be far smaller than what it was made from.
  var isFarReduced = false

  /// Compresses `pixels`: height × width × channels bytes, grey, RGB or RGBA, not premultiplied.
  ///
  /// - Parameters:
  ///   - optimizing: whether to look for the smallest file, of RGB or RGBA pixels.
  ///   - keepingChannels: whether that file must be RGBA, too.
  ///   - progress: called with the part of that work that is done, up to 1.
  /// - Throws: `IconError` when there is not enough memory.
  init(
    _ pixels: [UInt8], size: PixelSize, channels: Int, optimizing: Bool = false,
    keepingChannels: Bool = false, progress: (Double) -> Void = { _ in }
  ) throws(IconError) {
    self = try PNGParts(pixels, size: size, channels: channels).compressedFile()
    if optimizing {
      let smallest = try Self.smallestFile(
        of: pixels, size: size, channels: channels, keepingChannels: keepingChannels,
        progress: progress)
      // For images of a few pixels, the plain file is a few bytes smaller.
      if smallest.count < bytes.count { bytes = smallest }
    }
  }

  /// A file that was made in parts.
  init(size: PixelSize, bytes: [UInt8], isFlattened: Bool) {
    self.size = size
    self.bytes = bytes
    self.isFlattened = isFlattened
  }

  private static func smallestFile(
    of pixels: [UInt8], size: PixelSize, channels: Int, keepingChannels: Bool,
    progress: (Double) -> Void
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
        for: RGBAImage(width: size.width, height: size.height, samples: samples),
        keepingChannels: keepingChannels, progress: progress)
    } catch {
      throw IconError(
        .tooLarge, "\(size)", "there is not enough memory to optimize it",
        remedy: "run without --optimize, or with fewer --jobs")
    }
  }
}
