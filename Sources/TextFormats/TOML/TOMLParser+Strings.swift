/// The four kinds of string (TOML 1.0, "String").
extension TOMLParser {
  /// The string that begins here, of any kind.
  mutating func readString() throws(Fault) -> String {
    let quote = cursor.next
    let isMultiline = cursor.peek(1) == quote && cursor.peek(2) == quote
    switch (quote == UInt8(ascii: "\""), isMultiline) {
    case (true, false): return try readBasicString()
    case (false, false): return try readLiteralString()
    case (let hasEscapes, true): return try readMultilineString(hasEscapes: hasEscapes)
    }
  }

  /// `'…'`.
  mutating func readLiteralString() throws(Fault) -> String {
    cursor.advance()
    let start = cursor.offset
    while let byte = cursor.next, byte != UInt8(ascii: "'"), !Self.isControl(byte) {
      cursor.advance()
    }
    let end = cursor.offset
    guard cursor.take(UInt8(ascii: "'")) else { throw cursor.expected("\"'\" at the string's end") }
    return String(decoding: cursor.text[start..<end], as: UTF8.self)
  }

  /// `"…"`.
  mutating func readBasicString() throws(Fault) -> String {
    cursor.advance()
    var start = cursor.offset
    // The text before the last escape; most strings have none and are copied at once.
    var bytes: [UInt8] = []
    while true {
      switch cursor.next {
      case UInt8(ascii: "\""):
        let rest = cursor.text[start..<cursor.offset]
        cursor.advance()
        return String(decoding: bytes.isEmpty ? rest : bytes[...] + rest, as: UTF8.self)
      case UInt8(ascii: "\\"):
        bytes += cursor.text[start..<cursor.offset]
        bytes += try readEscape().utf8
        start = cursor.offset
      case .some(let byte) where !Self.isControl(byte): cursor.advance()
      default: throw cursor.expected("'\"' at the string's end")
      }
    }
  }

  /// `"""…"""` or `'''…'''`.
  private mutating func readMultilineString(hasEscapes: Bool) throws(Fault) -> String {
    let quote = hasEscapes ? UInt8(ascii: "\"") : UInt8(ascii: "'")
    cursor.advance(3)
    _ = cursor.takeNewline()
    var bytes: [UInt8] = []
    while let byte = cursor.next {
      let start = cursor.offset
      if byte == quote {
        while cursor.offset - start < 5, cursor.take(quote) {}
        // The content may end with up to two quotes.
        let count = cursor.offset - start
        bytes += repeatElement(quote, count: count < 3 ? count : count - 3)
        if count >= 3 { return String(decoding: bytes, as: UTF8.self) }
      } else if cursor.takeNewline() {
        bytes += cursor.text[start..<cursor.offset]
      } else if hasEscapes, byte == UInt8(ascii: "\\") {
        if try !skipFoldedLines() { bytes += try readEscape().utf8 }
      } else if Self.isControl(byte) {
        break
      } else {
        bytes.append(byte)
        cursor.advance()
      }
    }
    throw cursor.expected("\(hasEscapes ? "'\"\"\"'" : "\"'''\"") at the string's end")
  }

  /// Skips a backslash at the end of a line and all whitespace after it; false if other text
  /// follows the backslash.
  private mutating func skipFoldedLines() throws(Fault) -> Bool {
    var end = cursor
    end.advance()
    end.skipBlanks()
    guard end.takeNewline() else { return false }
    repeat { end.skipBlanks() } while end.takeNewline()
    cursor = end
    return true
  }

  /// Reads an escape sequence and returns its character.
  private mutating func readEscape() throws(Fault) -> String {
    let position = cursor.position
    cursor.advance()
    let scalar: Unicode.Scalar?
    switch cursor.next {
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "\""): scalar = "\""
    case UInt8(ascii: "\\"): scalar = "\\"
    case UInt8(ascii: "u"): scalar = readHexadecimal(digits: 4)
    case UInt8(ascii: "U"): scalar = readHexadecimal(digits: 8)
    default: scalar = nil
    }
    guard let scalar else {
      throw Fault(
        position: position,
        problem:
          #"expected one of \b \t \n \f \r \" \\ \uXXXX \UXXXXXXXX; write '\\' for a backslash"#)
    }
    cursor.advance()
    return String(scalar)
  }

  /// The character whose number is in the next `digits` digits, all but the last of which are
  /// skipped; nil if it is not a Unicode scalar value.
  private mutating func readHexadecimal(digits: Int) -> Unicode.Scalar? {
    var value: UInt32 = 0
    for _ in 0..<digits {
      cursor.advance()
      guard let digit = cursor.next.flatMap(PlainValue.hexadecimalDigit) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return Unicode.Scalar(value)
  }
}
