import ResampleKernels
import Testing

/// Every kernel against its scalar twin, on values that no image has.
struct KernelTests {
  private static let kernels = (1..<RKKernelCount()).filter(RKIsSupported)

  @Test(arguments: kernels, [(3, 1), (3, 2), (4, 1), (4, 2)])
  func horizontalFiltersAgree(kernel: RKKernel, shape: (channels: Int, quadCount: Int)) {
    let (channels, quadCount) = shape
    var random = SystemRandomNumberGenerator()
    for (count, taps, shift) in [(1, 2, 15), (7, 46, 14), (5, 160, 15), (1, 510, 13)] {
      let stride = (taps + count * 2) * channels * 4
      let samples = (0..<quadCount * stride + Int(RKSlack)).map { _ in
        Int16.random(in: .min ... .max, using: &random)
      }
      let starts = (0..<count).map { Int32($0 * 2) }
      // As large as weights may be together: their sum of magnitudes stays below 2^16.
      let bound = Int16(min(32000, 65000 / taps))
      let weights = (0..<count * taps).map { _ in Int16.random(in: -bound...bound, using: &random) }
      func partials(_ kernel: RKKernel) -> ArraySlice<Int16> {
        let size = quadCount * count * channels * 4
        var partials = [Int16](repeating: 0, count: size + Int(RKSlack))
        starts.withUnsafeBufferPointer { starts in
          weights.withUnsafeBufferPointer { weights in
            guard let starts = starts.baseAddress, let weights = weights.baseAddress else { return }
            var windows = RKWindows(
              starts: starts, weights: weights, count: count, taps: taps, shift: Int32(shift))
            RKFilterHorizontally(
              kernel, samples, stride, quadCount, channels, &windows, &partials)
          }
        }
        return partials[..<size]
      }
      #expect(partials(kernel) == partials(0))
    }
  }

  @Test(arguments: kernels, [1, 2, 3, 4, 5, 7, 8, 29, 456])
  func accumulationsAgree(kernel: RKKernel, count: Int) {
    var random = SystemRandomNumberGenerator()
    let partials = (0..<count * 4).map { _ in Int16.random(in: .min ... .max, using: &random) }
    let weights: [Int16] = [-16000, 15000, 1, 32766]
    let before = (0..<count * 2).map { _ in Int32.random(in: -1000...1000, using: &random) }
    var sums = before
    var expected = before
    RKAccumulate(kernel, partials, count, weights, &sums)
    RKAccumulate(0, partials, count, weights, &expected)
    #expect(sums == expected)
  }
}
