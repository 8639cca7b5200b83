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
  /// `slots` open rows, `rowStride` apart; output row r is in slot r mod `slots`.
  private var sums: [Int32]
  private let slots: Int
  /// Width × channels pairs, rounded up for the kernels.
  private let rowStride: Int
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
    slots = vertical.mostOpen(vertical.starts, perRow: 1)
    rowStride = (width * channels + 3) / 4 * 4 * 2
    partials = [Int16](repeating: 0, count: Int(RKMostQuads) * width * channels * 4 + Int(RKSlack))
    sums = [Int32](repeating: 0, count: slots * rowStride)
    hold =
      allowsRinging
      ? nil
      : RangeHold(
        from: source, to: output, channels: channels, vertical: vertical, kernel: self.kernel)
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
    let added = quad..<quad + count
    partials.withUnsafeMutableBufferPointer { partials in
      let partials = partials.start
      horizontal.withWindows {
        withUnsafePointer(to: copy $0) {
          RKFilterHorizontally(kernel, quads, stride, count, channels, $0, partials)
        }
      }
      hold?.hold(partials, of: quads, count: count, stride: stride, channels: channels)
      hold?.add(partials, of: added)
      sums.withUnsafeMutableBufferPointer { sums in
        open = vertical.add(
          partials, of: added, to: sums.start, slots: slots, stride: rowStride,
          pairs: width * channels, open: open, kernel: kernel, hold: &hold, finish: finish)
      }
    }
    quad += count
  }

  /// The exponent of the power of two that sums are scaled by.
  var verticalShift: Int { vertical.shift }
}

extension AxisWeights {
  /// Adds the partials of `quads` to every output row whose window they are in.
  ///
  /// - Returns: the rows that are open afterwards.
  fileprivate func add(
    _ partials: UnsafePointer<Int16>, of quads: Range<Int>,
    to sums: UnsafeMutablePointer<Int32>, slots: Int, stride: Int, pairs: Int, open: Range<Int>,
    kernel: RKKernel, hold: inout RangeHold?, finish: (Int, UnsafePointer<Int32>) -> Void
  ) -> Range<Int> {
    let end = quads.upperBound * 4
    var first = open.lowerBound
    var next = open.upperBound
    while next < count, starts[next] < end { next += 1 }
    weights.withUnsafeBufferPointer { weights in
      for row in first..<next {
        let start = Int(starts[row])
        let part = quads.clamped(to: start / 4..<(start + taps) / 4)
        guard !part.isEmpty else { continue }
        RKAccumulate(
          kernel, partials + (part.lowerBound - quads.lowerBound) * pairs * 4, part.count, pairs,
          weights.start + row * taps + part.lowerBound * 4 - start, sums + row % slots * stride)
      }
    }
    while first < next, Int(starts[first]) + taps <= end {
      let rowSums = sums + first % slots * stride
      hold?.finish(first, sums: rowSums, shift: shift)
      finish(first, rowSums)
      rowSums.update(repeating: 0, count: stride)
      first += 1
    }
    return first..<next
  }

  /// How many of the parts that start at `starts` are open at most at a time, while quads come one or two
  /// at a time. A part is open from its first sample until its row's window is complete; `perRow` of them
  /// belong to each row.
  func mostOpen(_ parts: [Int32], perRow: Int) -> Int {
    var most = 1
    var next = 0
    for row in 0..<count {
      // A second quad may come with the window's last one.
      let end = Int(starts[row]) + taps + 4
      while next < parts.count, parts[next] < end { next += 1 }
      most = max(most, next - row * perRow)
    }
    return most
  }
}
