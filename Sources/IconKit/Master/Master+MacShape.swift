/// What a master has of the rounded rectangle that Mac icons are.
public enum MacShape: Hashable, Sendable {
  /// It fills its canvas, or this share of both sides, so that it can be cut to the rectangle.
  case filled(Double)
  /// It is drawn as such a rectangle, with a transparent margin.
  case rounded
  /// It has another shape.
  case other
}

extension Master {
  /// The shape of what is opaque in the used part.
  ///
  /// Reads the image to its end.
  ///
  /// - Throws: `IconError` when the image is damaged, or has changed since it was opened.
  func macShape(fit: Fit) throws(IconError) -> MacShape {
    let part = Placement(size, in: PixelSize(width: 1, height: 1), fit: fit)
    let (width, height) = (part.columns.count, part.rows.count)
    let isPadded = fit == .pad && width != height
    guard channels == 4, !isPadded else { return isPadded ? .other : .filled(1) }
    var rows: [OpaqueRow] = []
    try readAlpha(of: part) { y, alpha in
      func isOpaque(_ alpha: UInt8) -> Bool { alpha >= Self.leastOpaque }
      if let first = alpha.firstIndex(where: isOpaque), let last = alpha.lastIndex(where: isOpaque)
      {
        rows.append(
          OpaqueRow(
            y: y - part.rows.lowerBound, columns: first..<last + 1,
            count: alpha.count(where: isOpaque)))
      }
      return true
    }
    return Self.shape(of: rows, in: PixelSize(width: width, height: height))
  }

  /// A row with its opaque pixels: all are in `columns`.
  private struct OpaqueRow {
    let y: Int
    let columns: Range<Int>
    let count: Int
  }

  /// The least alpha, of 255, of what is not a shadow.
  private static let leastOpaque: UInt8 = 128
  /// The share of the rectangle that must be opaque: corners may be rounder than Apple's, and 98 %
  /// is less than any other usual shape has. Of a circle it is 82 %.
  private static let leastCovered = 0.98
  /// The shares of the canvas's sides: Apple's grid has 80 %, others a little more or less. A margin
  /// of at most 4 % is that of an image which was meant to fill its canvas.
  private static let (leastRounded, leastFilled) = (0.72, 0.92)

  private static func shape(of rows: [OpaqueRow], in canvas: PixelSize) -> MacShape {
    guard let top = rows.first?.y, let bottom = rows.last?.y,
      let left = rows.map(\.columns.lowerBound).min(),
      let right = rows.map(\.columns.upperBound).max()
    else { return .other }
    let box = PixelSize(width: right - left, height: bottom + 1 - top)
    let shares = (
      Double(box.width) / Double(canvas.width), Double(box.height) / Double(canvas.height)
    )
    let share = min(shares.0, shares.1)
    guard abs(shares.0 - shares.1) <= 0.03, share >= leastRounded else { return .other }

    let shape = RoundedRectangle(.rounded(box), canvas: box)
    let expected = (0..<box.height).map { shape.columns(ofRow: $0) }
    let area = expected.reduce(0) { $0 + $1.end - $1.start }
    let all = rows.reduce(0.0) { $0 + Double($1.count) }
    let inside = rows.reduce(0.0) { sum, row in
      let wanted = expected[row.y - top]
      let overlap =
        min(Double(row.columns.upperBound - left), wanted.end)
        - max(Double(row.columns.lowerBound - left), wanted.start)
      return sum + max(0, overlap - Double(row.columns.count - row.count))
    }
    guard inside >= leastCovered * area else { return .other }
    if share >= leastFilled { return .filled(share) }
    // A plain square with a margin has opaque corners.
    let corners = Double(box.width * box.height) - area
    return all - inside <= corners / 2 ? .rounded : .other
  }
}
