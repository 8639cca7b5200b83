import ResampleKernels

/// A conversion of decoded rows to quads: linear light, premultiplied, laid out for the filters.
struct RowSplitter: Sendable {
  /// The master's columns that are used.
  let columns: Range<Int>
  /// 3 or 4.
  let channels: Int
  /// 8 or 16.
  let bitDepth: Int
  let tables: TransferTables
  /// The transform to 16 bit linear sRGB; nil where the tables alone convert the master's colours.
  let transform: ColorTransform?

  /// Samples from one quad to the next, a multiple of a cache line.
  var quadStride: Int { ((columns.count + 1) / 2 * channels * 8 + 31) / 32 * 32 }

  /// Splits four rows, `rowBytes` apart; where there are fewer, the last is repeated for the
  /// missing ones, whose weights are zero.
  func split(
    _ rows: UnsafeRawPointer, rowBytes: Int, count: Int, into quad: UnsafeMutablePointer<Int16>
  ) {
    let start = rows + columns.lowerBound * channels * bitDepth / 8
    func row(_ i: Int) -> UnsafeRawPointer { start + min(i, count - 1) * rowBytes }
    if let transform {
      convert(by: transform, row, into: quad)
    } else if bitDepth == 16 {
      let four = (0..<4).map { row($0).assumingMemoryBound(to: UInt16.self) }
      RKSplitRows16(four, columns.count, channels, tables.linear16, quad)
    } else {
      let four = (0..<4).map { row($0).assumingMemoryBound(to: UInt8.self) }
      RKSplitRows8(four, columns.count, channels, tables.premultiplied, quad)
    }
  }

  private func convert(
    by transform: ColorTransform, _ row: (Int) -> UnsafeRawPointer,
    into quad: UnsafeMutablePointer<Int16>
  ) {
    let samples = columns.count * channels
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 4 * samples) {
      let linear = $0.start
      for i in 0..<4 {
        transform.apply(to: row(i), count: columns.count, into: linear + i * samples)
      }
      let four = (0..<4).map { UnsafePointer(linear + $0 * samples) }
      RKSplitRows16(four, columns.count, channels, tables.linear16, quad)
    }
  }
}
