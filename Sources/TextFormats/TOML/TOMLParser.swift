/// Parses UTF-8 text by the grammar of TOML 1.0, without extensions.
///
/// - Complexity: O(length) time and memory. The stack is bounded by `TOMLTree.maxDepth`.
struct TOMLParser {
  var cursor: Cursor
  private var tree: TOMLTree

  /// Parses `text` as a document.
  ///
  /// - Parameter text: valid UTF-8.
  /// - Throws: the first `Fault`.
  static func tree(of text: [UInt8], limitValues: Int) throws(Fault) -> TOMLTree {
    var parser = TOMLParser(cursor: Cursor(text), tree: TOMLTree(limitValues: limitValues))
    try parser.readDocument()
    return parser.tree
  }

  private init(cursor: Cursor, tree: TOMLTree) {
    self.cursor = cursor
    self.tree = tree
  }

  private mutating func readDocument() throws(Fault) {
    var table = TOMLTree.root
    while true {
      cursor.skipBlanks()
      switch cursor.next {
      case nil: return
      case UInt8(ascii: "#"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
      case UInt8(ascii: "["): table = try readHeader()
      default: try readPair(in: table)
      }
      try finishLine()
    }
  }

  /// Skips what may follow a header or a value: blanks, a comment, the end of the line.
  private mutating func finishLine() throws(Fault) {
    cursor.skipBlanks()
    if cursor.next == UInt8(ascii: "#") { try skipComment() }
    guard cursor.next != nil else { return }
    guard cursor.takeNewline() else { throw cursor.expected("the end of the line") }
  }

  private mutating func skipComment() throws(Fault) {
    while let byte = cursor.next, byte != UInt8(ascii: "\n") {
      if byte == UInt8(ascii: "\r"), cursor.peek(1) == UInt8(ascii: "\n") { return }
      guard !Self.isControl(byte) else {
        throw cursor.expected("a comment without control characters")
      }
      cursor.advance()
    }
  }

  /// Whether TOML forbids `byte` in all strings and comments.
  static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7F
  }

  // MARK: - Keys

  /// `[a.b]` or `[[a.b]]`: the table that the lines after it belong to.
  private mutating func readHeader() throws(Fault) -> TOMLTree.ID {
    cursor.advance()
    let isArray = cursor.take(UInt8(ascii: "["))
    let brackets = isArray ? "'[['" : "'['"
    cursor.skipBlanks()
    var table = TOMLTree.root
    var key = try readKey(else: "a key after \(brackets)")
    while cursor.take(UInt8(ascii: ".")) {
      table = try tree.implyTable(key, in: table)
      cursor.skipBlanks()
      key = try readKey(else: "a key after '.'")
    }
    guard cursor.take(UInt8(ascii: "]")), !isArray || cursor.take(UInt8(ascii: "]")) else {
      throw cursor.expected("'.' or \(isArray ? "']]'" : "']'")")
    }
    return isArray ? try tree.appendTable(key, in: table) : try tree.openTable(key, in: table)
  }

  /// `a.b = value`.
  private mutating func readPair(in table: TOMLTree.ID) throws(Fault) {
    var table = table
    var key = try readKey(else: "a key")
    while cursor.take(UInt8(ascii: ".")) {
      table = try tree.extendTable(key, in: table)
      cursor.skipBlanks()
      key = try readKey(else: "a key after '.'")
    }
    guard cursor.take(UInt8(ascii: "=")) else { throw cursor.expected("'=' after the key") }
    try tree.checkIsNew(key, in: table)
    cursor.skipBlanks()
    try readValue(key, in: table)
  }

  /// Reads one part of a key and the blanks after it.
  private mutating func readKey(else expectation: String) throws(Fault) -> Key {
    let position = cursor.position
    let text: String
    switch cursor.next {
    case UInt8(ascii: "\""): text = try readBasicString()
    case UInt8(ascii: "'"): text = try readLiteralString()
    default:
      let start = cursor.offset
      while let byte = cursor.next, Key.isBare(byte) { cursor.advance() }
      guard cursor.offset > start else { throw cursor.expected(expectation) }
      text = String(decoding: cursor.text[start..<cursor.offset], as: UTF8.self)
    }
    cursor.skipBlanks()
    return Key(text: text, position: position)
  }

  // MARK: - Values

  /// Reads a value and adds it to `parent`; `key` is nil in an array.
  private mutating func readValue(_ key: Key?, in parent: TOMLTree.ID) throws(Fault) {
    let position = cursor.position
    func add(_ content: TOMLTree.Content, to tree: inout TOMLTree) throws(Fault) -> TOMLTree.ID {
      try tree.add(
        content, key: key?.text ?? "", keyPosition: key?.position ?? position, position: position,
        to: parent)
    }
    switch cursor.next {
    case UInt8(ascii: "["): try readArray(try add(.array, to: &tree))
    case UInt8(ascii: "{"): try readInlineTable(try add(.table(.inline), to: &tree))
    case UInt8(ascii: "\""), UInt8(ascii: "'"): _ = try add(.string(try readString()), to: &tree)
    default: _ = try add(try readPlainValue(), to: &tree)
    }
  }

  private mutating func readArray(_ array: TOMLTree.ID) throws(Fault) {
    cursor.advance()
    while true {
      try skipBlankLines()
      if cursor.take(UInt8(ascii: "]")) { return }
      guard cursor.next != UInt8(ascii: ","), cursor.next != nil else {
        throw cursor.expected("a value or ']' in the array")
      }
      try readValue(nil, in: array)
      try skipBlankLines()
      if cursor.take(UInt8(ascii: ",")) { continue }
      guard cursor.take(UInt8(ascii: "]")) else {
        throw cursor.expected("',' or ']' in the array")
      }
      return
    }
  }

  /// Skips blanks, line endings and comments, which may appear anywhere in an array.
  private mutating func skipBlankLines() throws(Fault) {
    repeat {
      cursor.skipBlanks()
      if cursor.next == UInt8(ascii: "#") { try skipComment() }
    } while cursor.takeNewline()
  }

  /// `{ a = 1, b = 2 }`, on one line and without a comma at the end.
  private mutating func readInlineTable(_ table: TOMLTree.ID) throws(Fault) {
    cursor.advance()
    cursor.skipBlanks()
    if cursor.take(UInt8(ascii: "}")) { return }
    repeat {
      cursor.skipBlanks()
      try readPair(in: table)
      cursor.skipBlanks()
    } while cursor.take(UInt8(ascii: ","))
    guard cursor.take(UInt8(ascii: "}")) else {
      throw cursor.expected("',' or '}' in the inline table")
    }
  }

  /// A number, a Boolean, a date or a time.
  private mutating func readPlainValue() throws(Fault) -> TOMLTree.Content {
    let position = cursor.position
    let start = cursor.offset
    while let byte = cursor.next, PlainValue.mayContain(byte) { cursor.advance() }
    guard cursor.offset > start else { throw cursor.expected("a value") }
    // A date and a time may have a space between them.
    if Moment.isDate(cursor.text[start..<cursor.offset]), cursor.next == UInt8(ascii: " "),
      let digit = cursor.peek(1), (0x30...0x39).contains(digit)
    {
      cursor.advance()
      while let byte = cursor.next, PlainValue.mayContain(byte) { cursor.advance() }
    }
    let word = cursor.text[start..<cursor.offset]
    do {
      return try PlainValue.content(of: word)
    } catch {
      throw Fault(position: position, problem: error.problem(with: word))
    }
  }
}
