/// An image as the rows of a PNG before filtering: one of the specification's colour types and
/// depths, with its palette and its transparent colour (PNG, third edition, sections 11.2.1 to 11.3.1).
struct PackedImage: Sendable {
  /// The colour types, by their number in IHDR.
  enum ColorType: UInt8 {
    case grey = 0
    case rgb = 2
    case palette = 3
    case greyAlpha = 4
    case rgba = 6

    /// Samples a pixel.
    var channels: Int {
      switch self {
      case .grey, .palette: 1
      case .greyAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }
  }

  let width: Int
  let height: Int
  let colorType: ColorType
  /// Bits a sample: 8, or 1, 2 and 4 for grey and palettes.
  let depth: Int
  /// The palette, in the order of its indices.
  var palette: [RGBA] = []
  /// The one colour that is transparent where there is no alpha channel.
  var transparentColor: RGBA?
  /// `height × rowBytes`, samples packed from the high bit down.
  let rows: [UInt8]

  /// Bytes a row, without the filter type.
  var rowBytes: Int { (width * colorType.channels * depth + 7) / 8 }

  /// Whole bytes from a sample to its left neighbour, at least one.
  var stride: Int { max(1, colorType.channels * depth / 8) }
}

extension PackedImage {
  /// The pixels with one sample of `depth` bits each, packed.
  ///
  /// - Complexity: O(pixels).
  static func packing(
    _ pixels: [UInt32], width: Int, height: Int, depth: Int, sample: (UInt32) -> UInt8
  ) -> [UInt8] {
    let rowBytes = (width * depth + 7) / 8
    var rows = [UInt8](repeating: 0, count: rowBytes * height)
    for y in 0..<height {
      for x in 0..<width {
        let bit = x * depth
        rows[y * rowBytes + bit / 8] |= sample(pixels[y * width + x]) << (8 - depth - bit % 8)
      }
    }
    return rows
  }

  /// The pixels with whole bytes for each of the colour type's channels.
  ///
  /// - Complexity: O(pixels).
  static func interleaving(_ pixels: [UInt32], as colorType: ColorType) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity(pixels.count * colorType.channels)
    for pixel in pixels {
      let color = RGBA(rawValue: pixel)
      switch colorType {
      case .grey, .palette: rows.append(color.red)
      case .greyAlpha: rows += [color.red, color.alpha]
      case .rgb: rows += [color.red, color.green, color.blue]
      case .rgba: rows += [color.red, color.green, color.blue, color.alpha]
      }
    }
    return rows
  }
}

extension PackedImage {
  /// The whole file, in sRGB: signature, IHDR, sRGB, PLTE and tRNS where the format has them, one
  /// IDAT, IEND.
  ///
  /// - Parameter stream: the filtered rows as a zlib stream.
  func file(stream: [UInt8]) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += PNGOptimizer.chunk(
      "IHDR", bigEndian(width) + bigEndian(height) + [UInt8(depth), colorType.rawValue, 0, 0, 0])
    // Perceptual intent, as in every file that is not optimized.
    file += PNGOptimizer.chunk("sRGB", [0])
    if !palette.isEmpty {
      file += PNGOptimizer.chunk("PLTE", palette.flatMap { [$0.red, $0.green, $0.blue] })
    }
    let transparency = self.transparency
    if !transparency.isEmpty { file += PNGOptimizer.chunk("tRNS", transparency) }
    file += PNGOptimizer.chunk("IDAT", stream)
    return file + PNGOptimizer.chunk("IEND", [])
  }

  /// What PLTE and tRNS add to a file, in bytes.
  var overhead: Int {
    (palette.isEmpty ? 0 : 12 + 3 * palette.count)
      + (transparency.isEmpty ? 0 : 12 + transparency.count)
  }

  /// The contents of tRNS: alphas down to the last that is not opaque, or the transparent colour's
  /// samples as 16-bit numbers.
  private var transparency: [UInt8] {
    if colorType == .palette {
      let alphas = palette.map(\.alpha)
      guard let last = alphas.lastIndex(where: { $0 != 255 }) else { return [] }
      return Array(alphas[...last])
    }
    guard let color = transparentColor else { return [] }
    return colorType == .grey
      ? [0, color.red >> (8 - depth)]
      : [0, color.red, 0, color.green, 0, color.blue]
  }
}
