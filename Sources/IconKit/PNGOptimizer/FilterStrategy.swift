import PNGCodec

/// A way to choose the filter of each row. Which way gives the smallest file is not known
/// beforehand.
enum FilterStrategy: Hashable, Sendable {
  /// The same filter for all rows.
  case fixed(Int32)
  /// The filter whose row looks cheapest by one of `png_row_cost`'s rules.
  case cheapest(Int32)
  /// The filter whose row, after the rows just chosen, really compresses best.
  case trial

  static let all: [FilterStrategy] =
    (0..<Int32(PNG_ROW_FILTERS)).map(FilterStrategy.fixed)
    + [
      PNG_ROW_COST_MAGNITUDE, PNG_ROW_COST_ENTROPY, PNG_ROW_COST_BIGRAMS,
      PNG_ROW_COST_BIGRAM_ENTROPY,
    ].map { .cheapest(Int32($0)) }
    + [.trial]

  /// The strategies that are worth trying for `image`.
  ///
  /// Neighbouring indices of a palette are not near each other in colour, so of its rows only runs
  /// and equal steps get smaller; samples of less than a byte are not filtered at all.
  static func worthTrying(for image: PackedImage) -> [FilterStrategy] {
    if image.depth < 8 { return [.fixed(0)] }
    return image.colorType == .palette ? [.fixed(0), .fixed(1), .fixed(2)] : all
  }
}

extension PackedImage {
  /// The filtered rows, each after its filter type: the data that a PNG compresses.
  ///
  /// - Complexity: O(bytes).
  func filtered(by strategy: FilterStrategy) throws(OutOfMemory) -> [UInt8] {
    switch strategy {
    case .fixed(let type):
      return filtering { _, candidates in (type, candidates(type)) }
    case .cheapest(let rule):
      var scratch = [UInt32](repeating: 0, count: Int(PNG_ROW_COST_SCRATCH))
      return filtering { _, candidates in
        Self.best { type in
          let row = candidates(type)
          return (png_row_cost(rule, row, row.count, &scratch), row)
        }
      }
    case .trial:
      // Four rows are enough context for the compressor, and keep this O(bytes).
      let deflate = try Deflate(level: 1)
      let context = (rowBytes + 1) * 4
      return filtering { written, candidates in
        Self.best { type in
          let row = candidates(type)
          let stream = deflate.zlibStream(of: Array(written.suffix(context)) + [UInt8(type)] + row)
          return (UInt64(stream.count), row)
        }
      }
    }
  }

  /// The rows filtered by these types, one for each row, as `filtered(by:)` gives them.
  ///
  /// - Complexity: O(bytes).
  func filtered(as types: [UInt8]) -> [UInt8] {
    var rest = types.makeIterator()
    return filtering { _, candidates in
      let type = Int32(rest.next() ?? 0)
      return (type, candidates(type))
    }
  }

  /// The filter types of filtered rows.
  func types(of filtered: [UInt8]) -> [UInt8] {
    Swift.stride(from: 0, to: filtered.count, by: rowBytes + 1).map { filtered[$0] }
  }

  /// The filter type of the lowest cost, the first of equals, with its row.
  private static func best(_ trial: (Int32) -> (cost: UInt64, row: [UInt8])) -> (Int32, [UInt8]) {
    var (type, best) = (Int32(0), trial(0))
    for candidate in 1..<Int32(PNG_ROW_FILTERS) {
      let result = trial(candidate)
      if result.cost < best.cost { (type, best) = (candidate, result) }
    }
    return (type, best.row)
  }

  /// Filters row by row as `choose` says: it sees what is written so far and can ask for the row
  /// by any filter.
  private func filtering(
    _ choose: (_ written: [UInt8], _ candidate: (Int32) -> [UInt8]) -> (Int32, [UInt8])
  ) -> [UInt8] {
    let length = rowBytes
    let zeros = [UInt8](repeating: 0, count: length)
    var written: [UInt8] = []
    written.reserveCapacity((length + 1) * height)
    rows.withUnsafeBufferPointer { rows in
      zeros.withUnsafeBufferPointer { zeros in
        for y in 0..<height {
          let row = rows.extracting(y * length..<(y + 1) * length)
          let prior = y == 0 ? zeros : rows.extracting((y - 1) * length..<y * length)
          let (type, bytes) = choose(written) { type in
            [UInt8](unsafeUninitializedCapacity: length) { output, count in
              png_row_filter(
                type, stride, length, prior.baseAddress, row.baseAddress, output.baseAddress)
              count = length
            }
          }
          written.append(UInt8(type))
          written += bytes
        }
      }
    }
    return written
  }
}
