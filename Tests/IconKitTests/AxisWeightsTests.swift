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
    for (source, output) in [
      (100, 9), (101, 10), (64, 64), (7, 30), (1024, 29), (33, 11), (600, 144),
    ] {
      let axis = AxisWeights(
        RoundedWindows(from: source, to: output, filter: filter), multiple: 2)
      for i in 0..<output {
        #expect(axis.full(i, source) == axis.full(output - 1 - i, source).reversed())
      }
    }
  }

  /// The average of the samples between an output's borders. One whose centre is on a border, as at
  /// 600 → 144, counts for each side by half.
  @Test(
    arguments: [
      (600, 144), (1024, 80), (1024, 64), (1000, 48), (512, 96), (1023, 33), (99, 100), (30, 45),
    ])
  func boxCountsSamplesOnABorderByHalf(source: Int, output: Int) {
    let axis = AxisWeights(RoundedWindows(from: source, to: output, filter: .box), multiple: 2)
    for i in 0..<output {
      // Twice the weights, before normalisation, in whole numbers only.
      let halves = (0..<source).map { j in
        let distance = abs((2 * j + 1) * output - (2 * i + 1) * source)
        return distance < max(source, output) ? 2 : distance == max(source, output) ? 1 : 0
      }
      let whole = halves.reduce(0, +)
      for (weight, half) in zip(axis.full(i, source), halves) {
        #expect((weight == 0) == (half == 0))
        #expect(abs(Int(weight) * whole - (half << axis.shift)) <= whole)
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
