extension Master {
  /// Where the used part is visible.
  ///
  /// Reads the image to its end, unless a corner is visible and a pixel is transparent.
  ///
  /// - Throws: `IconError` when the image is damaged, or has changed since it was opened.
  public func extent(fit: Fit) throws(IconError) -> Extent {
    guard channels == 4 else { return Extent() }
    let part = Placement(size, in: PixelSize(width: 1, height: 1), fit: fit)
    let (columns, usedRows) = (part.columns, part.rows)
    let middle = (
      x: Double(columns.lowerBound + columns.upperBound) / 2,
      y: Double(usedRows.lowerBound + usedRows.upperBound) / 2
    )
    let corner = Double(columns.count * columns.count + usedRows.count * usedRows.count) / 4
    var farthest = 0.0
    var isOpaque = true
    let count = 64
    var rows = [UInt8](repeating: 0, count: count * rowBytes)
    let source = try MasterRows(self)
    for top in stride(from: 0, to: size.height, by: count) {
      let read = min(count, size.height - top)
      try source.read(into: &rows, count: read)
      for y in usedRows.clamped(to: top..<top + read) {
        let start = (y - top) * rowBytes
        isOpaque = isOpaque && columns.allSatisfy { alpha(rows, at: start, $0) == 255 }
        func isVisible(_ x: Int) -> Bool { alpha(rows, at: start, x) >= Self.leastVisible }
        guard let first = columns.first(where: isVisible),
          let last = columns.last(where: isVisible)
        else { continue }
        let dx = max(middle.x - Double(first), Double(last + 1) - middle.x)
        let dy = max(middle.y - Double(y), Double(y + 1) - middle.y)
        farthest = max(farthest, dx * dx + dy * dy)
        // Most images with visible corners and transparency are known by their first rows.
        if farthest == corner, !isOpaque { return Extent(isOpaque: false) }
      }
    }
    return Extent(
      reach: farthest == 0 ? 1 : min(1, (farthest / corner).squareRoot()), isOpaque: isOpaque)
  }

  /// The least alpha, of 255, that counts as visible.
  private static let leastVisible: UInt8 = 8

  /// The high byte of a pixel's alpha.
  private func alpha(_ rows: [UInt8], at start: Int, _ x: Int) -> UInt8 {
    guard bitDepth == 16 else { return rows[start + x * 4 + 3] }
    let pair = (rows[start + x * 8 + 6], rows[start + x * 8 + 7])
    #if _endian(little)
    return pair.1
    #else
    return pair.0
    #endif
  }
}
