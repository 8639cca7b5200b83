import TextFormats

/// The images of a page, each embedded once as a CSS rule that any number of elements can use.
struct PictureStyles {
  private var nameByBytes: [[UInt8]: String] = [:]
  /// The rules so far, in the order of the images.
  private(set) var rules: Markup = ""

  /// The rules for every image in `preview`.
  init(of preview: IconPreview) {
    for (_, entries) in preview.entriesByFolder { for entry in entries { add(entry.picture) } }
    for layers in preview.layers { for entry in layers.entries { add(entry.picture) } }
  }

  /// The class that shows `picture`, an image file of the preview.
  func name(of picture: [UInt8]) -> String {
    guard let name = nameByBytes[picture] else {
      preconditionFailure("the picture is not in the preview")
    }
    return name
  }

  private mutating func add(_ picture: [UInt8]) {
    guard nameByBytes[picture] == nil else { return }
    let name = "p\(nameByBytes.count)"
    nameByBytes[picture] = name
    let type = picture.starts(with: [0x89]) ? "png" : "x-icon"
    let data = Self.base64(picture)
    rules += ".\(name){background-image:url(data:image/\(type);base64,\(data))}\n"
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
