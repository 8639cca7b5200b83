import PNGCodec

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A PNG file, opened once and held open: its size, its colours and its rows all come from that file,
/// whatever happens to the path meanwhile.
///
/// Its rows are read in passes from the top, each by a `MasterRows`. A file that is rewritten or cut
/// while it is open is refused, and no pass reads more than the header said that was read first.
public final class Master: Sendable {
  /// What a master may cost.
  public struct Limits: Sendable {
    /// The most pixels, width × height; refused before decoding.
    public var pixels: Int
    /// The most bytes that an interlaced master may hold; refused before allocating.
    public var memoryBytes: Int

    /// Limits, by default 2^30 pixels and 2 GiB.
    public init(pixels: Int = 1 << 30, memoryBytes: Int = 2 << 30) {
      self.pixels = pixels
      self.memoryBytes = memoryBytes
    }
  }

  /// Where it was read from, as it was named.
  public let path: String
  /// Its size in pixels.
  public let size: PixelSize
  /// 3 (RGB) or 4 (RGBA).
  let channels: Int
  /// 8 or 16.
  let bitDepth: Int
  /// Bytes of one row.
  let rowBytes: Int
  /// What its numbers mean.
  let color: MasterColor
  /// What the header says, in full.
  let header: PNGHeader
  /// The bounds that each pass keeps to.
  let limits: PNGLimits
  let file: MasterFile
  private let observer: Observer?

  /// Told of each step before it is taken; tests change the file there.
  typealias Observer = @Sendable (Step, _ path: String) -> Void

  /// What is done with a master's file, in this order; a pass may be made more than once.
  enum Step: Hashable, Sendable {
    case open
    case beginPass
    case read(row: Int)
    case endPass
  }

  /// Opens the file and reads everything before the pixels.
  ///
  /// - Throws: `IconError` when it is not there, not a PNG file, or over a limit.
  public convenience init(path: String, limits: Limits = Limits()) throws(IconError) {
    try self.init(path: path, limits: limits, observer: nil)
  }

  init(path: String, limits: Limits, observer: Observer?) throws(IconError) {
    observer?(.open, path)
    let file = try MasterFile(path)
    self.path = path
    self.file = file
    self.observer = observer
    self.limits = PNGLimits(
      pixels: UInt64(limits.pixels), memoryBytes: UInt64(limits.memoryBytes))
    let reader = try PNGFileReader(file, limits: self.limits)
    header = reader.header
    color = reader.color()
    size = PixelSize(width: Int(header.width), height: Int(header.height))
    channels = Int(header.channels)
    bitDepth = Int(header.bitDepth)
    rowBytes = header.rowBytes
  }

  /// What it holds that was ignored, and why: the ends of sentences that start with the file.
  public var warnings: [String] { color.warnings }

  func willTake(_ step: Step) { observer?(step, path) }
}
