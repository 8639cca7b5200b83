/// A change of a document's text that leaves every other byte as it is.
public enum TOMLEdit {
  /// `text` with strings set in one element of an array of tables.
  ///
  /// A key that the element has gets the new value in its place; the others follow the line of
  /// `anchor`, or else the element's header, in their order.
  ///
  /// - Parameters:
  ///   - fields: the keys, which need no quotes, and their values.
  ///   - element: an element of the document that `text` was read as.
  ///   - anchor: the key after which new ones are added.
  /// - Returns: nil where the text has another form than a header and a key on each line: an inline
  ///   table, or strings of several lines.
  /// - Complexity: O(length).
  public static func setting(
    _ fields: KeyValuePairs<StaticString, String>, of element: TOMLNode, after anchor: String,
    in text: [UInt8]
  ) -> [UInt8]? {
    let starts = lineStarts(of: text)
    func offset(_ position: TextPosition) -> Int {
      starts[position.line - 1] + position.column - 1
    }
    let header = starts[element.line - 1]
    guard text[header...].drop(while: { $0 == 0x20 || $0 == 0x09 }).starts(with: "[[".utf8) else {
      return nil
    }
    var anchorLine = element.line
    if let node = element[anchor] {
      guard string(at: offset(node.position), in: text) != nil else { return nil }
      anchorLine = node.line
    }
    let end = text[starts[anchorLine - 1]...].firstIndex(of: UInt8(ascii: "\n"))
    let hasReturn = end.map { $0 > 0 && text[$0 - 1] == UInt8(ascii: "\r") } ?? false
    var added: [UInt8] = []
    // In the text's own order, so that none moves another.
    var changes: [(range: Range<Int>, bytes: [UInt8])] = []
    for (key, value) in fields {
      let value = Array(TOMLValue.string(value).text.utf8)
      if let node = element[key.description] {
        guard let range = string(at: offset(node.position), in: text) else { return nil }
        changes.append((range, value))
      } else {
        added += Array("\(key) = ".utf8) + value + Array((hasReturn ? "\r\n" : "\n").utf8)
      }
    }
    if !added.isEmpty {
      let place = end.map { $0 + 1 } ?? text.count
      changes.append((place..<place, (end == nil ? [UInt8(ascii: "\n")] : []) + added))
    }
    var result = text
    for change in changes.sorted(by: { $1.range.lowerBound < $0.range.lowerBound }) {
      result.replaceSubrange(change.range, with: change.bytes)
    }
    return result
  }

  private static func lineStarts(of text: [UInt8]) -> [Int] {
    // Columns are counted from behind a byte order mark.
    var starts = [text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    for (offset, byte) in text.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    return starts
  }

  /// The string of one line that begins at `start`, with its quotes; nil for anything else.
  private static func string(at start: Int, in text: [UInt8]) -> Range<Int>? {
    let quote = text[start]
    guard [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(quote),
      !text[start...].starts(with: [quote, quote, quote])
    else { return nil }
    var place = start + 1
    while text[place] != quote {
      place += quote == UInt8(ascii: "\"") && text[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return start..<place + 1
  }
}
