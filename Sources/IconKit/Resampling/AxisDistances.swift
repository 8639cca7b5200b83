/// The distances between the sources and the outputs of one axis, in output pixels, or in source pixels
/// when enlarging.
///
/// The centres of output i and source j are (i + ½) / outputs and (j + ½) / sources of the axis. Distances
/// are computed in whole numbers and divided at last, so that a source exactly on a border of a filter is
/// there whatever the ratio.
struct AxisDistances: Sendable {
  private let sourceCount: Int
  private let outputCount: Int
  /// One output pixel in the whole numbers, or one source pixel if that is more.
  private let unit: Int

  init(from sourceCount: Int, to outputCount: Int) {
    self.sourceCount = sourceCount
    self.outputCount = outputCount
    unit = 2 * max(sourceCount, outputCount)
  }

  /// The distance of a source from an output; negative where the source comes first.
  func distance(from source: Int, to output: Int) -> Double {
    let whole = (2 * source + 1) * outputCount - (2 * output + 1) * sourceCount
    return Double(whole) / Double(unit)
  }

  /// The sources that are at most `reach` from an output, those just on the border too.
  ///
  /// - Parameter reach: a multiple of ½. Every output has a source at most ½ away.
  func samples(within reach: Double, of output: Int) -> Range<Int> {
    let reach = Int(reach * 2) * unit / 2
    let centre = (2 * output + 1) * sourceCount - outputCount
    let step = 2 * outputCount
    let start = (max(centre - reach, 0) + step - 1) / step
    return start..<min(sourceCount, (centre + reach) / step + 1)
  }
}
