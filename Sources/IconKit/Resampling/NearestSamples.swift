import ResampleKernels

/// The source samples that lie nearest to each output of an axis: those whose centres are at most one
/// output pixel from its own, or one source pixel when enlarging. It is the filter's main lobe; beyond
/// it sharp filters have negative weights, and so values outside the range of what lies within.
struct NearestSamples: Sendable {
  let starts: [Int32]
  let ends: [Int32]

  /// - Complexity: O(outputCount).
  init(from sourceCount: Int, to outputCount: Int) {
    // Centres are at (i + ½) × source / output and j + ½; in whole numbers, so that what lies just on
    // the border does not depend on rounding.
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

  /// Hands them to a kernel.
  func withRanges(_ body: (RKRanges) -> Void) {
    starts.withUnsafeBufferPointer { starts in
      ends.withUnsafeBufferPointer { ends in
        let (first, end) = (starts.start, ends.start)
        body(RKRanges(starts: first, ends: end, count: starts.count))
      }
    }
  }
}
