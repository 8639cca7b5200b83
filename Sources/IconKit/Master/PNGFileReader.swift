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
