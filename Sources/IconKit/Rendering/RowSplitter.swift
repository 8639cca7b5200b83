import ResampleKernels

/// Turns rows as they are decoded into lines: linear light, premultiplied, one channel each.
struct RowSplitter: Sendable {
  /// The master's columns that are used.
  let columns: Range<Int>
  /// 3 or 4.
  let channels: Int
  /// 8 or 16.
  let bitDepth: Int
  let tables: TransferTables

  /// From one line to the next, in samples.
  var stride: Int { (AxisWeights.readable(columns.count) + 15) / 16 * 16 }
  /// Samples of a quad's lines.
  var quadCount: Int { 4 * channels * stride }

  /// Splits one row into the lines of its channels, which are `4 × stride` apart.
  ///
  /// - Returns: whether every pixel was opaque.
  func split(_ row: UnsafeRawPointer, into lines: UnsafeMutablePointer<Int16>) -> Bool {
    let start = row + columns.lowerBound * channels * bitDepth / 8
    guard bitDepth == 16 else {
      return RKSplitRow8(
        start.assumingMemoryBound(to: UInt8.self), columns.count, channels,
        tables.premultiplied, lines, stride)
    }
    return RKSplitRow16(
      start.assumingMemoryBound(to: UInt16.self), columns.count, channels, tables.linear16,
      lines, stride)
  }
}
