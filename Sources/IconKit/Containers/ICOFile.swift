/// A Windows icon: a directory, then images (Microsoft's icon resource format, as in `GRPICONDIR`).
enum ICOFile {
  /// Images up to this side are bitmaps, which every reader knows; PNG came with Windows Vista.
  private static let mostBitmapSide = 64

  /// The file that contains `images`, PNG files of squares of 1 to 256, in their order.
  static func bytes(_ images: [EncodedPNG]) throws(IconError) -> [UInt8] {
    var directory = littleEndian(0, 2) + littleEndian(1, 2) + littleEndian(images.count, 2)
    var data: [UInt8] = []
    for image in images {
      let side = image.size.width
      let part = side <= mostBitmapSide ? try bitmap(image) : image.bytes
      // 256 is written as 0.
      directory += [UInt8(truncatingIfNeeded: side), UInt8(truncatingIfNeeded: side), 0, 0]
      directory += littleEndian(1, 2) + littleEndian(32, 2) + littleEndian(part.count, 4)
      directory += littleEndian(6 + 16 * images.count + data.count, 4)
      data += part
    }
    return directory + data
  }

  /// BITMAPINFOHEADER, then rows from the bottom up in blue, green, red, alpha, then one bit a pixel
  /// for readers without alpha: set where nothing is to be drawn.
  private static func bitmap(_ image: EncodedPNG) throws(IconError) -> [UInt8] {
    let side = image.size.width
    let samples = try image.samples()
    // The height counts both.
    var bytes = littleEndian(40, 4) + littleEndian(side, 4) + littleEndian(side * 2, 4)
    bytes += littleEndian(1, 2) + littleEndian(32, 2) + [UInt8](repeating: 0, count: 24)
    let rows = stride(from: side - 1, through: 0, by: -1)
    for y in rows {
      for x in 0..<side {
        let i = (y * side + x) * 4
        bytes += [samples[i + 2], samples[i + 1], samples[i], samples[i + 3]]
      }
    }
    for y in rows {
      var row = [UInt8](repeating: 0, count: (side + 31) / 32 * 4)
      for x in 0..<side where samples[(y * side + x) * 4 + 3] == 0 { row[x / 8] |= 0x80 >> (x % 8) }
      bytes += row
    }
    return bytes
  }

  /// The images in a file; nil when it is not an .ico file.
  static func parts(_ bytes: [UInt8]) -> [ContainerPart]? {
    guard bytes.count >= 6, number(bytes[0..<4]) == 0x10000 else { return nil }
    var parts: [ContainerPart] = []
    // Entries that share their data would make gigabytes of a small file.
    var left = bytes.count
    for i in 0..<number(bytes[4..<6]) {
      let start = 6 + 16 * i
      guard start + 16 <= bytes.count else { return nil }
      let count = number(bytes[start + 8..<start + 12])
      let offset = number(bytes[start + 12..<start + 16])
      guard offset <= bytes.count, count <= bytes.count - offset, count <= left else { return nil }
      left -= count
      let side = bytes[start] == 0 ? 256 : Int(bytes[start])
      parts.append(ContainerPart(name: "\(side)", bytes: Array(bytes[offset..<offset + count])))
    }
    return parts
  }

  private static func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
