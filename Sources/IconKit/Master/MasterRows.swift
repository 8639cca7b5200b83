import PNGCodec

/// One pass over a master's rows, from the top row to the bottom row.
///
/// The codec holds a few rows at a time, whatever the image's size; only an interlaced image is
/// held whole, within `Master.Limits.memoryBytes`.
final class MasterRows {
  let master: Master
  private let reader: PNGFileReader
  /// How many rows were read.
  private var row = 0

  /// Begins a pass.
  ///
  /// - Throws: `IconError` when the file has changed since it was opened.
  init(_ master: Master) throws(IconError) {
    master.willTake(.beginPass)
    self.master = master
    reader = try master.file.reading { () throws(IconError) in
      try PNGFileReader(master.file, limits: master.limits)
    }
    // The buffers were sized by the first header, but the codec delivers rows as in the second one.
    guard reader.header.isEqual(to: master.header), master.file.isUnchanged else {
      throw master.file.changed
    }
  }

  /// Reads the next `count` rows, `master.rowBytes` each, into the beginning of `rows`.
  ///
  /// - Precondition: the image has that many more rows, and `rows` has room for them.
  /// - Throws: `IconError` when the file is damaged or has changed.
  func read(into rows: inout [UInt8], count: Int) throws(IconError) {
    precondition(row + count <= master.size.height && rows.count >= count * master.rowBytes)
    master.willTake(.read(row: row))
    row += count
    try master.file.reading { () throws(IconError) in try reader.read(rows: &rows, count: count) }
  }

  /// Reads what follows the last row, so that a file truncated there is refused too.
  ///
  /// - Throws: `IconError` when the file is damaged there, or has changed since it was opened.
  func finish() throws(IconError) {
    master.willTake(.endPass)
    try master.file.reading { () throws(IconError) in try reader.finish() }
    guard master.file.isUnchanged else { throw master.file.changed }
  }
}

extension PNGHeader {
  func isEqual(to other: PNGHeader) -> Bool {
    width == other.width && height == other.height && channels == other.channels
      && bitDepth == other.bitDepth && rowBytes == other.rowBytes
      && isInterlaced == other.isInterlaced
  }
}
