/// Finds a small PNG file for a picture by trying every lossless reduction and every way to choose
/// row filters, with the slowest compressor. The pixels stay exactly as they are.
///
/// The work comes in two rounds of independent attempts, so a caller with several threads can run
/// those of a round concurrently: `attempts(for:)`, then `finalists(among:sizes:)`, and of their
/// files the smallest, the first of equals.
struct PNGOptimizer: Sendable {
  /// Chunks that go before PLTE into every file, in the file's own format: sRGB, or iCCP.
  let ancillary: [UInt8]

  /// An optimizer whose files carry `ancillary` and otherwise only what the pixels need.
  init(ancillary: [UInt8]) {
    self.ancillary = ancillary
  }

  /// Every attempt for one picture: its reductions, each under every filter strategy.
  ///
  /// - Complexity: O(pixels).
  func attempts(for picture: Picture) -> [Attempt] {
    picture.reductions().flatMap { reduction in
      FilterStrategy.all.map { Attempt(reduction: reduction, strategy: $0, ancillary: ancillary) }
    }
  }

  /// The attempts that deserve the slowest compressor, given the sizes that a quick one gave.
  ///
  /// A quick size predicts the order of the slow ones well, not perfectly: three finalists keep the
  /// loss below a fiftieth on every kind of picture in the tests.
  ///
  /// - Parameter sizes: what `estimatedSize()` returned for each of `attempts`.
  func finalists(among attempts: [Attempt], sizes: [Int]) -> [Attempt] {
    precondition(attempts.count == sizes.count)
    let order = sizes.indices.sorted { (sizes[$0], $0) < (sizes[$1], $1) }
    return order.prefix(3).sorted().map { attempts[$0] }
  }

  /// The smallest file for a picture, all attempts made one after the other.
  ///
  /// - Throws: `PNGOptimizerError` when memory for the compressor cannot be had.
  /// - Complexity: O(pixels), some hundred times the cost of plain compression.
  func smallestFile(for picture: Picture) throws(PNGOptimizerError) -> [UInt8] {
    let attempts = attempts(for: picture)
    var sizes: [Int] = []
    for attempt in attempts { sizes.append(try attempt.estimatedSize()) }
    var best: [UInt8] = []
    for attempt in finalists(among: attempts, sizes: sizes) {
      let file = try attempt.file()
      if best.isEmpty || file.count < best.count { best = file }
    }
    return best
  }
}

extension PNGOptimizer {
  /// One way to store one picture.
  struct Attempt: Sendable {
    let reduction: PackedPicture
    let strategy: FilterStrategy
    let ancillary: [UInt8]

    /// About how large `file()` will be, in bytes, in a twentieth of its time.
    ///
    /// - Throws: `PNGOptimizerError` when memory for the compressor cannot be had.
    /// - Complexity: O(pixels).
    func estimatedSize() throws(PNGOptimizerError) -> Int {
      try compressed(level: 9).count + reduction.overhead
    }

    /// The whole file that this attempt gives.
    ///
    /// - Throws: `PNGOptimizerError` when memory for the compressor cannot be had.
    /// - Complexity: O(pixels).
    func file() throws(PNGOptimizerError) -> [UInt8] {
      reduction.file(ancillary: ancillary, stream: try compressed(level: 12))
    }

    private func compressed(level: Int32) throws(PNGOptimizerError) -> [UInt8] {
      do {
        return try Deflate(level: level).zlibStream(of: try reduction.filtered(by: strategy))
      } catch {
        throw PNGOptimizerError(reduction)
      }
    }
  }
}

/// A picture could not be optimized.
struct PNGOptimizerError: Error {
  /// Which picture, by its sides.
  let location: String
  /// What was missing.
  let problem = "no memory for the compressor"
  /// What to do about it.
  let remedy: String? = "run without --optimize, or with fewer --jobs"

  init(_ picture: PackedPicture) {
    location = "\(picture.width) × \(picture.height) icon"
  }
}
