#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// How much fine detail an image has compared with its coarser detail.
///
/// A drawing's edges have energy at every frequency; enlarging adds none above the old limit. The
/// ratio is that of the energy above 0.6 of the highest frequency to that between 0.25 and 0.5 of
/// it, along rows and columns, of the premultiplied light and of alpha. Measured on 150 icons of
/// the GNOME and Oxygen themes, as drawn and scaled by 3/4 and 3/5 (Lanczos, bicubic): never below
/// 0.080, median 0.5. The same doubled: bilinear at most 0.032, Lanczos at most 0.042, bicubic in
/// the middle 0.050; three times and more, at most 0.023 (bicubic) and 0.049 (bilinear). So `limit`
/// finds all of these except half of the doubled bicubic ones, and nothing enlarged less than
/// twice.
enum Sharpness {
  /// An image with a lower ratio was enlarged.
  static let limit = 0.055
  /// The shortest side that is long enough to tell.
  static let shortest = 128
  /// The least energy in the middle frequencies, in squared codes of 255; an image with less is a
  /// gradient or empty.
  private static let leastEnergy = 2.0
  private static let reach = 15
  /// How many lines are sampled in each direction.
  private static let lines = 96

  /// The ratio; nil where the image is too small or too plain to tell.
  static func ratio(of icon: DecodedIcon) -> Double? {
    let (width, height) = (icon.size.width, icon.size.height)
    guard min(width, height) >= shortest else { return nil }
    var (fine, middle) = (0.0, 0.0)
    func add(length: Int, count: Int, _ place: (_ line: Int, _ i: Int) -> Int) {
      var sums = (fine: 0.0, middle: 0.0, lines: 0)
      for line in stride(from: 0, to: count, by: max(1, count / lines)) {
        var light = [Float](repeating: 0, count: length)
        var alpha = light
        for i in 0..<length {
          let at = place(line, i) * 4
          let opacity = Float(icon.samples[at + 3]) / 65535
          let color =
            Float(icon.samples[at]) + 2 * Float(icon.samples[at + 1]) + Float(icon.samples[at + 2])
          light[i] = color / 4 / 257 * opacity
          alpha[i] = opacity * 255
        }
        for signal in [light, alpha] {
          let energy = energies(of: signal)
          sums.fine += energy.fine
          sums.middle += energy.middle
        }
        sums.lines += 1
      }
      fine += sums.fine / Double(sums.lines)
      middle += sums.middle / Double(sums.lines)
    }
    add(length: width, count: height) { $0 * width + $1 }
    add(length: height, count: width) { $1 * width + $0 }
    return middle >= leastEnergy ? fine / middle : nil
  }

  /// The mean energies of one line above 0.6, and between 0.25 and 0.5 of the highest frequency.
  private static func energies(of line: [Float]) -> (fine: Double, middle: Double) {
    guard line.contains(where: { $0 != line[0] }) else { return (0, 0) }
    var (fine, middle) = (Float(0), Float(0))
    line.withUnsafeBufferPointer { line in
      lowPasses.withUnsafeBufferPointer { lowPasses in
        for i in reach..<line.count - reach {
          // The low-pass outputs up to 0.25, 0.5 and 0.6 of the highest frequency.
          var low = SIMD4<Float>.zero
          for tap in 0...2 * reach { low += line[i + tap - reach] * lowPasses[tap] }
          fine += (line[i] - low[2]) * (line[i] - low[2])
          middle += (low[1] - low[0]) * (low[1] - low[0])
        }
      }
    }
    let count = Double(line.count - 2 * reach)
    return (Double(fine) / count, Double(middle) / count)
  }

  /// Windowed sincs that pass what is below 0.25, 0.5 and 0.6 of the highest frequency (Kaiser, β
  /// 6), side by side, tap by tap.
  private static let lowPasses: [SIMD4<Float>] = {
    var filters = [SIMD4<Float>](repeating: .zero, count: 2 * reach + 1)
    for (lane, cut) in [0.25, 0.5, 0.6].enumerated() {
      let taps = (-reach...reach).map { n in
        let x = Double.pi * Double(n) * cut
        let window = bessel(6 * (1 - Double(n * n) / Double(reach * reach)).squareRoot())
        return (n == 0 ? 1 : sin(x) / x) * window
      }
      let sum = taps.reduce(0, +)
      for (i, tap) in taps.enumerated() { filters[i][lane] = Float(tap / sum) }
    }
    return filters
  }()

  /// The modified Bessel function of the first kind and order zero, by its series.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for n in 1...24 {
      term *= x * x / 4 / Double(n * n)
      sum += term
    }
    return sum
  }
}
