/// Finds what an SVG file names outside itself.
///
/// rsvg-convert leaves such images out without a word, and a master without them would look right
/// to nobody.
enum SVGReferences {
  private static let elements = ["image", "use", "feImage"]

  /// The first address in an element that draws, which is neither a part of the file (`#id`) nor
  /// embedded (`data:`); nil where there is none.
  ///
  /// - Complexity: O(length).
  static func firstOutside(in svg: [UInt8]) -> ArraySlice<UInt8>? {
    var rest = svg[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      if rest.starts(with: "!--".utf8) {
        rest = rest.drop(through: "-->")
        continue
      }
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
      let tag = rest[..<end]
      rest = rest[end...]
      let name = tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
      // Without the prefix of a namespace.
      let local = name.split(separator: UInt8(ascii: ":")).last ?? name
      guard elements.contains(where: { local.elementsEqual($0.utf8) }) else { continue }
      if let address = address(in: tag), !address.isEmpty, address.first != UInt8(ascii: "#"),
        !address.starts(with: "data:".utf8)
      {
        return address
      }
    }
    return nil
  }

  /// The value of `href` or `xlink:href`.
  private static func address(in tag: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let key = Array("href".utf8)
    var rest = tag
    while let start = rest.firstIndex(of: key[0]) {
      rest = rest[start...]
      guard rest.starts(with: key) else {
        rest = rest.dropFirst()
        continue
      }
      let value = rest.dropFirst(key.count).drop { $0 <= 0x20 || $0 == UInt8(ascii: "=") }
      guard let quote = value.first, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(quote) else {
        rest = rest.dropFirst(key.count)
        continue
      }
      return value.dropFirst().prefix { $0 != quote }.drop { $0 <= 0x20 }
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// What follows the first `text`; empty where it does not appear.
  fileprivate func drop(through text: String) -> ArraySlice<UInt8> {
    var rest = self
    while !rest.isEmpty {
      if rest.starts(with: text.utf8) { return rest.dropFirst(text.utf8.count) }
      rest = rest.dropFirst()
    }
    return rest
  }
}
