import Testing

@testable import IconKit

/// The fixed-point weights of one axis.
struct AxisWeightsTests {
  private static let counts = [1, 2, 3, 16, 29, 100, 1024]

  @Test(arguments: ResampleFilter.allCases, counts)
  func weightsSumToExactlyOneAndStayInside(filter: ResampleFilter, source: Int) {
    for output in Self.counts where output <= source * 20 {
      let axis = AxisWeights(
        RoundedWindows(from: source, to: output, filter: filter), multiple: 2)
      #expect(axis.count == output && axis.taps % 2 == 0)
      for i in 0..<output {
        let weights = axis.weights[i * axis.taps..<(i + 1) * axis.taps]
        let start = Int(axis.starts[i])
        #expect(weights.reduce(0) { $0 + Int($1) } == 1 << axis.shift)
        #expect(start >= 0 && start % 2 == 0 && start + axis.taps <= source + source % 2)
        #expect(zip(start..., weights).allSatisfy { $0 < source || $1 == 0 })
        // No sum of products may leave an Int32, wherever it stops.
        #expect(weights.reduce(0) { $0 + abs(Int($1)) } < 1 << 16)
      }
    }
  }

  @Test(arguments: ResampleFilter.allCases)
  func theOppositeOutputHasTheSameWeightsReversed(filter: ResampleFilter) {
    for (source, output) in [(100, 9), (101, 10), (64, 64), (7, 30), (1024, 29), (33, 11)] {
      let axis = AxisWeights(
        RoundedWindows(from: source, to: output, filter: filter), multiple: 2)
      for i in 0..<output {
        #expect(axis.full(i, source) == axis.full(output - 1 - i, source).reversed())
      }
    }
  }

  @Test func alignedWindowsStartAtQuads() {
    let axis = AxisWeights(
      RoundedWindows(from: 1001, to: 40, filter: .lanczos3), multiple: 4)
    let free = AxisWeights(
      RoundedWindows(from: 1001, to: 40, filter: .lanczos3), multiple: 2)
    for i in 0..<40 {
      #expect(axis.starts[i] % 4 == 0)
      #expect(axis.full(i, 1001) == free.full(i, 1001))
    }
  }
}

extension AxisWeights {
  /// The weights of output `i` for every source sample.
  fileprivate func full(_ i: Int, _ source: Int) -> [Int16] {
    var all = [Int16](repeating: 0, count: source)
    for tap in 0..<taps where Int(starts[i]) + tap < source {
      all[Int(starts[i]) + tap] = weights[i * taps + tap]
    }
    return all
  }
}
