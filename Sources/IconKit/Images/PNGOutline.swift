/// What a PNG file says before its pixels (PNG specification, 5.2, 11.2.1, 11.3.1).
struct PNGOutline: Sendable {
  let size: PixelSize
  /// Whether it has an alpha channel, or a colour that is transparent (tRNS).
  let hasAlpha: Bool

  /// The outline of `file`; nil when it does not begin as a PNG file does.
  init?(_ file: [UInt8]) {
    guard file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), file.count >= 33,
      file[12..<16].elementsEqual("IHDR".utf8)
    else { return nil }
    func number(_ place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (width, height) = (number(16), number(20))
    guard (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height) else { return nil }
    size = PixelSize(width: width, height: height)
    var hasAlpha = file[25] & 4 != 0
    var place = 33
    while !hasAlpha, place + 8 <= file.count,
      !file[place + 4..<place + 8].elementsEqual("IDAT".utf8)
    {
      hasAlpha = file[place + 4..<place + 8].elementsEqual("tRNS".utf8)
      place += 12 + number(place)
    }
    self.hasAlpha = hasAlpha
  }
}
