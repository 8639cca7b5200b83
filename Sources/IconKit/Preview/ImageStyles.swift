import TextFormats

/// The images of a page, each embedded once: as a custom property of a CSS class, which elements
/// use as their background or as their mask.
struct ImageStyles {
  private var nameByBytes: [[UInt8]: String] = [:]
  /// The rules so far, in the order of the images.
  private(set) var rules: Markup = ""

  /// The rules for `images`, equal ones once.
  static func embedding(_ images: [[UInt8]]) -> ImageStyles {
    var styles = ImageStyles()
    for image in images { styles.add(image) }
    return styles
  }

  /// The class that shows `image`, an image file of the preview.
  func name(of image: [UInt8]) -> String {
    guard let name = nameByBytes[image] else {
      preconditionFailure("the image is not in the preview")
    }
    return name
  }

  private mutating func add(_ image: [UInt8]) {
    guard nameByBytes[image] == nil else { return }
    let name = "p\(nameByBytes.count)"
    nameByBytes[image] = name
    let type = image.starts(with: [0x89]) ? "png" : "x-icon"
    let data = Self.base64(image)
    rules += ".\(name){--image:url(data:image/\(type);base64,\(data))}\n"
  }

  /// RFC 4648, section 4.
  private static func base64(_ bytes: [UInt8]) -> String {
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
