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
    let weights: [Int16] = [-6000, 5000, 1, 12766, 300, -2, 0, 9000]
    for quadCount in 1...2 {
      let partials = Self.samples(quadCount * count * 4)
      let before = (0..<count * 2).map { _ in Int32.random(in: -1000...1000) }
      var sums = before
      var expected = before
      RKAccumulate(kernel, partials, quadCount, count, weights, &sums)
      RKAccumulate(0, partials, quadCount, count, weights, &expected)
      #expect(sums == expected)
    }
  }

  /// Cells that neighbours share, and cells of each output's own.
  @Test(arguments: kernels, [(3, 1), (3, 2), (4, 1), (4, 2)])
  func clampsOfPartialsAgree(kernel: RKKernel, shape: (channels: Int, step: Int)) {
    let (width, count, quadCount) = (38, 9, 2)
    let stride = width * shape.channels * 4
    let samples = Self.samples(quadCount * stride + Int(RKSlack))
    let starts = (0..<count * 2).map { _ in Int32.random(in: 0..<Int32(width)) }
    let ends = starts.map { Int32.random(in: $0 + 1...Int32(width)) }
    let partials = Self.samples(quadCount * count * shape.channels * 4 + Int(RKSlack))
    func held(_ kernel: RKKernel) -> [Int16] {
      var partials = partials
      starts.withUnsafeBufferPointer { starts in
        ends.withUnsafeBufferPointer { ends in
          guard let starts = starts.baseAddress, let ends = ends.baseAddress else { return }
          var ranges = RKRanges(starts: starts, ends: ends, count: count, step: shape.step)
          RKHoldPartials(kernel, samples, stride, quadCount, shape.channels, &ranges, &partials)
        }
      }
      return partials
    }
    #expect(held(kernel) == held(0))
  }

  @Test(arguments: kernels, [1, 2, 3, 4, 5, 7, 8, 29, 456])
  func clampsOfSumsAgree(kernel: RKKernel, count: Int) {
    let partials = (0..<2).map { _ in Self.samples(count * 4 + Int(RKSlack)) }
    let rows = (0..<2).map { _ in Int32.random(in: 0..<4) }
    let ends = rows.map { Int32.random(in: $0 + 1...4) }
    let sums = (0..<count * 2 + 6).map { _ in Int32.random(in: -1 << 29...1 << 29) }
    func held(_ kernel: RKKernel) -> (bounds: [Int16], sums: [Int32]) {
      let lanes = (count + 3) / 4 * 16
      var lows = [Int16](repeating: .max, count: lanes * 2)
      var highs = [Int16](repeating: .min, count: lanes * 2)
      var sums = sums
      lows.withUnsafeMutableBufferPointer { lows in
        highs.withUnsafeMutableBufferPointer { highs in
          guard let low = lows.baseAddress, let high = highs.baseAddress else { return }
          let cells = [
            RKRange(lows: low, highs: high), RKRange(lows: low + lanes, highs: high + lanes),
          ]
          for i in 0..<2 { RKWidenRange(kernel, partials[i], count, rows[i], ends[i], cells[i]) }
          RKHoldSums(kernel, &sums, count, cells[0], cells[1], 13)
        }
      }
      let used = [lows, highs].flatMap {
        $0.prefix(count * 4) + $0.dropFirst(lanes).prefix(count * 4)
      }
      return (used, Array(sums.prefix(count * 2)))
    }
    #expect(held(kernel) == held(0))
  }

  private static func samples(_ count: Int) -> [Int16] {
    (0..<count).map { _ in Int16.random(in: .min ... .max) }
  }
}
