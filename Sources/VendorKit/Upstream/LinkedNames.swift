/// The names that a page links to: the files and folders of a server's listing.
struct LinkedNames: Sequence {
  private let page: [UInt8]

  /// The links of an HTML page; anything else is skipped.
  init(in page: [UInt8]) {
    self.page = page
  }

  /// The last component of each `href`, percent-decoded, without query and fragment.
  ///
  /// - Complexity: O(length of the page).
  func makeIterator() -> some IteratorProtocol<String> {
    var rest = page[...]
    return AnyIterator {
      while let quote = Self.skipPastHref(&rest) {
        let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        let value = rest.prefix {
          isQuoted ? $0 != quote : $0 != UInt8(ascii: ">") && $0 > UInt8(ascii: " ")
        }
        rest = rest[value.endIndex...]
        if let name = Self.name(of: value) { return name }
      }
      return nil
    }
  }

  /// Skips to the next attribute value; returns the quote before it, or another byte.
  private static func skipPastHref(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
    while let start = rest.firstIndex(where: { $0 | 32 == UInt8(ascii: "h") }) {
      rest = rest[start...]
      guard rest.prefix(4).elementsEqual("href".utf8, by: { $0 | 32 == $1 }) else {
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(4).drop { $0 <= UInt8(ascii: " ") }
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop { $0 <= UInt8(ascii: " ") }
      guard let first = rest.first else { return nil }
      if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { rest = rest.dropFirst() }
      return first
    }
    return nil
  }

  private static func name(of value: ArraySlice<UInt8>) -> String? {
    let path = value.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard let last = path.split(separator: UInt8(ascii: "/")).last else { return nil }
    var bytes: [UInt8] = []
    var index = last.startIndex
    while index < last.endIndex {
      if last[index] == UInt8(ascii: "%"), index + 2 < last.endIndex,
        let code = UInt8(String(decoding: last[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        index += 3
      } else {
        bytes.append(last[index])
        index += 1
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
