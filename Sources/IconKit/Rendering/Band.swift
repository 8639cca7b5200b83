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
