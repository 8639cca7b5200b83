import ResampleKernels

/// The 8 bit pixels of one output, filled row by row.
struct Canvas {
  private let placement: Placement
  /// 3 or 4.
  private let channels: Int
  private let background: [UInt16]?
  /// Canvas height × width × channels.
  private var pixels: [UInt8]
  private var isOpaque: Bool

  init(_ placement: Placement, channels masterChannels: Int, background: Background?) {
    self.placement = placement
    let hasMargin = placement.canvas != placement.picture
    let hasClearMargin = hasMargin && background == nil
    channels = hasClearMargin ? 4 : masterChannels
    self.background = background?.linear
    isOpaque = !hasClearMargin
    let count = placement.canvas.width * placement.canvas.height
    pixels = [UInt8](repeating: 0, count: count * channels)
    if hasMargin, let background {
      let codes = [background.red, background.green, background.blue, 255].prefix(channels)
      for i in 0..<count { pixels.replaceSubrange(i * channels..<(i + 1) * channels, with: codes) }
    }
  }

  /// Takes one row of the picture: width × `sumChannels` pairs.
  mutating func store(
    row: Int, sums: UnsafePointer<Int32>, channels sumChannels: Int, shift: Int,
    codes: UnsafePointer<UInt8>
  ) {
    let left = (placement.canvas.width - placement.picture.width) / 2
    let top = (placement.canvas.height - placement.picture.height) / 2
    let start = ((top + row) * placement.canvas.width + left) * channels
    let wasOpaque = pixels.withUnsafeMutableBufferPointer { pixels in
      guard let base = pixels.baseAddress else { return true }
      func store(_ background: UnsafePointer<UInt16>?) -> Bool {
        RKStoreRow(
          sums, placement.picture.width, sumChannels, Int32(shift), codes, background,
          base + start, channels)
      }
      guard let background else { return store(nil) }
      return background.withUnsafeBufferPointer { store($0.baseAddress) }
    }
    isOpaque = isOpaque && wasOpaque
  }

  /// The PNG file: RGB when nothing is transparent, or whatever is smallest.
  consuming func encoded(optimizing: Bool) throws(IconError) -> EncodedPNG {
    if optimizing {
      return try EncodedPNG(optimizing: pixels, size: placement.canvas, channels: channels)
    }
    guard isOpaque, channels == 4 else {
      return try EncodedPNG(pixels, size: placement.canvas, channels: channels)
    }
    var count = 0
    for pixel in stride(from: 0, to: pixels.count, by: 4) {
      for channel in 0..<3 { pixels[count + channel] = pixels[pixel + channel] }
      count += 3
    }
    pixels.removeLast(pixels.count - count)
    return try EncodedPNG(pixels, size: placement.canvas, channels: 3)
  }
}
