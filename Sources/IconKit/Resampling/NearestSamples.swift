import ResampleKernels

/// The source samples nearest to each output of an axis: those whose centres are at most one output
/// pixel from its own, or one source pixel when enlarging. That is the filter's main lobe; beyond
/// it, sharp filters have negative weights, which move values out of the range of these samples.
struct NearestSamples: Sendable {
  let starts: [Int32]
  let ends: [Int32]

  /// - Complexity: O(outputCount).
  init(from sourceCount: Int, to outputCount: Int) {
    // Centres are at (i + ½) × source / output and j + ½; in whole numbers, so that samples just on
    // the border do not depend on rounding.
    let reach = 2 * max(sourceCount, outputCount)
    let step = 2 * outputCount
    var starts: [Int32] = []
    var ends: [Int32] = []
    for output in 0..<outputCount {
      let centre = (2 * output + 1) * sourceCount - outputCount
      let start = (max(centre - reach, 0) + step - 1) / step
      let end = min(sourceCount, (centre + reach) / step + 1)
      starts.append(Int32(start))
      ends.append(Int32(end))
    }
    self.starts = starts
    self.ends = ends
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
