import ResampleKernels

/// A clamp of one output image's values to the range of their nearest source samples, first along
/// the rows, then along the columns.
struct RangeHold: Sendable {
  private let columns: NearestSamples
  private let rows: NearestSamples
  /// Width × channels.
  private let pairs: Int
  private let slots: Int
  /// `slots` open rows of pairs × 4; output row r is in slot r mod `slots`.
  private var lows: [Int16]
  private var highs: [Int16]

  init(from source: PixelSize, to output: PixelSize, channels: Int, slots: Int) {
    columns = NearestSamples(from: source.width, to: output.width)
    rows = NearestSamples(from: source.height, to: output.height)
    pairs = output.width * channels
    self.slots = slots
    lows = [Int16](repeating: .max, count: slots * pairs * 4)
    highs = [Int16](repeating: .min, count: slots * pairs * 4)
  }

  /// Clamps the partials of `count` quads, `stride` samples apart.
  func hold(
    _ partials: UnsafeMutablePointer<Int16>, of quads: UnsafePointer<Int16>, count: Int,
    stride: Int, channels: Int
  ) {
    columns.withRanges {
      withUnsafePointer(to: $0) { RKHoldPartials(quads, stride, count, channels, $0, partials) }
    }
  }

  /// Widens the range of an open row by the partials of quad number `quad`.
  mutating func add(_ partials: UnsafePointer<Int16>, of quad: Int, to row: Int) {
    let first = max(0, Int(rows.starts[row]) - quad * 4)
    let end = min(4, Int(rows.ends[row]) - quad * 4)
    guard first < end else { return }
    let count = pairs
    withRange(of: row) { RKWidenRange(partials, count, Int32(first), Int32(end), $0, $1) }
  }

  /// Clamps a row's sums, and clears its slot for another row.
  mutating func finish(_ row: Int, sums: UnsafeMutablePointer<Int32>, shift: Int) {
    let count = pairs
    withRange(of: row) { lows, highs in
      RKHoldSums(sums, count, lows, highs, Int32(shift))
      lows.update(repeating: .max, count: count * 4)
      highs.update(repeating: .min, count: count * 4)
    }
  }

  private mutating func withRange(
    of row: Int, _ body: (UnsafeMutablePointer<Int16>, UnsafeMutablePointer<Int16>) -> Void
  ) {
    let start = row % slots * pairs * 4
    lows.withUnsafeMutableBufferPointer { lows in
      highs.withUnsafeMutableBufferPointer { highs in
        let (low, high) = (lows.start, highs.start)
        body(low + start, high + start)
      }
    }
  }
}

/// The source samples nearest to each output of an axis: those whose centres are at most one output
/// pixel from its own, or one source pixel when enlarging. That is the filter's main lobe; beyond
/// it, sharp filters have negative weights, which move values out of the range of these samples.
struct NearestSamples: Sendable {
  let starts: [Int32]
  let ends: [Int32]

  /// - Complexity: O(outputCount).
  init(from sourceCount: Int, to outputCount: Int) {
    let axis = AxisDistances(from: sourceCount, to: outputCount)
    let ranges = (0..<outputCount).map { axis.samples(within: 1, of: $0) }
    starts = ranges.map { Int32($0.lowerBound) }
    ends = ranges.map { Int32($0.upperBound) }
  }

  /// Calls `body` with the ranges in the form that a kernel takes.
  func withRanges(_ body: (RKRanges) -> Void) {
    starts.withUnsafeBufferPointer { starts in
      ends.withUnsafeBufferPointer { ends in
        let (first, end) = (starts.start, ends.start)
        body(RKRanges(starts: first, ends: end, count: starts.count))
      }
    }
  }
}
