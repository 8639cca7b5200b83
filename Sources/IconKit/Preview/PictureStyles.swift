/// The pictures of a page, each a style rule that as many elements use as want to.
struct PictureStyles {
  private var nameByBytes: [[UInt8]: String] = [:]
  /// The rules so far, in the order in which the pictures came.
  private(set) var rules = ""

  /// The class that shows `picture`, an image file.
  mutating func name(of picture: [UInt8]) -> String {
    if let name = nameByBytes[picture] { return name }
    let name = "p\(nameByBytes.count)"
    nameByBytes[picture] = name
    let type = picture.starts(with: [0x89]) ? "png" : "x-icon"
    rules += ".\(name){background-image:url(data:image/\(type);base64,"
    rules += Self.base64(picture) + ")}\n"
    return name
  }

  /// RFC 4648, section 4.
  static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for i in 0..<4 {
        text.append(i <= part.count ? letters[bits >> (18 - 6 * i) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
