import CDeflate

extension PackedPicture {
  /// The whole file: signature, IHDR, the chunks given, PLTE and tRNS where the format has them,
  /// one IDAT, IEND.
  ///
  /// - Parameters:
  ///   - ancillary: chunks that belong before PLTE, such as sRGB, in the file's own format.
  ///   - stream: the filtered rows as a zlib stream.
  func file(ancillary: [UInt8], stream: [UInt8]) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += PNGOptimizer.chunk(
      "IHDR", bigEndian(width) + bigEndian(height) + [UInt8(depth), colorType.rawValue, 0, 0, 0])
    file += ancillary
    if !palette.isEmpty {
      file += PNGOptimizer.chunk("PLTE", palette.flatMap { [$0.red, $0.green, $0.blue] })
    }
    let transparency = self.transparency
    if !transparency.isEmpty { file += PNGOptimizer.chunk("tRNS", transparency) }
    file += PNGOptimizer.chunk("IDAT", stream)
    return file + PNGOptimizer.chunk("IEND", [])
  }

  /// What PLTE and tRNS add to a file, in bytes.
  var overhead: Int {
    (palette.isEmpty ? 0 : 12 + 3 * palette.count)
      + (transparency.isEmpty ? 0 : 12 + transparency.count)
  }

  /// The contents of tRNS: alphas down to the last that is not opaque, or the transparent colour's
  /// samples as 16-bit numbers.
  private var transparency: [UInt8] {
    if colorType == .palette {
      let alphas = palette.map(\.alpha)
      guard let last = alphas.lastIndex(where: { $0 != 255 }) else { return [] }
      return Array(alphas[...last])
    }
    guard let color = transparentColor else { return [] }
    return colorType == .grey
      ? [0, color.red >> (8 - depth)]
      : [0, color.red, 0, color.green, 0, color.blue]
  }

}

extension PNGOptimizer {
  /// A chunk: length, type, contents, CRC over type and contents (PNG, third edition, section 5.3).
  ///
  /// - Parameter type: four letters.
  static func chunk(_ type: String, _ contents: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + contents
    return bigEndian(contents.count) + body + bigEndian(Int(libdeflate_crc32(0, body, body.count)))
  }
}

private func bigEndian(_ value: Int) -> [UInt8] {
  withUnsafeBytes(of: UInt32(value).bigEndian, Array.init)
}
