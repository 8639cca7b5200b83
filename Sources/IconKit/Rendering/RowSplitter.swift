import ResampleKernels

/// Turns rows as they are decoded into quads: linear light, premultiplied, laid out for the filters.
struct RowSplitter: Sendable {
  /// The master's columns that are used.
  let columns: Range<Int>
  /// 3 or 4.
  let channels: Int
  /// 8 or 16.
  let bitDepth: Int
  let tables: TransferTables
  /// Into linear sRGB of 16 bit, where the master's colours are others.
  let transform: ColorTransform?

  /// Samples from one quad to the next; whole cache lines.
  var quadStride: Int { ((columns.count + 1) / 2 * channels * 8 + 31) / 32 * 32 }

  /// Splits four rows, `rowBytes` apart; where there are fewer, the last stands for the missing ones,
  /// which weigh nothing.
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
