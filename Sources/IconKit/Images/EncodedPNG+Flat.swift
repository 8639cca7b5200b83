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
