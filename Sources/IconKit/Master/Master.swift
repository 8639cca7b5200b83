import PNGCodec

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A PNG file opened for one pass from its top row to its bottom row.
///
/// Memory is the codec's few rows, whatever the picture's size; only an interlaced picture is held
/// whole, within `Limits.memoryBytes`.
public final class Master {
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
  private let reader: OpaquePointer
  private let descriptor: Int32

  /// Opens the file and reads everything before the pixels.
  ///
  /// - Throws: `IconError` when it is not there, not a PNG file, or over a limit.
  public init(path: String, limits: Limits = Limits()) throws(IconError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw IconError(
        .unreadable, path, "cannot be opened: \(String(cString: strerror(errno)))",
        remedy: "name a PNG file that exists and can be read")
    }
    var header = PNGHeader()
    let bounds = PNGLimits(
      pixels: UInt64(limits.pixels), memoryBytes: UInt64(limits.memoryBytes))
    guard let reader = PNGReaderCreate(descriptor, bounds) else {
      close(descriptor)
      throw IconError(.tooLarge, path, "there is no memory to read it")
    }
    let status = PNGReaderReadHeader(reader, &header)
    guard status == .OK else {
      let error = IconError(status, String(cString: PNGReaderMessage(reader)), path: path)
      PNGReaderDestroy(reader)
      close(descriptor)
      throw error
    }
    self.path = path
    self.reader = reader
    self.descriptor = descriptor
    size = PixelSize(width: Int(header.width), height: Int(header.height))
    channels = Int(header.channels)
    bitDepth = Int(header.bitDepth)
    rowBytes = header.rowBytes
    color = MasterColor(PNGReaderColorChunks(reader).pointee)
  }

  /// What it holds that was ignored, and why: the ends of sentences that start with the file.
  public var warnings: [String] { color.warnings }

  deinit {
    PNGReaderDestroy(reader)
    close(descriptor)
  }

  /// Reads the next `count` rows of `rowBytes` each.
  func read(rows: UnsafeMutablePointer<UInt8>, count: Int) throws(IconError) {
    try check(PNGReaderReadRows(reader, rows, count))
  }

  /// Reads what follows the last row, so that a file cut off there is refused too.
  func finish() throws(IconError) {
    try check(PNGReaderFinish(reader))
  }

  private func check(_ status: PNGStatus) throws(IconError) {
    guard status == .OK else {
      throw IconError(status, String(cString: PNGReaderMessage(reader)), path: path)
    }
  }
}

extension IconError {
  /// What a status of the codec means to a person.
  fileprivate init(_ status: PNGStatus, _ message: String, path: String) {
    switch status {
    case .OK, .noMemory:
      self.init(.tooLarge, path, "there is not enough memory for it")
    case .empty:
      self.init(.notPNG, path, "is an empty file", remedy: "name a PNG file")
    case .notPNG where message.isEmpty:
      self.init(.notPNG, path, "is not a PNG file", remedy: "export the master as PNG")
    case .notPNG:
      let format = OtherFormat(name: message)
      self.init(.notPNG, path, format.problem, remedy: format.remedy)
    case .cutOff:
      self.init(
        .damaged, path, "is cut off: \(message)", remedy: "copy or export it again")
    case .damaged:
      self.init(.damaged, path, "is damaged: \(message)", remedy: "export it again")
    case .tooLarge:
      self.init(
        .tooLarge, path, "is too large: \(message)",
        remedy: "raise --max-pixels or --max-memory if you trust it")
    case .unreadable:
      self.init(
        .unreadable, path, "cannot be read: \(message)",
        remedy: "name a PNG file that can be read")
    }
  }
}
