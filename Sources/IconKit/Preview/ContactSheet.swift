/// One image of all icons at their real size, once on a light and once on a dark background, with
/// their names and sizes.
struct ContactSheet {
  private struct Cell {
    let icon: DecodedIcon
    /// The name, then the size.
    let lines: [String]
    /// The factor by which large images are reduced.
    let step: Int
    var x = 0
    var y = 0

    var width: Int { max(icon.size.width / step, lines.map(Lettering.width).max() ?? 0) }
    var height: Int { icon.size.height / step + lines.count * Lettering.height + 6 }
  }

  private static let width = 1600
  private static let gap = 20
  private static let mostName = 176
  private static let most = 512
  private static let limitPixels = 1 << 26

  private var cells: [Cell]
  private var height = gap

  /// The PNG file of a sheet that shows `images`, equal ones once.
  ///
  /// - Throws: `IconError` when there is not enough memory.
  static func file(of images: [PreviewImage]) throws(IconError) -> [UInt8] {
    var sheet = ContactSheet(cells: cells(of: images))
    sheet.place()
    return try sheet.encoded()
  }

  private static func cells(of images: [PreviewImage]) -> [Cell] {
    var seen: Set<[UInt8]> = []
    var cells: [Cell] = []
    for image in images where seen.insert(image.image).inserted {
      // The bitmaps in .ico files are not PNG, and an image may be damaged.
      guard let icon = try? DecodedIcon(image.image, limitPixels: limitPixels) else { continue }
      let longer = max(icon.size.width, icon.size.height)
      cells.append(
        Cell(
          icon: icon,
          lines: [Lettering.fitting(image.name, mostName), PreviewPage.pixels(icon.size)],
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
    for (i, line) in cell.lines.enumerated() {
      // The name is stronger than the size.
      let ink = ground > 127 ? [40, 110][i] : [225, 155][i]
      Lettering.draw(line) { x, y, coverage in
        let to = ((top + height + 6 + i * Lettering.height + y) * Self.width + cell.x + x) * 3
        let mixed = (ground * (255 - Int(coverage)) + ink * Int(coverage)) / 255
        for channel in 0..<3 { pixels[to + channel] = UInt8(mixed) }
      }
    }
  }

  // MARK: - Recognising an earlier sheet

  private static let mark = PNGOptimizer.chunk(
    "tEXt", Array("Software\u{0}assetkit icons --preview".utf8))

  static func isMarked(_ file: [UInt8]) -> Bool { file.dropFirst(33).starts(with: mark) }
}
