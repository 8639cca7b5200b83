import ResampleKernels
import Testing

/// Every kernel against its scalar twin, on values that no picture has.
struct KernelTests {
  private static let kernels: [RKKernel] = [.SSE41, .AVX2, .NEON].filter(RKIsSupported)

  @Test(arguments: kernels, [3, 4])
  func horizontalFiltersAgree(kernel: RKKernel, channels: Int) {
    var random = SystemRandomNumberGenerator()
    for (count, taps, shift) in [(1, 16, 15), (7, 48, 14), (5, 160, 15), (1, 512, 13)] {
      let stride = taps + count
      let lines = (0..<channels * 4 * stride).map { _ in
        Int16.random(in: .min ... .max, using: &random)
      }
      let starts = (0..<count).map(Int32.init)
      // As large as weights may be together: their sum of magnitudes stays below 2^16.
      let bound = Int16(min(32767, 65535 / taps))
      let weights = (0..<count * taps).map { _ in Int16.random(in: -bound...bound, using: &random) }
      let windows = { (kernel: RKKernel, isOpaque: Bool) -> [Int16] in
        var partials = [Int16](repeating: 0, count: count * channels * 4)
        starts.withUnsafeBufferPointer { starts in
          weights.withUnsafeBufferPointer { weights in
            guard let starts = starts.baseAddress, let weights = weights.baseAddress else { return }
            var windows = RKWindows(
              starts: starts, weights: weights, count: count, taps: taps, shift: Int32(shift))
            RKFilterHorizontally(
              kernel, lines, stride, channels, isOpaque, &windows, &partials)
          }
        }
        return partials
      }
      #expect(windows(kernel, false) == windows(.scalar, false))
      #expect(windows(kernel, true) == windows(.scalar, true))
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
    RKAccumulate(.scalar, partials, count, weights, &expected)
    #expect(sums == expected)
  }

  @Test func opaqueAlphaIsWhatFilteringWouldGive() {
    let lines = [Int16](repeating: .max, count: 16 * 16)
    let weights = [Int16](repeating: 2048, count: 16)
    var filtered = [Int16](repeating: 0, count: 16)
    var skipped = filtered
    let starts: [Int32] = [0]
    starts.withUnsafeBufferPointer { starts in
      weights.withUnsafeBufferPointer { weights in
        guard let starts = starts.baseAddress, let weights = weights.baseAddress else { return }
        var windows = RKWindows(starts: starts, weights: weights, count: 1, taps: 16, shift: 15)
        RKFilterHorizontally(.scalar, lines, 16, 4, false, &windows, &filtered)
        RKFilterHorizontally(.scalar, lines, 16, 4, true, &windows, &skipped)
      }
    }
    #expect(filtered == skipped)
  }
}
