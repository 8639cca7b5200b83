import PNGCodec

/// One pass over a master's rows, from the top row to the bottom row.
///
/// Memory is the codec's few rows, whatever the image's size; only an interlaced image is held
/// whole, within `Master.Limits.memoryBytes`.
final class MasterRows {
  let master: Master
  private let reader: PNGFileReader
  /// Rows that were read.
  private var row = 0

  /// Begins a pass.
  ///
  /// - Throws: `IconError` when the file is not what it was when it was opened.
  init(_ master: Master) throws(IconError) {
    master.willTake(.beginPass)
    self.master = master
    do throws(IconError) {
      reader = try PNGFileReader(master.file, limits: master.limits)
    } catch {
      // Half of a file that is being written looks damaged.
      throw master.file.isUnchanged ? error : master.file.changed
    }
    // The buffers were sized by the first header, and the codec delivers what the second one says.
    guard reader.header.isEqual(to: master.header), master.file.isUnchanged else {
      throw master.file.changed
    }
  }

  /// Reads the next `count` rows, `master.rowBytes` each, into the beginning of `rows`.
  ///
  /// - Precondition: there are as many, and there is room for them.
  /// - Throws: `IconError` when the file is damaged or was changed.
  func read(into rows: inout [UInt8], count: Int) throws(IconError) {
    precondition(row + count <= master.size.height && rows.count >= count * master.rowBytes)
    master.willTake(.read(row: row))
    row += count
    do throws(IconError) {
      try reader.read(rows: &rows, count: count)
    } catch {
      throw master.file.isUnchanged ? error : master.file.changed
    }
  }

  /// Reads what follows the last row, so that a file cut off there is refused too.
  ///
  /// - Throws: `IconError` when the file is damaged there, or was changed since it was opened.
  func finish() throws(IconError) {
    master.willTake(.endPass)
    do throws(IconError) {
      try reader.finish()
    } catch {
      throw master.file.isUnchanged ? error : master.file.changed
    }
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
