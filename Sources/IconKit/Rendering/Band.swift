/// A few rows of a master on their way from the decoder to the filters; used again and again.
struct Band: Sendable {
  /// Rows that are used now; the last band of a picture may hold fewer than there is room for.
  private(set) var rowCount = 0
  /// As decoded, `rowBytes` each.
  private var rows: [UInt8]
  private let rowBytes: Int
  /// Quad after quad of lines.
  private(set) var lines: [Int16] = []
  /// For each quad, whether all of it is opaque.
  private(set) var isOpaque: [Bool] = []

  init(rowCapacity: Int, rowBytes: Int) {
    self.rowBytes = rowBytes
    rows = [UInt8](repeating: 0, count: rowCapacity * rowBytes)
  }

  /// Takes the next `count` rows of `master`.
  mutating func read(_ count: Int, from master: Master) throws(IconError) {
    rowCount = count
    var failure: IconError?
    rows.withUnsafeMutableBufferPointer { rows in
      guard let rows = rows.baseAddress else { return }
      do throws(IconError) { try master.read(rows: rows, count: count) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Makes lines of the rows.
  mutating func split(by splitter: RowSplitter) {
    let quads = (rowCount + 3) / 4
    if lines.isEmpty {
      let capacity = (rows.count / rowBytes + 3) / 4
      lines = [Int16](repeating: 0, count: capacity * splitter.quadCount)
    }
    isOpaque = [Bool](repeating: true, count: quads)
    rows.withUnsafeBytes { rows in
      lines.withUnsafeMutableBufferPointer { lines in
        guard let rows = rows.baseAddress, let lines = lines.baseAddress else { return }
        for row in 0..<rowCount {
          let target = lines + row / 4 * splitter.quadCount + row % 4 * splitter.stride
          let wasOpaque = splitter.split(rows + row * rowBytes, into: target)
          isOpaque[row / 4] = isOpaque[row / 4] && wasOpaque
        }
      }
    }
  }
}
