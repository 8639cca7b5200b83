extension Master {
  /// Where the used part is visible.
  ///
  /// Reads the image to its end, unless a corner is visible and a pixel is transparent.
  ///
  /// - Throws: `IconError` when the image is damaged, or has changed since it was opened.
  public func extent(fit: Fit) throws(IconError) -> Extent {
    guard channels == 4 else { return Extent() }
    let part = Placement(size, in: PixelSize(width: 1, height: 1), fit: fit)
    let (width, height) = (part.columns.count, part.rows.count)
    let corner = Double(width * width + height * height) / 4
    let middle = (x: Double(width) / 2, y: Double(part.rows.lowerBound) + Double(height) / 2)
    var farthest = 0.0
    var isOpaque = true
    try readAlpha(of: part) { y, alpha in
      isOpaque = isOpaque && alpha.allSatisfy { $0 == 255 }
      guard let first = alpha.firstIndex(where: { $0 >= Self.leastVisible }),
        let last = alpha.lastIndex(where: { $0 >= Self.leastVisible })
      else { return true }
      let dx = max(middle.x - Double(first), Double(last + 1) - middle.x)
      let dy = max(middle.y - Double(y), Double(y + 1) - middle.y)
      farthest = max(farthest, dx * dx + dy * dy)
      // Most images with visible corners and transparency are known by their first rows.
      return farthest < corner || isOpaque
    }
    return Extent(
      reach: farthest == 0 ? 1 : min(1, (farthest / corner).squareRoot()), isOpaque: isOpaque)
  }

  /// The least alpha, of 255, that counts as visible.
  private static let leastVisible: UInt8 = 8
}
