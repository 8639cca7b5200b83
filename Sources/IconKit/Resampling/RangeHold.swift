import ResampleKernels

/// A clamp of one output image's values to the range of their nearest source samples, first along
/// the rows, then along the columns.
struct RangeHold: Sendable {
  private let columns: NearestSamples
  private let rows: NearestSamples
  private let kernel: RKKernel
  /// Width × channels.
  private let pairs: Int
  /// `pairs` × 4, rounded up for the kernels.
  private let stride: Int
  /// The ranges of the open cells of rows: cell c is in slot c mod `slots`.
  private var lows: [Int16]
  private var highs: [Int16]
  private let slots: Int
  /// The cells that are begun and still needed.
  private var open = 0..<0

  /// - Parameter vertical: the windows of the output's rows, which say how long cells are needed.
  init(
    from source: PixelSize, to output: PixelSize, channels: Int, vertical: AxisWeights,
    kernel: RKKernel
  ) {
    columns = NearestSamples(from: source.width, to: output.width)
    rows = NearestSamples(from: source.height, to: output.height)
    self.kernel = kernel
    pairs = output.width * channels
    stride = (pairs + 3) / 4 * 4 * 4
    slots = vertical.mostOpen(rows.starts, perRow: rows.step)
    lows = [Int16](repeating: 0, count: slots * stride)
    highs = [Int16](repeating: 0, count: slots * stride)
  }

  /// Clamps the partials of `count` quads, `stride` samples apart.
  func hold(
    _ partials: UnsafeMutablePointer<Int16>, of quads: UnsafePointer<Int16>, count: Int,
    stride: Int, channels: Int
  ) {
    columns.withRanges {
      withUnsafePointer(to: $0) {
        RKHoldPartials(kernel, quads, stride, count, channels, $0, partials)
      }
    }
  }

  /// Widens the cells of rows by the partials of `quads`, one after the other.
  mutating func add(_ partials: UnsafePointer<Int16>, of quads: Range<Int>) {
    for quad in quads {
      let (start, end) = (quad * 4, (quad + 1) * 4)
      while open.upperBound < rows.starts.count, rows.starts[open.upperBound] < end { openNext() }
      let quadPartials = partials + (quad - quads.lowerBound) * pairs * 4
      for cell in open where rows.ends[cell] > start {
        let first = max(0, Int(rows.starts[cell]) - start)
        let last = min(4, Int(rows.ends[cell]) - start)
        let (kernel, pairs) = (kernel, pairs)
        withRanges(of: cell, cell) { range, _ in
          RKWidenRange(kernel, quadPartials, pairs, Int32(first), Int32(last), range)
        }
      }
    }
  }

  /// Clamps a row's sums. Rows must come in order.
  mutating func finish(_ row: Int, sums: UnsafeMutablePointer<Int32>, shift: Int) {
    let above = row * rows.step
    // Of a cell that reaches beyond the filter's window, no sample may have come.
    while open.upperBound < above + 2 { openNext() }
    let (kernel, pairs) = (kernel, pairs)
    withRanges(of: above, above + 1) { RKHoldSums(kernel, sums, pairs, $0, $1, Int32(shift)) }
    open = (above + rows.step)..<open.upperBound
  }

  private mutating func openNext() {
    let stride = stride
    withRanges(of: open.upperBound, open.upperBound) { range, _ in
      range.lows.update(repeating: .max, count: stride)
      range.highs.update(repeating: .min, count: stride)
    }
    open = open.lowerBound..<open.upperBound + 1
  }

  private mutating func withRanges(
    of one: Int, _ other: Int, _ body: (RKRange, RKRange) -> Void
  ) {
    let (first, second) = (one % slots * stride, other % slots * stride)
    lows.withUnsafeMutableBufferPointer { lows in
      highs.withUnsafeMutableBufferPointer { highs in
        let (low, high) = (lows.start, highs.start)
        body(
          RKRange(lows: low + first, highs: high + first),
          RKRange(lows: low + second, highs: high + second))
      }
    }
  }
}

/// The source samples nearest to each output of an axis: those whose centres are at most one output
/// pixel from its own, or one source pixel when enlarging. That is the filter's main lobe; beyond
/// it, sharp filters have negative weights, which move values out of the range of these samples.
///
/// They are in cells. Between the centres of two neighbours is one that both share, so that every sample is
/// looked at once; when enlarging, each output has its own.
struct NearestSamples: Sendable {
  /// For each cell the first sample, and the one after its last.
  let starts: [Int32]
  let ends: [Int32]
  /// Output i has cells i × `step` and i × `step` + 1.
  let step: Int
  private let count: Int

  /// - Complexity: O(outputCount).
  init(from sourceCount: Int, to outputCount: Int) {
    let axis = AxisDistances(from: sourceCount, to: outputCount)
    count = outputCount
    if outputCount <= sourceCount {
      // Cell i begins where the samples of output i do, and ends where those of output i - 1 do.
      step = 1
      starts = (0...outputCount).map { Int32(axis.samples(within: 1, of: $0).lowerBound) }
      ends = (0...outputCount).map { Int32(axis.samples(within: 1, of: $0 - 1).upperBound) }
    } else {
      step = 2
      let ranges = (0..<2 * outputCount).map { axis.samples(within: 1, of: $0 / 2) }
      starts = ranges.map { Int32($0.lowerBound) }
      ends = ranges.map { Int32($0.upperBound) }
    }
  }

  /// Calls `body` with the cells in the form that a kernel takes.
  func withRanges(_ body: (RKRanges) -> Void) {
    starts.withUnsafeBufferPointer { starts in
      ends.withUnsafeBufferPointer { ends in
        let (first, end) = (starts.start, ends.start)
        body(RKRanges(starts: first, ends: end, count: count, step: step))
      }
    }
  }
}
