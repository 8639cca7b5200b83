import ResampleKernels

/// The source samples that lie nearest to each output of an axis: those whose centres are at most one
/// output pixel from its own, or one source pixel when enlarging. It is the filter's main lobe; beyond
/// it sharp filters have negative weights, and so values outside the range of what lies within.
struct NearestSamples: Sendable {
  let starts: [Int32]
  let ends: [Int32]

  /// - Complexity: O(outputCount).
  init(from sourceCount: Int, to outputCount: Int) {
    let scale = Double(sourceCount) / Double(outputCount)
    let reach = max(scale, 1)
    var starts = [Int32](repeating: 0, count: outputCount)
    var ends = starts
    for output in 0..<(outputCount + 1) / 2 {
      let centre = (Double(output) + 0.5) * scale
      let start = max(0, Int((centre - reach - 0.5).rounded(.up)))
      let end = min(sourceCount, Int((centre + reach - 0.5).rounded(.down)) + 1)
      starts[output] = Int32(start)
      ends[output] = Int32(end)
      // The second half sees the source from the other end, so that mirrored stays mirrored.
      starts[outputCount - 1 - output] = Int32(sourceCount - end)
      ends[outputCount - 1 - output] = Int32(sourceCount - start)
    }
    self.starts = starts
    self.ends = ends
  }

  /// Hands them to a kernel.
  func withRanges(_ body: (RKRanges) -> Void) {
    starts.withUnsafeBufferPointer { starts in
      ends.withUnsafeBufferPointer { ends in
        guard let first = starts.baseAddress, let end = ends.baseAddress else { return }
        body(RKRanges(starts: first, ends: end, count: starts.count))
      }
    }
  }
}
