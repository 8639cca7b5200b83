import PNGCodec

/// A PNG file, opened once and kept open, so that its size, colours and rows all come from the same
/// file, whatever happens to the path meanwhile.
///
/// Its rows are read in passes from the top, each by a `MasterRows`. A file that is rewritten or
/// truncated while it is open is refused, and no pass reads more rows than the first header gave.
public final class Master: Sendable {
  /// The limits of a master.
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

  /// The path, as it was given.
  public let path: String
  /// Its size in pixels.
  public let size: PixelSize
  /// 3 (RGB) or 4 (RGBA).
  let channels: Int
  /// 8 or 16.
  let bitDepth: Int
  /// Bytes of one row.
  let rowBytes: Int
  /// Its colour space.
  let color: MasterColor
  /// The header.
  let header: PNGHeader
  /// The codec's limits for each pass.
  let limits: PNGLimits
  let file: MasterFile
  private let observer: Observer?

  /// Called before each step; tests use it to change the file in between.
  typealias Observer = @Sendable (Step, _ path: String) -> Void

  /// The steps of reading a master, in this order; there may be more than one pass.
  enum Step: Hashable, Sendable {
    case open
    case beginPass
    case read(row: Int)
    case endPass
  }

  /// Opens the file and reads everything before the pixels.
  ///
  /// - Throws: `IconError` when it does not exist, is not a PNG file, or is over a limit.
  public convenience init(path: String, limits: Limits = Limits()) throws(IconError) {
    try self.init(path: path, limits: limits, observer: nil)
  }

  convenience init(path: String, limits: Limits, observer: Observer?) throws(IconError) {
    observer?(.open, path)
    try self.init(try MasterFile(path), limits: limits, observer: observer)
  }

  /// An image in memory.
  ///
  /// - Parameter name: what messages call it.
  convenience init(_ bytes: [UInt8], named name: String, limits: Limits) throws(IconError) {
    try self.init(try MasterFile(bytes, named: name), limits: limits, observer: nil)
  }

  private init(_ file: MasterFile, limits: Limits, observer: Observer?) throws(IconError) {
    path = file.path
    self.file = file
    self.observer = observer
    self.limits = PNGLimits(
      pixels: UInt64(limits.pixels), memoryBytes: UInt64(limits.memoryBytes))
    let reader = try PNGFileReader(file, limits: self.limits)
    header = reader.header
    color = reader.color()
    let orientation = PNGOrientation(file.descriptor)
    warnings =
      color.warnings
      + (orientation < 2
        ? []
        : [
          "is to be turned when shown (eXIf orientation \(orientation)), which is not applied; "
            + "turn its pixels if the icons come out lying"
        ])
    size = PixelSize(width: Int(header.width), height: Int(header.height))
    channels = Int(header.channels)
    bitDepth = Int(header.bitDepth)
    rowBytes = header.rowBytes
  }

  /// Contents that were ignored, and why: the ends of sentences that start with the file.
  public let warnings: [String]

  func willTake(_ step: Step) { observer?(step, path) }
}
