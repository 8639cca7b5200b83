/// The canvas that a bundle's layers are composed on: premultiplied codes of sRGB, because Core Graphics
/// blends codes and not light.
struct BundleCanvas: Sendable {
  /// Its side in pixels.
  let side: Int
  private(set) var pixels: [BlendMode.Pixel]

  /// A transparent canvas.
  init(side: Int) {
    self.side = side
    pixels = [BlendMode.Pixel](repeating: .zero, count: side * side)
  }

  /// A layer's image: height × width × 4, sRGB, not premultiplied.
  struct Image: Sendable {
    let samples: [UInt8]
    let size: PixelSize
    /// Where its first pixel is.
    let left, top: Int
    /// The layer's frame, which its gradient fills: place and size in points.
    let frame: SIMD4<Float>
  }

  /// Fills all of it.
  mutating func fill(_ fill: BundleFill) {
    let length = Float(side)
    for y in 0..<side {
      let first = fill.color(at: SIMD2(0.5 / length, (Float(y) + 0.5) / length))
      guard fill.isGradientAcross else {
        let row = repeatElement(Self.premultiplied(first, first.w), count: side)
        pixels.replaceSubrange(y * side..<(y + 1) * side, with: row)
        continue
      }
      for x in 0..<side {
        let color = fill.color(at: SIMD2((Float(x) + 0.5) / length, (Float(y) + 0.5) / length))
        pixels[y * side + x] = Self.premultiplied(color, color.w)
      }
    }
  }

  /// Draws `image`, in its own colours or as a shape filled with `fill`.
  mutating func draw(_ image: Image, _ fill: BundleFill?, opacity: Double, _ mode: BlendMode) {
    let (top, bottom) = (max(0, image.top), min(side, image.top + image.size.height))
    let (left, right) = (max(0, image.left), min(side, image.left + image.size.width))
    guard top < bottom, left < right else { return }
    for y in top..<bottom {
      for x in left..<right {
        let place = ((y - image.top) * image.size.width + x - image.left) * 4
        // Most pixels of most layers.
        guard image.samples[place + 3] > 0 else { continue }
        let coverage = Float(image.samples[place + 3]) / 255 * Float(opacity)
        var color = BlendMode.Pixel(
          Float(image.samples[place]), Float(image.samples[place + 1]),
          Float(image.samples[place + 2]), 255)
        color /= 255
        if let fill {
          let point = SIMD2(Float(x) + 0.5 - image.frame.x, Float(y) + 0.5 - image.frame.y)
          color = fill.color(at: point / SIMD2(image.frame.z, image.frame.w))
        }
        let source = Self.premultiplied(color, color.w * coverage)
        pixels[y * side + x] = mode.blend(source, over: pixels[y * side + x])
      }
    }
  }

  /// Draws another canvas as one image.
  mutating func draw(_ other: BundleCanvas, opacity: Double, _ mode: BlendMode) {
    for i in pixels.indices where other.pixels[i].w > 0 {
      pixels[i] = mode.blend(other.pixels[i] * Float(opacity), over: pixels[i])
    }
  }

  private static func premultiplied(_ color: BundleFill.Color, _ alpha: Float) -> BlendMode.Pixel {
    BlendMode.Pixel(color.x * alpha, color.y * alpha, color.z * alpha, alpha)
  }

  /// side × side × 4, sRGB, not premultiplied.
  var samples: [UInt8] {
    var samples = [UInt8](repeating: 0, count: pixels.count * 4)
    pixels.withUnsafeBytes { bytes in
      // Most pixels are as the one before.
      let bits = bytes.bindMemory(to: (UInt64, UInt64).self)
      var (last, codes) = ((UInt64(0), UInt64(0)), SIMD4<UInt8>())
      for i in bits.indices {
        if bits[i].0 != last.0 || bits[i].1 != last.1 {
          last = bits[i]
          codes = Self.codes(of: pixels[i])
        }
        guard codes.w > 0 else { continue }
        for channel in 0..<4 { samples[i * 4 + channel] = codes[channel] }
      }
    }
    return samples
  }

  private static func codes(of pixel: BlendMode.Pixel) -> SIMD4<UInt8> {
    guard pixel.w > 0 else { return .zero }
    var straight = pixel / pixel.w
    straight.w = pixel.w
    return SIMD4<UInt8>(straight.clamped(lowerBound: .zero, upperBound: .one) * 255 + 0.5)
  }
}
