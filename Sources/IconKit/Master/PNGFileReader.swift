import PNGCodec

/// The codec's reader for one pass over a file, past the header.
final class PNGFileReader {
  let header: PNGHeader
  private let file: MasterFile
  private let reader: OpaquePointer

  /// Reads everything before the pixels, from the beginning of the file.
  ///
  /// - Throws: `IconError` when it is not a PNG file, or over a limit.
  init(_ file: MasterFile, limits: PNGLimits) throws(IconError) {
    guard let reader = PNGReaderCreate(file.descriptor, limits) else {
      throw IconError(.tooLarge, file.path, "there is not enough memory to read it")
    }
    var header = PNGHeader()
    let status = PNGReaderReadHeader(reader, &header)
    guard status == .OK else {
      let error = IconError(status, String(cString: PNGReaderMessage(reader)), path: file.path)
      PNGReaderDestroy(reader)
      throw error
    }
    self.file = file
    self.reader = reader
    self.header = header
  }

  deinit {
    PNGReaderDestroy(reader)
  }

  /// The file's colour space.
  func color() -> MasterColor { MasterColor(PNGReaderColorChunks(reader).pointee) }

  /// Reads the next `count` rows of `header.rowBytes` each.
  func read(rows: UnsafeMutablePointer<UInt8>, count: Int) throws(IconError) {
    try check(PNGReaderReadRows(reader, rows, count))
  }

  /// Reads what follows the last row, so that a file truncated there is refused too.
  func finish() throws(IconError) {
    try check(PNGReaderFinish(reader))
  }

  private func check(_ status: PNGStatus) throws(IconError) {
    guard status == .OK else {
      throw IconError(status, String(cString: PNGReaderMessage(reader)), path: file.path)
    }
  }
}

extension IconError {
  /// The error for a status of the codec.
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
        .damaged, path, "is truncated: \(message)", remedy: "copy or export it again")
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

/// A file format other than PNG, and how to convert it.
struct OtherFormat {
  /// The codec's name for it.
  let name: String

  /// The problem, as a message says it after the file's name.
  var problem: String {
    name == "CgBI"
      ? "is a PNG in Apple's CgBI variant, of a kind other than 8 bit RGB or RGBA"
      : "is \(article) \(name) file, not PNG"
  }

  /// By the first sound of the name.
  private var article: String {
    ["SVG", "XML", "ICO", "ICNS", "AVIF", "MNG"].contains(name) ? "an" : "a"
  }

  /// How to make a PNG file of it.
  var remedy: String {
    switch name {
    case "CgBI":
      "convert it with 'xcrun -sdk iphoneos pngcrush -revert-iphone-optimizations IN OUT', "
        + "or use the image that the app was built from"
    case "SVG": "convert it first: 'rsvg-convert -w 1024 -h 1024 IN -o master.png'"
    case "PDF", "PostScript":
      "convert it first: 'pdftocairo -png -singlefile -scale-to 1024 IN master'"
    case "ICNS": "unpack it first: 'iconutil -c iconset IN', and use its largest PNG"
    case "ICO", "CUR": "unpack it first: 'icotool -x IN', and use its largest PNG"
    case "zip", "gzip": "unpack it and use the PNG file inside"
    default: "export the master as PNG"
    }
  }
}
