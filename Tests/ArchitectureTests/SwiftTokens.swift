/// The words and punctuation of a Swift source. Comments and the text of strings are left out; what
/// an interpolation holds is code and stays.
struct SwiftTokens {
  /// One word, or one character that is not part of a word.
  struct Token: Equatable {
    let text: String
    /// From 1.
    let line: Int
    /// How many braces are open around it.
    let depth: Int

    /// Whether it is an identifier or a keyword.
    var isWord: Bool { text.utf8.first.map(SwiftTokens.isWordByte) ?? false }
  }

  private(set) var tokens: [Token] = []
  private let source: [UInt8]
  private var position = 0
  private var line = 1
  private var depth = 0

  /// Reads `source`, which compiles.
  init(_ source: [UInt8]) {
    self.source = source
    readCode(isInterpolation: false)
  }

  /// Reads to the end, or to the parenthesis that closes an interpolation.
  private mutating func readCode(isInterpolation: Bool) {
    var parentheses = 0
    while position < source.count {
      let byte = source[position]
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: " "): step()
      case _ where isNext("//"): while position < source.count, !isNext("\n") { step() }
      case _ where isNext("/*"): skipComment()
      case UInt8(ascii: "\""): readString(pounds: 0)
      case UInt8(ascii: "#") where poundsBeforeString > 0: readString(pounds: poundsBeforeString)
      case _ where Self.isWordByte(byte): readWord()
      default:
        if byte == UInt8(ascii: "{") { depth += 1 }
        if byte == UInt8(ascii: "}") { depth -= 1 }
        if byte == UInt8(ascii: "(") { parentheses += 1 }
        if byte == UInt8(ascii: ")") { parentheses -= 1 }
        if isInterpolation, parentheses < 0 { return step() }
        add(from: position, to: position + 1)
        step()
      }
    }
  }

  private mutating func readWord() {
    let start = position
    while position < source.count, Self.isWordByte(source[position]) { position += 1 }
    add(from: start, to: position)
  }

  /// Comments nest.
  private mutating func skipComment() {
    var open = 0
    repeat {
      if isNext("/*") {
        open += 1
        position += 2
      } else if isNext("*/") {
        open -= 1
        position += 2
      } else {
        step()
      }
    } while open > 0 && position < source.count
  }

  /// The number of `#` here if a quotation mark follows them.
  private var poundsBeforeString: Int {
    let pounds = source[position...].prefix { $0 == UInt8(ascii: "#") }.count
    let next = position + pounds
    return next < source.count && source[next] == UInt8(ascii: "\"") ? pounds : 0
  }

  private mutating func readString(pounds: Int) {
    position += pounds
    let quote = isNext("\"\"\"") ? "\"\"\"" : "\""
    position += quote.utf8.count
    let suffix = String(repeating: "#", count: pounds)
    while position < source.count, !isNext(quote + suffix) {
      guard isNext("\\" + suffix) else {
        step()
        continue
      }
      position += 1 + pounds
      let isInterpolation = isNext("(")
      step()
      if isInterpolation { readCode(isInterpolation: true) }
    }
    position += quote.utf8.count + pounds
  }

  private mutating func step() {
    if position < source.count, source[position] == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }

  private mutating func add(from start: Int, to end: Int) {
    let text = String(decoding: source[start..<end], as: UTF8.self)
    tokens.append(Token(text: text, line: line, depth: depth))
  }

  private func isNext(_ text: String) -> Bool { source[position...].starts(with: text.utf8) }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
