import CPNG

/// PNG files made byte by byte, with zlib's checksums and no compression.
enum SmallPNG {
  /// A square of 8-bit grey, each row a little lighter than the one above.
  static func grey(side: Int) -> [UInt8] {
    grey((0..<side).map { UInt8($0 * 255 / side) })
  }

  /// A square of 8-bit grey with the level of each row.
  static func grey(_ levels: [UInt8]) -> [UInt8] {
    let side = levels.count
    // Filter type 0, then the row.
    let rows: [UInt8] = levels.flatMap { [UInt8(0)] + [UInt8](repeating: $0, count: side) }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", bigEndian(side) + bigEndian(side) + [8, 0, 0, 0, 0])
      + chunk("IDAT", stored(rows)) + chunk("IEND", [])
  }

  /// A square of one colour, 8-bit RGB.
  static func flat(side: Int, _ color: [UInt8]) -> [UInt8] {
    flat(width: side, height: side, color)
  }

  /// A rectangle of one colour, 8-bit RGB.
  static func flat(width: Int, height: Int, _ color: [UInt8]) -> [UInt8] {
    let row: [UInt8] = [0] + Array([[UInt8]](repeating: color, count: width).joined())
    let rows: [UInt8] = Array([[UInt8]](repeating: row, count: height).joined())
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0])
      + chunk("IDAT", stored(rows)) + chunk("IEND", [])
  }

  /// A square of 8-bit RGBA, its pixels by column and row.
  static func rgba(side: Int, _ pixel: (Int, Int) -> [UInt8]) -> [UInt8] {
    var rows: [UInt8] = []
    for y in 0..<side {
      rows.append(0)
      for x in 0..<side { rows += pixel(x, y) }
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", bigEndian(side) + bigEndian(side) + [8, 6, 0, 0, 0])
      + chunk("IDAT", stored(rows)) + chunk("IEND", [])
  }

  /// A chunk with its length and checksum (PNG specification, 5.3).
  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bigEndian(data.count) + body + bigEndian(Int(crc32(0, body, UInt32(body.count))))
  }

  /// A zlib stream of stored blocks (RFC 1950, RFC 1951 3.2.4).
  static func stored(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var rest = data[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
      stream += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
    } while !rest.isEmpty
    return stream + bigEndian(Int(adler32(1, data, UInt32(data.count))))
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
