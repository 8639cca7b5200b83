import ResampleKernels

/// A resampler that builds one output image row by row from the quads of its master.
///
/// A quad is first resampled to the output's width while it is in cache, then added to the few
/// output rows whose windows it is in.
struct Resampler {
  let width: Int
  let height: Int
  /// 3 or 4, the master's.
  let channels: Int
  private let horizontal: AxisWeights
  private let vertical: AxisWeights
  private let kernel: RKKernel
  private let quadCount: Int
  /// Width × channels × 4 partials of each current quad, and slack.
  private var partials: [Int16]
  /// `slots` open rows of width × channels pairs; output row r is in slot r mod `slots`.
  private var sums: [Int32]
  private let slots: Int
  /// The output rows that are begun and not finished.
  private var open = 0..<0
  private var quad = 0
  /// The clamp to the range of the nearest samples; nil where ringing is allowed.
  private var hold: RangeHold?

  /// - Complexity: O(support × (sourceWidth + sourceHeight)).
  init(
    from source: PixelSize, to output: PixelSize, channels: Int, filter: ResampleFilter,
    allowsRinging: Bool, kernel: Kernel
  ) {
    width = output.width
    height = output.height
    self.channels = channels
    self.kernel = kernel.loops
    let columns = RoundedWindows(from: source.width, to: width, filter: filter)
    let rows =
      source.isSquare && output.isSquare
      ? columns : RoundedWindows(from: source.height, to: height, filter: filter)
    horizontal = AxisWeights(columns, multiple: 2)
    vertical = AxisWeights(rows, multiple: 4)
    quadCount = (source.height + 3) / 4
    slots = Resampler.mostOpenRows(vertical, quadCount: quadCount)
    partials = [Int16](repeating: 0, count: Int(RKMostQuads) * width * channels * 4 + Int(RKSlack))
    sums = [Int32](repeating: 0, count: slots * width * channels * 2)
    hold =
      allowsRinging
      ? nil : RangeHold(from: source, to: output, channels: channels, slots: slots)
  }

  private static func mostOpenRows(_ vertical: AxisWeights, quadCount: Int) -> Int {
    var most = 1
    var first = 0
    for row in 0..<vertical.count {
      // Starts never decrease: rows that end before this one starts are closed.
      while Int(vertical.starts[first]) + vertical.taps <= Int(vertical.starts[row]) { first += 1 }
      most = max(most, row - first + 1)
    }
    return most
  }

  /// Adds the next one or two quads, and calls `finish` with each output row that they complete.
  ///
  /// - Parameters:
  ///   - quads: `count` of them, `stride` samples apart.
  ///   - finish: takes the row's number and its width × channels pairs of sums.
  mutating func add(
    _ quads: UnsafePointer<Int16>, count: Int, stride: Int,
    finish: (Int, UnsafePointer<Int32>) -> Void
  ) {
    precondition(count <= Int(RKMostQuads) && quad + count <= quadCount)
    let quadPartials = width * channels * 4
    partials.withUnsafeMutableBufferPointer { partials in
      let partials = partials.start
      horizontal.withWindows {
        withUnsafePointer(to: copy $0) {
          RKFilterHorizontally(kernel, quads, stride, count, channels, $0, partials)
        }
      }
      hold?.hold(partials, of: quads, count: count, stride: stride, channels: channels)
      sums.withUnsafeMutableBufferPointer { sums in
        let sums = sums.start
        for i in 0..<count {
          open = vertical.add(
            partials + i * quadPartials, of: quad + i, isLast: quad + i == quadCount - 1,
            to: sums, slots: slots, pairs: width * channels, open: open, kernel: kernel,
            hold: &hold, finish: finish)
        }
      }
    }
    quad += count
  }

  /// The exponent of the power of two that sums are scaled by.
  var verticalShift: Int { vertical.shift }
}

extension AxisWeights {
  /// Adds one quad's partials to every output row whose window it is in.
  ///
  /// - Returns: the rows that are open afterwards.
  fileprivate func add(
    _ partials: UnsafePointer<Int16>, of quad: Int, isLast: Bool,
    to sums: UnsafeMutablePointer<Int32>, slots: Int, pairs: Int, open: Range<Int>,
    kernel: RKKernel, hold: inout RangeHold?, finish: (Int, UnsafePointer<Int32>) -> Void
  ) -> Range<Int> {
    let end = (quad + 1) * 4
    var first = open.lowerBound
    var next = open.upperBound
    while next < count, starts[next] < end { next += 1 }
    weights.withUnsafeBufferPointer { weights in
      let weights = weights.start
      for row in first..<next {
        let four = weights + row * taps + (quad * 4 - Int(starts[row]))
        RKAccumulate(kernel, partials, pairs, four, sums + row % slots * pairs * 2)
        hold?.add(partials, of: quad, to: row)
      }
    }
    while first < next, isLast || Int(starts[first]) + taps <= end {
      let rowSums = sums + first % slots * pairs * 2
      hold?.finish(first, sums: rowSums, shift: shift)
      finish(first, rowSums)
      rowSums.update(repeating: 0, count: pairs * 2)
      first += 1
    }
    return first..<next
  }
}
