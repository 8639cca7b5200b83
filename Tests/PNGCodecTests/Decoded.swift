import PNGCodec

/// What the reader makes of a file.
struct Decoded: Equatable {
  var status: PNGStatus
  var header: PNGHeader
  /// The rows, where they could all be read; what follows them may be damaged even so.
  var rows: [UInt8] = []
  var message = ""

  static func == (left: Decoded, right: Decoded) -> Bool {
    left.status == right.status && left.rows == right.rows
      && left.header.channels == right.header.channels
      && left.header.bitDepth == right.header.bitDepth
  }

  /// Reads `file` to its end, `rowsAtOnce` rows in a call.
  ///
  /// - Parameter byLibPNG: has libpng read the rows too.
  init(
    _ file: [UInt8], byLibPNG: Bool = false, rowsAtOnce: Int = 3,
    limits: PNGLimits = PNGLimits(pixels: 1 << 24, memoryBytes: 1 << 26)
  ) {
    status = .noMemory
    header = PNGHeader()
    // A copy of exactly this size, so that a sanitizer sees a read behind its end.
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(file.count, 1))
    defer { copy.deallocate() }
    copy.update(from: file, count: file.count)
    guard let reader = PNGReaderCreateFromMemory(copy, file.count, limits) else { return }
    defer { PNGReaderDestroy(reader) }
    if byLibPNG { PNGReaderLeaveAllToLibPNG(reader) }
    status = PNGReaderReadHeader(reader, &header)
    var rows: [UInt8] = []
    var row = 0
    while status == .OK, row < Int(header.height) {
      let count = min(rowsAtOnce, Int(header.height) - row)
      var part = [UInt8](repeating: 0, count: count * header.rowBytes)
      status = PNGReaderReadRows(reader, &part, count)
      rows += part
      row += count
    }
    if status == .OK {
      self.rows = rows
      status = PNGReaderFinish(reader)
    }
    message = String(cString: PNGReaderMessage(reader))
  }
}
