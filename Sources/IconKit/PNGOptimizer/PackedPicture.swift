/// A picture as the rows of a PNG before filtering: one of the specification's colour types and
/// depths, with its palette and its transparent colour (PNG, third edition, sections 11.2.1 to 11.3.1).
struct PackedPicture: Sendable {
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
  var palette: [Color] = []
  /// The one colour that is transparent where there is no alpha channel.
  var transparentColor: Color?
  /// `height × rowBytes`, samples packed from the high bit down.
  let rows: [UInt8]

  /// Bytes a row, without the filter type.
  var rowBytes: Int { (width * colorType.channels * depth + 7) / 8 }

  /// Whole bytes from a sample to its left neighbour, at least one.
  var stride: Int { max(1, colorType.channels * depth / 8) }
}

extension PackedPicture {
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
      let color = Color(rawValue: pixel)
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
