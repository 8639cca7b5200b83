/// The windows of one axis in fixed point, not yet aligned for the kernels. A square image has the
/// same windows on both axes.
struct RoundedWindows {
  let sourceCount: Int
  let shift: Int
  /// For each output the first sample of its window and the weights from there on.
  let windows: [(start: Int, weights: [Int16])]

  /// - Complexity: O(support × sourceCount).
  init(from sourceCount: Int, to outputCount: Int, filter: ResampleFilter) {
    precondition(sourceCount > 0 && outputCount > 0)
    let exact = (0..<(outputCount + 1) / 2).map {
      ExactWindow(output: $0, of: outputCount, sourceCount: sourceCount, filter: filter)
    }
    let shift = exact.map(\.largestShift).min() ?? 15
    var windows = exact.map { ($0.start, $0.rounded(shift: shift)) }
    windows.reserveCapacity(outputCount)
    // The second half of the outputs mirrors the first.
    for i in exact.count..<outputCount {
      let (start, weights) = windows[outputCount - 1 - i]
      windows.append((sourceCount - start - weights.count, weights.reversed()))
    }
    self.sourceCount = sourceCount
    self.shift = shift
    self.windows = windows
  }
}

/// One output's weights before rounding; they sum to one.
private struct ExactWindow {
  let start: Int
  var weights: [Double]
  /// Whether the window is its own mirror image.
  let isCentral: Bool

  init(output: Int, of outputCount: Int, sourceCount: Int, filter: ResampleFilter) {
    isCentral = outputCount == output * 2 + 1
    let axis = AxisDistances(from: sourceCount, to: outputCount)
    let samples = axis.samples(within: filter.support, of: output)
    let raw = samples.map { filter.weight(at: axis.distance(from: $0, to: output)) }
    let sum = raw.reduce(0, +)
    start = samples.lowerBound
    weights = raw.map { $0 / sum }
  }

  /// The largest shift with which every weight fits an Int16 and every sum of products an Int32.
  ///
  /// A sample's value reaches 2^15 and partial sums may peak anywhere, so the weights of either
  /// sign together must stay below 2^16.
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
    // From both ends to the middle weight, which takes the remainder.
    let half = cumulative(weights[..<(weights.count / 2)])
    guard !weights.count.isMultiple(of: 2) else { return half + half.reversed() }
    let middle = Int(one) - 2 * half.reduce(0) { $0 + Int($1) }
    return half + [Int16(middle)] + half.reversed()
  }
}
