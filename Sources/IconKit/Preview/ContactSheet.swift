/// One image of all icons at their real size, once on a light and once on a dark background,
/// labelled with their sizes.
struct ContactSheet {
  private struct Cell {
    let icon: DecodedIcon
    let label: String
    /// The factor by which large images are reduced.
    let step: Int
    var x = 0
    var y = 0

    var width: Int { max(icon.size.width / step, label.utf8.count * 4 * TinyDigits.scale) }
    var height: Int { icon.size.height / step + TinyDigits.height + 6 }
  }

  private static let width = 1600
  private static let gap = 16
  private static let most = 512
  private static let limitPixels = 1 << 26

  private var cells: [Cell]
  private var height = gap

  /// The PNG file of a sheet that shows `images`, equal ones once.
  ///
  /// - Throws: `IconError` when there is not enough memory.
  static func file(of images: [[UInt8]]) throws(IconError) -> [UInt8] {
    var sheet = ContactSheet(cells: cells(of: images))
    sheet.place()
    return try sheet.encoded()
  }

  private static func cells(of images: [[UInt8]]) -> [Cell] {
    var seen: Set<[UInt8]> = []
    var cells: [Cell] = []
    for image in images where seen.insert(image).inserted {
      // The bitmaps in .ico files are not PNG, and an image may be damaged.
      guard let icon = try? DecodedIcon(image, limitPixels: limitPixels) else { continue }
      let longer = max(icon.size.width, icon.size.height)
      cells.append(
        Cell(
          icon: icon, label: "\(icon.size.width)x\(icon.size.height)",
          step: (longer + most - 1) / most))
    }
    // The tallest first, to fill rows well; equal heights keep their order.
    return cells.enumerated()
      .sorted { ($1.element.height, $0.offset) < ($0.element.height, $1.offset) }.map(\.element)
  }

  /// Places the cells in rows, each as high as its highest cell.
  private mutating func place() {
    var (x, row) = (Self.gap, 0)
    for i in cells.indices {
      if x + cells[i].width + Self.gap > Self.width {
        height += row + Self.gap
        (x, row) = (Self.gap, 0)
      }
      cells[i].x = x
      cells[i].y = height
      x += cells[i].width + Self.gap
      row = max(row, cells[i].height)
    }
    height += row + Self.gap
  }

  private func encoded() throws(IconError) -> [UInt8] {
    var pixels = [UInt8](repeating: 250, count: Self.width * height * 2 * 3)
    pixels.replaceSubrange(
      pixels.count / 2..<pixels.count, with: repeatElement(24, count: pixels.count / 2))
    for cell in cells {
      for half in 0..<2 {
        draw(cell, at: cell.y + half * height, on: half == 0 ? 250 : 24, &pixels)
      }
    }
    let size = PixelSize(width: Self.width, height: height * 2)
    let file = try EncodedPNG(pixels, size: size, channels: 3).bytes
    // After IHDR, as a chunk about the whole image (PNG specification, 11.3.4.3).
    return Array(file[..<33]) + Self.mark + file[33...]
  }

  private func draw(_ cell: Cell, at top: Int, on ground: Int, _ pixels: inout [UInt8]) {
    let icon = cell.icon
    let (width, height) = (icon.size.width / cell.step, icon.size.height / cell.step)
    let area = cell.step * cell.step
    for y in 0..<height {
      for x in 0..<width {
        var (sum, alpha) = (SIMD4<Int>.zero, 0)
        for i in 0..<area {
          let at =
            ((y * cell.step + i / cell.step) * icon.size.width + x * cell.step + i % cell.step) * 4
          let opacity = Int(icon.samples[at + 3] / 257)
          alpha += opacity
          for channel in 0..<3 { sum[channel] += Int(icon.samples[at + channel] / 257) * opacity }
        }
        let to = ((top + y) * Self.width + cell.x + x) * 3
        for channel in 0..<3 {
          let below = ground * (255 * area - alpha)
          pixels[to + channel] = UInt8((sum[channel] + below) / (255 * area))
        }
      }
    }
    TinyDigits.draw(cell.label) { x, y in
      let to = ((top + height + 6 + y) * Self.width + cell.x + x) * 3
      for channel in 0..<3 { pixels[to + channel] = 128 }
    }
  }

  // MARK: - Recognising an earlier sheet

  private static let mark = PNGOptimizer.chunk(
    "tEXt", Array("Software\u{0}assetkit icons --preview".utf8))

  static func isMarked(_ file: [UInt8]) -> Bool { file.dropFirst(33).starts(with: mark) }
}

/// Digits of 3 × 5 dots, drawn with two pixels a dot.
enum TinyDigits {
  static let scale = 2
  static let height = 5 * scale

  /// Five rows of three bits each, the highest first.
  private static let rows: [Character: Int] = [
    "0": 0b111_101_101_101_111, "1": 0b010_110_010_010_111, "2": 0b111_001_111_100_111,
    "3": 0b111_001_111_001_111, "4": 0b101_101_111_001_001, "5": 0b111_100_111_001_111,
    "6": 0b111_100_111_101_111, "7": 0b111_001_010_010_010, "8": 0b111_101_111_101_111,
    "9": 0b111_101_111_001_111, "x": 0b000_101_010_101_000,
  ]

  /// Calls `plot` for each pixel of `text`.
  static func draw(_ text: String, _ plot: (_ x: Int, _ y: Int) -> Void) {
    for (i, character) in text.enumerated() {
      let bits = rows[character] ?? 0
      for y in 0..<height {
        for x in 0..<3 * scale where bits >> (14 - y / scale * 3 - x / scale) & 1 == 1 {
          plot(i * 4 * scale + x, y)
        }
      }
    }
  }
}
