import ResampleKernels

/// One output picture growing row by row while the quads of its master pass by.
///
/// Horizontal first: a quad is reduced to the output's width while it is in cache, then added to the
/// few output rows whose windows it lies in. Not shared: whoever feeds it owns it.
struct Resampler {
  let width: Int
  let height: Int
  /// 3 or 4, the master's.
  let channels: Int
  private let horizontal: AxisWeights
  private let vertical: AxisWeights
  private let kernel: RKKernel
  private let quadCount: Int
  /// Width × channels × 4 of the quad at hand.
  private var partials: [Int16]
  /// `slots` open rows of width × channels pairs; output row r is in slot r mod `slots`.
  private var sums: [Int32]
  private let slots: Int
  /// Output rows begun and not finished.
  private var open = 0..<0
  private var quad = 0

  /// - Complexity: O(support × (sourceWidth + sourceHeight)).
  init(
    from source: PixelSize, to output: PixelSize, channels: Int, filter: ResampleFilter,
    kernel: Kernel
  ) {
    width = output.width
    height = output.height
    self.channels = channels
    self.kernel = kernel.loops
    horizontal = AxisWeights(
      from: source.width, to: width, filter: filter, multiple: Int(RKTapMultiple), aligned: false)
    vertical = AxisWeights(
      from: source.height, to: height, filter: filter, multiple: 4, aligned: true)
    quadCount = (source.height + 3) / 4
    slots = Resampler.mostOpenRows(vertical, quadCount: quadCount)
    partials = [Int16](repeating: 0, count: width * channels * 4)
    sums = [Int32](repeating: 0, count: slots * width * channels * 2)
  }

  private static func mostOpenRows(_ vertical: AxisWeights, quadCount: Int) -> Int {
    var most = 1
    var first = 0
    for row in 0..<vertical.count {
      // Starts never go down: what ended before this row begins is closed.
      while Int(vertical.starts[first]) + vertical.taps <= Int(vertical.starts[row]) { first += 1 }
      most = max(most, row - first + 1)
    }
    return most
  }

  /// Adds the next four source rows, and hands each output row that they complete to `finish`.
  ///
  /// - Parameters:
  ///   - lines: 4 × channels lines, `stride` apart, `AxisWeights.readable` of each readable.
  ///   - isOpaque: whether alpha is everywhere full, so that it need not be filtered.
  ///   - finish: takes the row's number and its width × channels pairs of sums.
  mutating func add(
    lines: UnsafePointer<Int16>, stride: Int, isOpaque: Bool,
    finish: (Int, UnsafePointer<Int32>) -> Void
  ) {
    precondition(quad < quadCount)
    let pairs = width * channels
    let end = (quad + 1) * 4
    partials.withUnsafeMutableBufferPointer { partials in
      sums.withUnsafeMutableBufferPointer { sums in
        guard let partials = partials.baseAddress, let sums = sums.baseAddress else { return }
        horizontal.withWindows {
          withUnsafePointer(to: copy $0) {
            RKFilterHorizontally(kernel, lines, stride, channels, isOpaque, $0, partials)
          }
        }
        vertical.withWindows { windows in
          while open.upperBound < height, windows.starts[open.upperBound] < end {
            open = open.lowerBound..<open.upperBound + 1
          }
          for row in open {
            let weights =
              windows.weights + row * vertical.taps + (quad * 4 - Int(windows.starts[row]))
            RKAccumulate(kernel, partials, pairs, weights, sums + row % slots * pairs * 2)
          }
          while !open.isEmpty,
            quad == quadCount - 1 || Int(windows.starts[open.lowerBound]) + vertical.taps <= end
          {
            let row = open.lowerBound
            let rowSums = sums + row % slots * pairs * 2
            finish(row, rowSums)
            rowSums.update(repeating: 0, count: pairs * 2)
            open = row + 1..<open.upperBound
          }
        }
      }
    }
    quad += 1
  }

  /// What the sums are multiplied by, as a power of two.
  var verticalShift: Int { vertical.shift }
}
