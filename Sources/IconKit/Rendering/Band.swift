import ResampleKernels

/// A few consecutive rows of a master, passed from the decoder to the filters; reused for later
/// rows.
struct Band: Sendable {
  /// The decoded rows, `rowBytes` each; the last band of an image may use fewer than fit.
  private var rows: [UInt8]
  private let rowBytes: Int
  private var rowCount = 0
  /// The quads, one after the other, from the first cache line boundary on.
  private var samples: [Int16] = []

  init(rowCapacity: Int, rowBytes: Int) {
    self.rowBytes = rowBytes
    rows = [UInt8](repeating: 0, count: rowCapacity * rowBytes)
  }

  /// The number of quads in use.
  var quadCount: Int { (rowCount + 3) / 4 }

  /// Reads the next `count` rows of `source`.
  mutating func read(_ count: Int, from source: MasterRows) throws(IconError) {
    rowCount = count
    try source.read(into: &rows, count: count)
  }

  /// Converts the rows to quads.
  mutating func split(by splitter: RowSplitter) {
    if samples.isEmpty {
      let capacity = (rows.count / rowBytes + 3) / 4
      samples = [Int16](
        repeating: 0,
        count: capacity * splitter.quadStride + Int(RKSlack) + Band.lineBytes / 2)
    }
    let quadCount = quadCount
    rows.withUnsafeBytes { rows in
      samples.withUnsafeMutableBufferPointer { samples in
        let (rows, samples) = (rows.start, samples.start)
        let quads = UnsafeMutableRawPointer(samples).alignedUp(toMultipleOf: Band.lineBytes)
          .assumingMemoryBound(to: Int16.self)
        for quad in 0..<quadCount {
          splitter.split(
            rows + quad * 4 * rowBytes, rowBytes: rowBytes, count: rowCount - quad * 4,
            into: quads + quad * splitter.quadStride)
        }
      }
    }
  }

  /// Calls `body` with the address of the first quad.
  func withQuads(_ body: (UnsafePointer<Int16>) -> Void) {
    samples.withUnsafeBufferPointer { samples in
      let samples = samples.start
      body(
        UnsafeRawPointer(samples).alignedUp(toMultipleOf: Band.lineBytes)
          .assumingMemoryBound(to: Int16.self))
    }
  }

  /// The alignment of quads: a vector load that crosses a cache line costs as much as two.
  private static let lineBytes = 64
}

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
