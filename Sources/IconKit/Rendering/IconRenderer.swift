import BroadcastPool
import Synchronization

/// Turns masters into icons, each master in one pass that feeds all of its sizes.
///
/// All work runs on one thread pool; the pixels and bytes do not depend on the number of threads.
public final class IconRenderer: Sendable {
  /// How masters are turned into icons.
  public struct Options: Sendable {
    /// How source pixels are weighted.
    public var filter = ResampleFilter.lanczos3
    /// Whether values may leave the range of the source pixels around them, as they do at edges
    /// with sharp filters.
    ///
    /// If not, each filtered value is clamped between the least and the greatest of the source
    /// pixels whose centres are at most one output pixel away (one source pixel when enlarging):
    /// first along the rows, then along the columns, each channel by itself, in premultiplied
    /// linear light.
    public var allowsRinging = false
    /// The values that are averaged.
    public var light = FilterLight.linear
    /// What to do with masters that are not square.
    public var fit = Fit.longest
    /// The colour to flatten onto; nil keeps alpha.
    public var background: Background?
    /// Whether icons keep the master's colour profile instead of being converted to sRGB.
    public var keepsProfile = false
    /// Whether to spend time on smaller files; the pixels stay the same.
    public var optimizes = false

    /// The defaults.
    public init() {}
  }

  private let options: Options
  private let kernel: Kernel
  let pool: RenderRun.Pool
  private let tables8 = TransferTables(bitDepth: 8)

  /// A renderer for `options` with its own pool.
  ///
  /// - Parameters:
  ///   - options: how images are resampled and written.
  ///   - kernel: the inner loops to use.
  ///   - threads: the maximum number of threads, at least one; nil for one per processor.
  public init(options: Options = Options(), kernel: Kernel, threads: Int? = nil) {
    self.options = options
    self.kernel = kernel
    pool = RenderRun.Pool(name: "icons", threads: threads) { work, _ in
      try work.run.perform(work.step)
    }
  }

  /// The maximum number of threads, and so of masters worth rendering at the same time.
  public var threads: Int { pool.limit }

  /// Reads `master` to its end and makes each of `renditions`, once.
  ///
  /// - Throws: `IconError` when the master turns out to be damaged, `CancellationError` when the
  ///   task was cancelled.
  public func icons(
    from master: Master, renditions: Set<Rendition>,
    progress: IconProgress = IconProgress()
  ) async throws -> [Rendition: EncodedPNG] {
    guard !renditions.isEmpty else { return [:] }
    let isOpaque = master.channels == 3
    func simplest(_ rendition: Rendition) -> Rendition {
      isOpaque ? rendition.ofOpaqueMaster : rendition
    }
    let color = try ColorPath(
      for: master, keepsProfile: options.keepsProfile, light: options.light, tables8: tables8)
    let plan = RenderPlan(
      master, renditions: Set(renditions.map(simplest)), options: options, kernel: kernel,
      color: color, workers: threads)
    progress.expect(plan.work)
    let run = RenderRun(plan, source: try MasterRows(master), progress: progress)
    var icons = try await run.icons(on: pool)
    if let chunk = color.profileChunk { icons = icons.mapValues { $0.replacingSRGB(by: chunk) } }
    return Dictionary(
      uniqueKeysWithValues: renditions.map { rendition in
        guard var icon = icons[simplest(rendition)] else {
          preconditionFailure("a rendition was not made")
        }
        icon.isFarReduced = rendition.placement.isFarReduced
        return (rendition, icon)
      })
  }

  /// Makes an image of one colour; nil for a fully transparent one.
  ///
  /// - Throws: `IconError` when there is not enough memory.
  public func flat(_ color: Background?, size: PixelSize) throws(IconError) -> EncodedPNG {
    let channels = color == nil ? 4 : 3
    let count = size.width * size.height
    let pixels =
      color?.pixels(count, channels: channels) ?? [UInt8](repeating: 0, count: count * channels)
    return try EncodedPNG(
      pixels, size: size, channels: channels, optimizing: options.optimizes)
  }

  /// Composites an image over an opaque one of the same size, and cuts the result to a shape.
  ///
  /// - Throws: `IconError` when there is not enough memory.
  func lay(
    _ upper: EncodedPNG, over lower: EncodedPNG, cut: CutShape?, keepsChannel: Bool
  ) throws(IconError) -> EncodedPNG {
    var finish = Finish(pixels: try upper.samples(), channels: 4)
    finish.lay(over: try lower.samples(), codes: tables8.codes)
    if let cut {
      finish.cut(
        RoundedRectangle(.part(cut), canvas: upper.size), size: upper.size)
    } else if !keepsChannel {
      finish.keepChannels(3)
    }
    var file = try EncodedPNG(
      finish.pixels, size: upper.size, channels: finish.channels,
      optimizing: options.optimizes, keepingChannels: keepsChannel)
    file.isFarReduced = upper.isFarReduced && lower.isFarReduced
    return file
  }

  /// Reads `master` to its end and makes the plain square of each of `sides`.
  ///
  /// - Throws: `IconError` when the master turns out to be damaged, `CancellationError` when the
  ///   task was cancelled.
  public func icons(
    from master: Master, sides: Set<Int>, progress: IconProgress = IconProgress()
  ) async throws -> [Int: EncodedPNG] {
    func rendition(_ side: Int) -> Rendition {
      let square = PixelSize(width: side, height: side)
      return Rendition(
        placement: Placement(master.size, in: square, fit: options.fit),
        background: options.background)
    }
    let icons = try await icons(
      from: master, renditions: Set(sides.map(rendition)), progress: progress)
    return Dictionary(
      uniqueKeysWithValues: sides.map { side in
        guard let icon = icons[rendition(side)] else { preconditionFailure("a side was not made") }
        return (side, icon)
      })
  }
}

/// The progress of a run, readable from any thread.
public final class IconProgress: Sendable {
  private let done = Atomic<Int>(0)
  private let total = Atomic<Int>(0)

  /// Progress of a run that has not begun.
  public init() {}

  /// The part that is done, 0 to 1.
  public var fraction: Double {
    let total = total.load(ordering: .relaxed)
    return total == 0 ? 0 : Double(done.load(ordering: .relaxed)) / Double(total)
  }

  func expect(_ count: Int) {
    total.add(count, ordering: .relaxed)
  }

  func add(_ count: Int) {
    done.add(count, ordering: .relaxed)
  }
}
