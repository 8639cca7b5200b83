import ResampleKernels

/// A few rows of a master on their way from the decoder to the filters; used again and again.
struct Band: Sendable {
  /// As decoded, `rowBytes` each; the last band of a picture may use fewer than there is room for.
  private var rows: [UInt8]
  private let rowBytes: Int
  private var rowCount = 0
  /// Quad after quad, from the first address on that a cache line begins at.
  private var samples: [Int16] = []

  init(rowCapacity: Int, rowBytes: Int) {
    self.rowBytes = rowBytes
    rows = [UInt8](repeating: 0, count: rowCapacity * rowBytes)
  }

  /// Quads that are used now.
  var quadCount: Int { (rowCount + 3) / 4 }

  /// Takes the next `count` rows of `source`.
  mutating func read(_ count: Int, from source: MasterRows) throws(IconError) {
    rowCount = count
    try source.read(into: &rows, count: count)
  }

  /// Makes quads of the rows.
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

  /// Hands out the first of the quads.
  func withQuads(_ body: (UnsafePointer<Int16>) -> Void) {
    samples.withUnsafeBufferPointer { samples in
      let samples = samples.start
      body(
        UnsafeRawPointer(samples).alignedUp(toMultipleOf: Band.lineBytes)
          .assumingMemoryBound(to: Int16.self))
    }
  }

  /// Vector loads that cross a cache line cost two.
  private static let lineBytes = 64
}
