import ResampleKernels

/// The weights that turn `sourceCount` samples of one axis into `outputCount`, in fixed point.
///
/// Output `i` looks at the source around (i + ½) · scale; its window is cut at the edge and what is
/// left is normalised. Rounded weights sum to exactly 2^shift, so that flat stays flat, and output
/// `i`'s weights are those of the output opposite, reversed, so that mirrored stays mirrored.
struct AxisWeights: Sendable {
  /// The first source sample of each output.
  let starts: [Int32]
  /// `taps` weights for each output; zeros after the last that it needs.
  let weights: [Int16]
  let taps: Int
  let shift: Int

  var count: Int { starts.count }

  /// - Parameter multiple: starts and `taps` are multiples of this, and no window ends after
  ///   `sourceCount` rounded up to one.
  init(from sourceCount: Int, to outputCount: Int, filter: ResampleFilter, multiple: Int) {
    precondition(sourceCount > 0 && outputCount > 0 && multiple > 0)
    let windows = (0..<(outputCount + 1) / 2).map {
      ExactWindow(output: $0, of: outputCount, sourceCount: sourceCount, filter: filter)
    }
    let shift = windows.map(\.largestShift).min() ?? 15
    let rounded = windows.map { $0.rounded(shift: shift) }

    // The second half of the outputs sees the source from the other end.
    var all: [(start: Int, weights: [Int16])] = []
    all.reserveCapacity(outputCount)
    for (window, weights) in zip(windows, rounded) { all.append((window.start, weights)) }
    for i in windows.count..<outputCount {
      let (start, weights) = all[outputCount - 1 - i]
      all.append((sourceCount - start - weights.count, weights.reversed()))
    }

    let longest = all.map { $0.start % multiple + $0.weights.count }.max() ?? 1
    let taps = (longest + multiple - 1) / multiple * multiple
    let readable = (sourceCount + multiple - 1) / multiple * multiple
    var starts: [Int32] = []
    var flat: [Int16] = []
    flat.reserveCapacity(outputCount * taps)
    for (start, weights) in all {
      let first = min(start - start % multiple, readable - taps)
      starts.append(Int32(first))
      flat.append(contentsOf: repeatElement(0, count: start - first))
      flat.append(contentsOf: weights)
      flat.append(contentsOf: repeatElement(0, count: taps - (start - first) - weights.count))
    }
    self.starts = starts
    self.weights = flat
    self.taps = taps
    self.shift = shift
  }

  /// Hands the weights to a kernel.
  func withWindows<Result>(_ body: (borrowing RKWindows) -> Result) -> Result {
    starts.withUnsafeBufferPointer { starts in
      weights.withUnsafeBufferPointer { weights in
        guard let starts = starts.baseAddress, let weights = weights.baseAddress else {
          preconditionFailure("an axis has at least one output")
        }
        return body(
          RKWindows(
            starts: starts, weights: weights, count: count, taps: taps, shift: Int32(shift)))
      }
    }
  }
}

/// One output's weights before rounding; they sum to one.
private struct ExactWindow {
  let start: Int
  var weights: [Double]
  /// Whether the window is its own mirror image.
  let isCentral: Bool

  init(output: Int, of outputCount: Int, sourceCount: Int, filter: ResampleFilter) {
    let scale = Double(sourceCount) / Double(outputCount)
    let stretch = max(scale, 1)
    let centre = (Double(output) + 0.5) * scale
    let reach = filter.support * stretch
    let first = max(0, Int((centre - reach - 0.5).rounded(.up)))
    let last = min(sourceCount - 1, Int((centre + reach - 0.5).rounded(.down)))
    isCentral = outputCount == output * 2 + 1
    // A window that falls between two samples (box, enlarging) takes the nearest.
    guard first <= last else {
      start = min(sourceCount - 1, Int(centre))
      weights = [1]
      return
    }
    let raw = (first...last).map { filter.weight(at: (Double($0) + 0.5 - centre) / stretch) }
    let sum = raw.reduce(0, +)
    guard sum > 0 else {
      start = min(sourceCount - 1, Int(centre))
      weights = [1]
      return
    }
    start = first
    weights = raw.map { $0 / sum }
  }

  /// The most bits that keep every weight in an Int16 and every sum of products in an Int32.
  ///
  /// A line's value reaches 2^15 and a sum of pairs may stop anywhere in between, so the weights of
  /// either sign must together stay below 2^16.
  var largestShift: Int {
    let largest = weights.map(abs).max() ?? 1
    let positive = weights.reduce(0) { $0 + max($1, 0) }
    let negative = positive - 1
    var shift = 15
    while largest * Double(1 << shift) > 32766
      || (positive + negative) * Double(1 << shift) > 65000
    {
      shift -= 1
    }
    return shift
  }

  /// Rounds the running sum rather than each weight: the error never adds up to more than one unit
  /// anywhere in the window, and the whole is exact.
  func rounded(shift: Int) -> [Int16] {
    let one = Double(1 << shift)
    func cumulative(_ values: ArraySlice<Double>) -> [Int16] {
      var sum = 0.0
      var before = 0.0
      return values.map { value in
        sum += value
        let now = (sum * one).rounded()
        defer { before = now }
        return Int16(now - before)
      }
    }
    guard isCentral else { return cumulative(weights[...]) }
    // From both ends to the middle, which takes what is left.
    let half = cumulative(weights[..<(weights.count / 2)])
    guard !weights.count.isMultiple(of: 2) else { return half + half.reversed() }
    let middle = Int(one) - 2 * half.reduce(0) { $0 + Int($1) }
    return half + [Int16(middle)] + half.reversed()
  }
}
