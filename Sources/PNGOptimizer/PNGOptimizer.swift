/// Finds a small file for a picture by trying: every lossless reduction, every way to choose row
/// filters, the slowest compressor. The pixels stay exactly as they are.
public struct PNGOptimizer: Sendable {
  /// Chunks that go before PLTE into every file, in the file's own format: sRGB, or iCCP.
  public let ancillary: [UInt8]

  /// An optimizer whose files carry `ancillary` and otherwise only what the pixels need.
  public init(ancillary: [UInt8]) {
    self.ancillary = ancillary
  }

  /// The attempts worth making for one picture, cheapest reduction first.
  ///
  /// Equal rows under equal filters are listed once. Each attempt is independent of the others, so
  /// whoever has threads can make them side by side; the first smallest wins, in the order of the list.
  ///
  /// - Complexity: O(pixels).
  public func attempts(for picture: Picture) -> [Attempt] {
    picture.reductions().flatMap { reduction in
      FilterStrategy.all.map { Attempt(reduction: reduction, strategy: $0, ancillary: ancillary) }
    }
  }

  /// The smallest of all attempts, one after the other.
  ///
  /// - Throws: `PNGOptimizerError` when memory for the compressor cannot be had.
  /// - Complexity: O(pixels), with a factor in the thousands.
  public func smallestFile(for picture: Picture) throws(PNGOptimizerError) -> [UInt8] {
    var best: [UInt8]?
    for attempt in attempts(for: picture) {
      let file = try attempt.file()
      if best.map({ file.count < $0.count }) ?? true { best = file }
    }
    guard let best else { preconditionFailure("every picture has at least one reduction") }
    return best
  }
}

extension PNGOptimizer {
  /// One way to store one picture.
  public struct Attempt: Sendable {
    let reduction: PackedPicture
    let strategy: FilterStrategy
    let ancillary: [UInt8]

    /// The whole file that this attempt gives.
    ///
    /// - Throws: `PNGOptimizerError` when memory for the compressor cannot be had.
    /// - Complexity: O(pixels).
    public func file() throws(PNGOptimizerError) -> [UInt8] {
      do {
        let filtered = try reduction.filtered(by: strategy)
        let stream = try Deflate(level: 12).zlibStream(of: filtered)
        return reduction.file(ancillary: ancillary, stream: stream)
      } catch {
        throw PNGOptimizerError(reduction)
      }
    }
  }
}

/// A picture could not be optimized.
public struct PNGOptimizerError: Error {
  /// Which picture, by its sides.
  public let location: String
  /// What was missing.
  public let problem = "no memory for the compressor"
  /// What to do about it.
  public let remedy: String? = "run without --optimize, or with fewer --jobs"

  init(_ picture: PackedPicture) {
    location = "\(picture.width) × \(picture.height) icon"
  }
}
