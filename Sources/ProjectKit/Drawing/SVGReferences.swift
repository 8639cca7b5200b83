/// Finds what an SVG file names outside itself.
///
/// rsvg-convert leaves such images and styles out without a word, and a master without them would
/// look right to nobody.
enum SVGReferences {
  private static let quotes = ["\"", "'", "&quot;", "&apos;"]

  /// The first address of what is drawn which is neither a part of the file (`#id`) nor embedded
  /// (`data:`); nil where there is none.
  ///
  /// - Complexity: O(length).
  static func firstOutside(in svg: [UInt8]) -> ArraySlice<UInt8>? {
    var rest = svg[...]
    var isStyle = false
    while true {
      let text = rest.prefix { $0 != UInt8(ascii: "<") }
      if isStyle, let address = address(inStyle: text) { return address }
      rest = rest[text.endIndex...].dropFirst()
      guard let first = rest.first else { return nil }
      if rest.starts(with: "!--".utf8) {
        rest = rest.dropFirst(3).from("-->")
      } else if rest.starts(with: "![CDATA[".utf8) {
        let end = rest.from("]]>")
        if isStyle, let address = address(inStyle: rest[..<end.startIndex]) { return address }
        rest = end
      } else if first == UInt8(ascii: "?") {
        let end = rest.from("?>")
        if rest.starts(with: "?xml-stylesheet".utf8),
          let address = address(inTag: rest[..<end.startIndex])
        {
          return address
        }
        rest = end
      } else if first != UInt8(ascii: "!") {
        // An entity of the document type may have elements, which are looked at like others.
        let tag = rest.tag
        rest = rest[tag.endIndex...]
        // Without the prefix of a namespace.
        let name =
          tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
          .split(separator: UInt8(ascii: ":")).last ?? []
        if let address = address(inTag: tag, isLink: name.elementsEqual("a".utf8)) {
          return address
        }
        isStyle = name.elementsEqual("style".utf8) && tag.last != UInt8(ascii: "/")
      }
    }
  }

  /// The first address outside in `href`, with whatever prefix, or in the style of an attribute.
  ///
  /// - Parameter isLink: whether `href` is only where a click leads.
  private static func address(
    inTag tag: ArraySlice<UInt8>, isLink: Bool = false
  ) -> ArraySlice<UInt8>? {
    var rest = tag
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      let name = rest[..<equals].split { $0 <= 0x20 || $0 == UInt8(ascii: ":") }.last ?? []
      rest = rest[(equals + 1)...].drop { $0 <= 0x20 }
      guard let quote = rest.first, quote.isQuote else { continue }
      let value = rest.dropFirst().prefix { $0 != quote }
      rest = rest[value.endIndex...].dropFirst()
      let isAddress = name.elementsEqual("href".utf8)
      if isAddress && isLink { continue }
      let found = isAddress ? outside(value, before: quote) : address(inStyle: value)
      if let found { return found }
    }
    return nil
  }

  /// The first address outside in `url(…)` or after `@import`.
  private static func address(inStyle text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    func isWord(_ bytes: ArraySlice<UInt8>, _ word: String) -> Bool {
      bytes.lazy.map { $0 | 0x20 }.elementsEqual(word.utf8)
    }
    for index in text.indices {
      var address = text[(index + 1)...]
      switch text[index] {
      case UInt8(ascii: "(") where isWord(text[..<index].suffix(3), "url"): break
      case UInt8(ascii: "@") where isWord(address.prefix(6), "import"):
        address = address.dropFirst(6)
      default: continue
      }
      address = address.drop { $0 <= 0x20 }
      let quote = quotes.first { address.starts(with: $0.utf8) }
      // What follows @import may be a url( of its own.
      if quote == nil, text[index] == UInt8(ascii: "@") { continue }
      let end = quote?.utf8.first ?? UInt8(ascii: ")")
      if let address = outside(address.dropFirst(quote?.utf8.count ?? 0), before: end) {
        return address
      }
    }
    return nil
  }

  /// The address at the start of `text` and before `end`, where it is outside.
  private static func outside(
    _ text: ArraySlice<UInt8>, before end: UInt8
  ) -> ArraySlice<UInt8>? {
    let text = text.drop { $0 <= 0x20 }
    if text.first == UInt8(ascii: "#") || text.starts(with: "data:".utf8) { return nil }
    let address = text.prefix { $0 != end }
    return address.isEmpty ? nil : address
  }
}

extension UInt8 {
  fileprivate var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }
}

extension ArraySlice<UInt8> {
  /// What begins with the first `text`; empty where it does not appear.
  fileprivate func from(_ text: String) -> ArraySlice<UInt8> {
    var rest = self
    while !rest.isEmpty, !rest.starts(with: text.utf8) { rest = rest.dropFirst() }
    return rest
  }

  /// What precedes the first `>` that is in no quotes.
  fileprivate var tag: ArraySlice<UInt8> {
    var quote: UInt8?
    return prefix { byte in
      if let open = quote {
        if byte == open { quote = nil }
        return true
      }
      if byte.isQuote { quote = byte }
      return byte != UInt8(ascii: ">")
    }
  }
}
