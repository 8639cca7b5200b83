/// The text of an XML file of a few kilobytes, as far as the resources of Android need it.
struct XMLText {
  /// The file with spaces in place of comments.
  let text: [UInt8]

  init(_ file: [UInt8]) {
    var text = file
    var start = text.startIndex
    while let open = text[start...].firstRange(of: "<!--".utf8) {
      let end = text[open.upperBound...].firstRange(of: "-->".utf8)?.upperBound ?? text.endIndex
      for i in open.lowerBound..<end { text[i] = UInt8(ascii: " ") }
      start = end
    }
    self.text = text
  }

  /// The values of every attribute called `name`, with its prefix.
  func values(of name: String) -> [String] {
    var values: [String] = []
    var rest = text[...]
    while let found = rest.firstRange(of: "\(name)=".utf8) {
      rest = rest[found.upperBound...]
      guard let quote = rest.first, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(quote),
        let end = rest.dropFirst().firstIndex(of: quote)
      else { continue }
      values.append(String(decoding: rest[rest.startIndex + 1..<end], as: UTF8.self))
      rest = rest[(end + 1)...]
    }
    return values
  }

  /// Whether `other` differs only in comments and in white space between its parts.
  func isSame(as other: [UInt8]) -> Bool {
    func parts(_ text: [UInt8]) -> [UInt8] { text.filter { $0 > UInt8(ascii: " ") } }
    return parts(text) == parts(XMLText(other).text)
  }

  /// Whether it has an element of this name.
  func has(_ element: String) -> Bool { text.firstRange(of: "<\(element)".utf8) != nil }
}
