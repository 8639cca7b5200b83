extension EncodedPNG {
  /// A picture of one colour; nil for nothing at all.
  ///
  /// - Throws: `IconError` when there is no memory.
  init(flat color: Background?, size: PixelSize, optimizing: Bool) throws(IconError) {
    let pixel: [UInt8] = color.map { [$0.red, $0.green, $0.blue] } ?? [0, 0, 0, 0]
    let count = size.width * size.height
    let pixels = [UInt8](unsafeUninitializedCapacity: count * pixel.count) { pixels, initialized in
      initialized = count * pixel.count
      for i in 0..<initialized { pixels[i] = pixel[i % pixel.count] }
    }
    self =
      optimizing
      ? try EncodedPNG(optimizing: pixels, size: size, channels: pixel.count)
      : try EncodedPNG(pixels, size: size, channels: pixel.count)
  }
}
