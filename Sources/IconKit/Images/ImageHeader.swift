/// The format of an image that is not a PNG file, and its size as its header says it.
///
/// Only headers are read: nothing is decoded or decompressed, and a size that cannot be read for
/// certain is nil. Any bytes are accepted.
struct ImageHeader: Hashable, Sendable {
  enum Format: String, Sendable {
    case jpeg = "JPEG"
    case webP = "WebP"
    case pdf = "PDF"
  }

  let format: Format
  /// In pixels, of a PDF page in points; nil where the header does not say.
  let size: PixelSize?
  /// Whether there may be transparent pixels; nil where the header does not say.
  let hasAlpha: Bool?
  /// Whether the file ends before its header says that it does.
  let isTruncated: Bool

  /// The header of `file`; nil for any other format.
  ///
  /// - Complexity: O(1) for WebP; O(n) for JPEG and PDF.
  init?(_ file: [UInt8]) {
    let header =
      Self.webP(file) ?? Self.jpeg(file) ?? Self.pdf(file)
    guard let header else { return nil }
    self = header
  }

  private init(
    _ format: Format, _ width: Int?, _ height: Int?, hasAlpha: Bool? = nil,
    isTruncated: Bool = false
  ) {
    self.format = format
    size =
      if let width, let height, width > 0, height > 0 {
        PixelSize(width: width, height: height)
      } else {
        nil
      }
    self.hasAlpha = hasAlpha
    self.isTruncated = isTruncated
  }

  /// WebP: a RIFF file whose first chunk is `VP8 `, `VP8L` or `VP8X` (RFC 9649, 2.3 to 2.7; the
  /// key frame's header of `VP8 ` is that of RFC 6386, 9.1).
  private static func webP(_ file: [UInt8]) -> ImageHeader? {
    guard file.count >= 12, file.starts(with: "RIFF".utf8), file[8..<12].elementsEqual("WEBP".utf8)
    else { return nil }
    func number(_ place: Int, bytes: Int) -> Int {
      (0..<bytes).reduce(0) { $0 | Int(file[place + $1]) << (8 * $1) }
    }
    // The padding of a last chunk with an odd length may be missing.
    let isTruncated = number(4, bytes: 4) + 7 > file.count
    func header(_ width: Int? = nil, _ height: Int? = nil, hasAlpha: Bool? = nil) -> ImageHeader {
      ImageHeader(.webP, width, height, hasAlpha: hasAlpha, isTruncated: isTruncated)
    }
    guard file.count >= 30 else { return header() }
    // A chunk has a name of four bytes, a length of four, and its contents from byte 20 on.
    switch String(decoding: file[12..<16], as: UTF8.self) {
    case "VP8 " where file[23..<26].elementsEqual([0x9D, 0x01, 0x2A]):
      // The upper two bits of each are a scale for display.
      return header(
        number(26, bytes: 2) & 0x3FFF, number(28, bytes: 2) & 0x3FFF, hasAlpha: false)
    case "VP8L" where file[20] == 0x2F:
      let bits = number(21, bytes: 4)
      return header(
        bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1, hasAlpha: bits >> 28 & 1 == 1)
    case "VP8X":
      return header(
        number(24, bytes: 3) + 1, number(27, bytes: 3) + 1, hasAlpha: file[20] & 0x10 != 0)
    default: return header()
    }
  }

  /// JPEG: the frame header, the first marker SOF (ITU-T T.81, B.1.1.3 and B.2.2).
  private static func jpeg(_ file: [UInt8]) -> ImageHeader? {
    guard file.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
    var place = 2
    while place + 9 <= file.count, file[place] == 0xFF {
      let marker = file[place + 1]
      switch marker {
      case 0xFF:  // fill bytes
        place += 1
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
        return ImageHeader(
          .jpeg, Int(file[place + 7]) << 8 | Int(file[place + 8]),
          Int(file[place + 5]) << 8 | Int(file[place + 6]), hasAlpha: false)
      case 0xDA, 0xD9: return ImageHeader(.jpeg, nil, nil, hasAlpha: false)
      default:
        place += 2 + max(2, Int(file[place + 2]) << 8 | Int(file[place + 3]))
      }
    }
    return ImageHeader(.jpeg, nil, nil, hasAlpha: false, isTruncated: place + 9 > file.count)
  }

  /// PDF: the media box of its pages (ISO 32000-1, 7.7.3.3 and 7.9.5), where all that stand in plain
  /// text agree and nothing crops or turns a page. Those in compressed objects are not read.
  private static func pdf(_ file: [UInt8]) -> ImageHeader? {
    guard file.starts(with: "%PDF-".utf8) else { return nil }
    let unknown = ImageHeader(.pdf, nil, nil)
    var box: [Double]?
    var place = 5
    while let slash = file[place...].firstIndex(of: UInt8(ascii: "/")) {
      place = slash + 1
      let name = file[place...].prefix { 65...90 ~= $0 || 97...122 ~= $0 }
      place = name.endIndex
      switch String(decoding: name, as: UTF8.self) {
      case "MediaBox":
        guard let found = rectangle(file[place...]), box == nil || box == found else {
          return unknown
        }
        box = found
      case "CropBox" where rectangle(file[place...]) != box || box == nil: return unknown
      case "Rotate", "UserUnit": return unknown
      default: break
      }
    }
    guard let box else { return unknown }
    let (width, height) = (abs(box[2] - box[0]).rounded(), abs(box[3] - box[1]).rounded())
    guard (1...1e6).contains(width), (1...1e6).contains(height) else { return unknown }
    return ImageHeader(.pdf, Int(width), Int(height))
  }

  /// The four numbers of a rectangle at the beginning of `text`; nil for anything else, such as a
  /// reference to another object.
  private static func rectangle(_ text: ArraySlice<UInt8>) -> [Double]? {
    let text = text.prefix(200).drop { $0 <= 0x20 }
    guard text.first == UInt8(ascii: "["), let end = text.firstIndex(of: UInt8(ascii: "]")) else {
      return nil
    }
    let words = text[..<end].dropFirst().split { $0 <= 0x20 }
    let numbers = words.compactMap { Double(String(decoding: $0, as: UTF8.self)) }
    return words.count == 4 && numbers.count == 4 && numbers.allSatisfy(\.isFinite) ? numbers : nil
  }
}
