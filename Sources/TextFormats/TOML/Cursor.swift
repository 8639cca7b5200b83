/// A position in a text that moves forward and tracks its line.
struct Cursor {
  /// The whole text, UTF-8.
  let text: [UInt8]
  /// The byte that comes next.
  private(set) var offset = 0
  private var line = 1
  private var lineStart = 0

  /// The start of `text`, after a byte order mark if there is one.
  init(_ text: [UInt8]) {
    self.text = text
    if text.starts(with: [0xEF, 0xBB, 0xBF]) {
      offset = 3
      lineStart = 3
    }
  }

  /// The next byte; nil at the end.
  var next: UInt8? { offset < text.count ? text[offset] : nil }

  /// The byte `distance` after the next one; nil past the end.
  func peek(_ distance: Int) -> UInt8? {
    offset + distance < text.count ? text[offset + distance] : nil
  }

  /// Where the next byte is.
  var position: TextPosition { TextPosition(line: line, column: offset - lineStart + 1) }

  /// Skips `count` bytes, none of which ends a line.
  mutating func advance(_ count: Int = 1) { offset += count }

  /// Skips `byte` if it comes next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    offset += 1
    return true
  }

  /// Skips a line ending, LF or CR LF, if one comes next.
  mutating func takeNewline() -> Bool {
    switch next {
    case UInt8(ascii: "\n"): offset += 1
    case UInt8(ascii: "\r") where peek(1) == UInt8(ascii: "\n"): offset += 2
    default: return false
    }
    line += 1
    lineStart = offset
    return true
  }

  /// Skips spaces and tabs.
  mutating func skipBlanks() {
    while let byte = next, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { offset += 1 }
  }

  /// What comes next, as messages write it.
  var found: String {
    guard let byte = next else { return "the end of the file" }
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && peek(1) == UInt8(ascii: "\n") {
      return "the end of the line"
    }
    // The text is valid UTF-8: a scalar is at most four bytes, and its first one is here.
    let scalar = String(decoding: text[offset...].prefix(4), as: UTF8.self).unicodeScalars.first
    guard let scalar else { preconditionFailure("four bytes of text have a character") }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator,
      .nonspacingMark, .enclosingMark, .unassigned, .privateUse:
      return "the character U+\(String(scalar.value, radix: 16, uppercase: true))"
    default: return "'\(scalar)'"
    }
  }

  /// A fault that says what was expected here and what was found.
  func expected(_ what: String) -> Fault {
    Fault(position: position, problem: "expected \(what), found \(found)")
  }
}

/// The first syntax error in a TOML text.
struct Fault: Error, Equatable {
  /// Where it is.
  let position: TextPosition
  /// What is wrong there.
  let problem: String
}
