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
    let picture = Picture(width: size.width, height: size.height, samples: samples)
    do throws(PNGOptimizerError) {
      // Perceptual intent, as in every file that is not optimized.
      let sRGB = PNGOptimizer.chunk("sRGB", [0])
      let smallest = try PNGOptimizer(ancillary: sRGB).smallestFile(for: picture)
      bytes = smallest.count < plain.bytes.count ? smallest : plain.bytes
    } catch {
      throw IconError(.tooLarge, error.location, error.problem, remedy: error.remedy)
    }
    self.size = size
  }
}
