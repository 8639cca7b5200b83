/// The line of every key and element of a document, which the parser does not hand out.
///
/// A second, small reader that only knows where things begin. It goes first, because the parser
/// (toml++ 3.4) asserts, and does not check, that a key begins after `[` and `[[` and that a value
/// begins where an array needs one, and that dates are whole: with `[=` or `a = [}` the process would
/// be gone. Up to such a place the text is TOML, or the parser stops before it; so the two agree on
/// where they are.
struct KeyLines {
  /// The first place that the parser would not survive, and what belongs there.
  private(set) var fault: (line: Int, expected: String)?
  private var lines: [KeyPath: Int] = [:]
  /// How many tables each array of tables has so far.
  private var tables: [KeyPath: Int] = [:]
  private let text: [UInt8]
  private var position = 0
  private var line = 1
  /// How many arrays and inline tables are open.
  private var depth = 0
  private static let maxDepth = 64

  init(_ text: [UInt8]) {
    self.text = text
    // A byte-order mark is no key.
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    readDocument()
  }

  /// The line that `path` begins on, from 1.
  subscript(path: KeyPath) -> Int? { lines[path] }

  private var next: UInt8? { position < text.count ? text[position] : nil }

  private mutating func advance() {
    guard let byte = next else { return }
    if byte == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }

  private mutating func take(_ expected: String) -> Bool {
    guard text[min(position, text.count)...].starts(with: expected.utf8) else { return false }
    for _ in expected.utf8 { advance() }
    return true
  }

  private mutating func skipBlanks(andLines: Bool) {
    while let byte = next {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): advance()
      case UInt8(ascii: "\n") where andLines: advance()
      case UInt8(ascii: "\r") where andLines && text[position...].starts(with: [13, 10]): advance()
      case UInt8(ascii: "#") where andLines:
        while let byte = next, byte != UInt8(ascii: "\n") { advance() }
      default: return
      }
    }
  }

  private mutating func readDocument() {
    var table = KeyPath()
    while true {
      skipBlanks(andLines: true)
      guard let byte = next, fault == nil else { return }
      let start = position
      if byte == UInt8(ascii: "[") {
        table = readHeader()
      } else {
        readPair(in: table)
      }
      // Nothing here may ever stand still.
      if position == start { return }
    }
  }

  private mutating func readHeader() -> KeyPath {
    let header = line
    advance()
    skipBlanks(andLines: false)
    let isArray = take("[")
    skipBlanks(andLines: false)
    guard let byte = next, KeyPath.isBare(byte) || Self.isQuote(byte) else {
      fault = (header, "a key after '['")
      return KeyPath()
    }
    let keys = readKeys()
    while let byte = next, byte == UInt8(ascii: "]") { advance() }
    var path = KeyPath()
    for (index, key) in keys.enumerated() {
      path = path.key(key)
      if isArray, index == keys.count - 1 {
        let count = tables[path, default: 0]
        tables[path] = count + 1
        if count == 0 { note(path, header) }
        path = path.element(count)
      } else if let count = tables[path] {
        path = path.element(count - 1)
      }
      note(path, header)
    }
    return path
  }

  private mutating func readPair(in table: KeyPath) {
    let start = line
    var path = table
    for key in readKeys() {
      path = path.key(key)
      note(path, start)
    }
    skipBlanks(andLines: false)
    guard take("=") else { return }
    readValue(at: path)
  }

  private mutating func note(_ path: KeyPath, _ line: Int) {
    if lines[path] == nil { lines[path] = line }
  }

  /// Keys joined by dots.
  private mutating func readKeys() -> [String] {
    var keys: [String] = []
    repeat {
      skipBlanks(andLines: false)
      switch next {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let start = position
        skipString()
        let content = text[start..<position].dropFirst().dropLast()
        keys.append(String(decoding: content, as: UTF8.self))
      default:
        let start = position
        while let byte = next, KeyPath.isBare(byte) { advance() }
        guard position > start else { return keys }
        keys.append(String(decoding: text[start..<position], as: UTF8.self))
      }
      skipBlanks(andLines: false)
    } while take(".")
    return keys
  }

  private mutating func readValue(at path: KeyPath) {
    guard depth < Self.maxDepth else {
      fault = (line, "at most \(Self.maxDepth) arrays inside each other")
      return
    }
    depth += 1
    defer { depth -= 1 }
    skipBlanks(andLines: false)
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString()
    case UInt8(ascii: "["): readArray(at: path)
    case UInt8(ascii: "{"): readInlineTable(at: path)
    default:
      let start = position
      while let byte = next, !",]}#\r\n".utf8.contains(byte) { advance() }
      if !Self.isPlain(text[start..<position]) {
        fault = fault ?? (line, "a string, an integer, true or false, an array or a table")
      }
    }
  }

  private mutating func readArray(at path: KeyPath) {
    advance()
    var index = 0
    while true {
      skipBlanks(andLines: true)
      guard let byte = next, !take("]") else { return }
      guard Self.canBeginValue(byte) else {
        fault = fault ?? (line, "a value or ']' in an array")
        return
      }
      let element = path.element(index)
      note(element, line)
      let start = position
      readValue(at: element)
      skipBlanks(andLines: true)
      if take(",") { index += 1 }
      if position == start || fault != nil { return }
    }
  }

  private mutating func readInlineTable(at path: KeyPath) {
    advance()
    while true {
      skipBlanks(andLines: false)
      guard next != nil, !take("}") else { return }
      let start = position
      readPair(in: path)
      skipBlanks(andLines: false)
      _ = take(",")
      if position == start || fault != nil { return }
    }
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  /// Whether a value without quotes is no date, no time and no fraction: no schema asks for them.
  private static func isPlain(_ value: ArraySlice<UInt8>) -> Bool {
    var word = value[...]
    while let last = word.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") {
      word.removeLast()
    }
    if word.elementsEqual("true".utf8) || word.elementsEqual("false".utf8) { return true }
    if let sign = word.first, "+-".utf8.contains(sign) { word.removeFirst() }
    guard let first = word.first, (0x30...0x39).contains(first) else { return false }
    return word.allSatisfy { KeyPath.isBare($0) && $0 != UInt8(ascii: "-") }
  }

  private static func canBeginValue(_ byte: UInt8) -> Bool {
    KeyPath.isBare(byte) || isQuote(byte) || "[{+".utf8.contains(byte)
  }

  private mutating func skipString() {
    for quotes in ["\"\"\"", "'''"] where take(quotes) {
      while next != nil, !take(quotes) {
        if quotes.first == "\"", next == UInt8(ascii: "\\") { advance() }
        advance()
      }
      // Two more quotes may belong to the end of the string.
      while next == quotes.utf8.first { advance() }
      return
    }
    guard let quote = next else { return }
    advance()
    while let byte = next, byte != quote, byte != UInt8(ascii: "\n") {
      if quote == UInt8(ascii: "\""), byte == UInt8(ascii: "\\") { advance() }
      advance()
    }
    if next == quote { advance() }
  }
}
