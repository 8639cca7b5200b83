/// The last steps on an output's complete pixels: height × width × channels, sRGB, not
/// premultiplied.
struct Finish {
  private(set) var pixels: [UInt8]
  /// 1, 3 or 4.
  private(set) var channels: Int

  /// Replaces each colour by its luminance (Rec. 709), computed in linear light.
  mutating func removeColor() {
    let linear = (0...255).map { linearFromSRGB(Double($0) / 255) }
    // The linear light halfway between each code and the next.
    let ends = (0..<255).map { linearFromSRGB((Double($0) + 0.5) / 255) }
    for i in stride(from: 0, to: pixels.count, by: channels) {
      let (red, green, blue) = (pixels[i], pixels[i + 1], pixels[i + 2])
      if red == green, green == blue { continue }
      let light =
        0.2126 * linear[Int(red)] + 0.7152 * linear[Int(green)] + 0.0722 * linear[Int(blue)]
      var (low, high) = (0, 255)
      while low < high {
        let middle = (low + high) / 2
        if light < ends[middle] { high = middle } else { low = middle + 1 }
      }
      for channel in 0..<3 { pixels[i + channel] = UInt8(low) }
    }
  }

  /// Makes each pixel black and keeps its alpha. If the image is opaque, a pixel's alpha becomes
  /// its difference from the first pixel, scaled so that the largest difference is opaque.
  mutating func makeSilhouette(of placement: Placement, isOpaque: Bool) {
    func code(_ i: Int) -> Int {
      (218 * Int(pixels[i]) + 732 * Int(pixels[i + 1]) + 74 * Int(pixels[i + 2])) >> 10
    }
    let first = (max(0, placement.top) * placement.canvas.width + max(0, placement.left)) * channels
    let ground = code(first)
    var most = 1
    if isOpaque {
      for i in stride(from: 0, to: pixels.count, by: channels) where pixels[i + 3] != 0 {
        most = max(most, abs(code(i) - ground))
      }
    }
    for i in stride(from: 0, to: pixels.count, by: channels) {
      if isOpaque, pixels[i + 3] != 0 {
        pixels[i + 3] = UInt8((abs(code(i) - ground) * 255 + most / 2) / most)
      }
      for channel in 0..<3 { pixels[i + channel] = 0 }
    }
  }

  /// Composites the pixels over opaque ones, in linear light.
  ///
  /// - Parameters:
  ///   - below: height × width × 4.
  ///   - codes: sRGB by linear light, 0 to 65535.
  mutating func lay(over below: [UInt8], codes: [UInt8]) {
    let linear = (0...255).map { UInt32((linearFromSRGB(Double($0) / 255) * 65535).rounded()) }
    for i in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = UInt32(pixels[i + 3])
      for channel in i..<i + 3 {
        let light =
          linear[Int(pixels[channel])] * alpha + linear[Int(below[channel])] * (255 - alpha)
        pixels[channel] = codes[Int((light + 127) / 255)]
      }
      pixels[i + 3] = 255
    }
  }

  /// Gives each pixel outside `box` the value of the nearest one inside.
  mutating func continueEdges(of box: PixelBox, size: PixelSize) {
    let rowBytes = size.width * channels
    for y in box.rows {
      let row = y * rowBytes
      func copy(_ source: Int, to columns: Range<Int>) {
        for x in columns {
          for channel in 0..<channels {
            pixels[row + x * channels + channel] = pixels[row + source * channels + channel]
          }
        }
      }
      copy(box.columns.lowerBound, to: 0..<box.columns.lowerBound)
      copy(box.columns.upperBound - 1, to: box.columns.upperBound..<size.width)
    }
    for y in 0..<size.height where !box.rows.contains(y) {
      let source = min(max(y, box.rows.lowerBound), box.rows.upperBound - 1) * rowBytes
      for i in 0..<rowBytes { pixels[y * rowBytes + i] = pixels[source + i] }
    }
  }

  /// Multiplies each pixel's alpha by how much of it `shape` covers. Colours are not premultiplied,
  /// so they stay as they are.
  mutating func cut(_ shape: RoundedRectangle, size: PixelSize) {
    for y in 0..<size.height {
      let coverage = shape.coverage(ofRow: y)
      for x in 0..<size.width where coverage[x] < 1 {
        let i = (y * size.width + x) * channels
        let alpha = UInt8((Double(pixels[i + 3]) * coverage[x]).rounded())
        pixels[i + 3] = alpha
        // Invisible colour would only cost bytes.
        if alpha == 0 { for channel in 0..<3 { pixels[i + channel] = 0 } }
      }
    }
  }

  /// Keeps the first channels of each pixel.
  mutating func keepChannels(_ kept: Int) {
    guard kept < channels else { return }
    var count = 0
    for pixel in stride(from: 0, to: pixels.count, by: channels) {
      for channel in 0..<kept { pixels[count + channel] = pixels[pixel + channel] }
      count += kept
    }
    pixels.removeLast(pixels.count - count)
    channels = kept
  }
}
