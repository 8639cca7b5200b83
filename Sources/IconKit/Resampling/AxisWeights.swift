import ResampleKernels

/// The weights that turn `sourceCount` samples of one axis into `outputCount`, in fixed point.
///
/// Output `i` is computed from the source around (i + ½) · scale; its window is cut at the edge and
/// the rest is normalised. Rounded weights sum to exactly 2^shift, so that uniform areas stay
/// uniform, and the weights of opposite outputs are mirror images, so that symmetry is kept.
struct AxisWeights: Sendable {
  /// The first source sample of each output.
  let starts: [Int32]
  /// `taps` weights for each output, padded with zeros.
  let weights: [Int16]
  let taps: Int
  let shift: Int

  var count: Int { starts.count }

  /// The weights of every output, from its window.
  ///
  /// - Parameter multiple: starts and `taps` are multiples of this, and no window ends after
  ///   `sourceCount` rounded up to one.
  init(_ rounded: RoundedWindows, multiple: Int) {
    let windows = rounded.windows
    let longest = windows.map { $0.start % multiple + $0.weights.count }.max() ?? 1
    let taps = (longest + multiple - 1) / multiple * multiple
    let readable = (rounded.sourceCount + multiple - 1) / multiple * multiple
    var starts: [Int32] = []
    starts.reserveCapacity(windows.count)
    weights = [Int16](unsafeUninitializedCapacity: windows.count * taps) { flat, count in
      flat.initialize(repeating: 0)
      for (i, window) in windows.enumerated() {
        let first = min(window.start - window.start % multiple, readable - taps)
        starts.append(Int32(first))
        let target = i * taps + window.start - first
        for (tap, weight) in window.weights.enumerated() { flat[target + tap] = weight }
      }
      count = windows.count * taps
    }
    self.starts = starts
    self.taps = taps
    shift = rounded.shift
  }

  /// Calls `body` with the weights in the form that a kernel takes.
  func withWindows<Result>(_ body: (borrowing RKWindows) -> Result) -> Result {
    starts.withUnsafeBufferPointer { starts in
      weights.withUnsafeBufferPointer { weights in
        let (starts, weights) = (starts.start, weights.start)
        return body(
          RKWindows(
            starts: starts, weights: weights, count: count, taps: taps, shift: Int32(shift)))
      }
    }
  }
}
