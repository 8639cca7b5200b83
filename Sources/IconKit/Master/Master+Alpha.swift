extension Master {
  /// Calls `body` with each row of `part` and the alphas of its columns, from the top, until it
  /// returns false.
  ///
  /// - Throws: `IconError` when the image is damaged, or has changed since it was opened.
  func readAlpha(
    of part: Placement, _ body: (_ y: Int, _ alpha: [UInt8]) -> Bool
  ) throws(IconError) {
    precondition(channels == 4, "there is an alpha channel")
    let count = 64
    var rows = [UInt8](repeating: 0, count: count * rowBytes)
    var alpha = [UInt8](repeating: 0, count: part.columns.count)
    let pixelBytes = 4 * bitDepth / 8
    // The high byte of the last of four samples, which are in the machine's order.
    #if _endian(little)
    let alphaByte = pixelBytes - 1
    #else
    let alphaByte = pixelBytes - bitDepth / 8
    #endif
    let source = try MasterRows(self)
    for top in stride(from: 0, to: size.height, by: count) {
      let read = min(count, size.height - top)
      try source.read(into: &rows, count: read)
      for y in part.rows.clamped(to: top..<top + read) {
        var place = (y - top) * rowBytes + part.columns.lowerBound * pixelBytes + alphaByte
        for x in alpha.indices {
          alpha[x] = rows[place]
          place += pixelBytes
        }
        guard body(y, alpha) else { return }
      }
    }
  }
}
