/// A call in a build language: `name(…)` with its arguments.
struct BuildCall: Equatable, Sendable {
  /// The line of its name, from 1.
  let line: Int
  /// The dotted name: `.package`, `native.http_archive`.
  let name: String
  /// Words and the contents of strings between the parentheses, in order; punctuation is left out,
  /// except a colon or an equals sign, which ends the word before it, as in `url:`.
  let arguments: [String]
}

/// The syntax of comments and strings in a build language.
struct BuildSyntax: Sendable {
  /// What begins a comment to the end of the line.
  var lineComment: String
  /// What begins and ends a block comment.
  var blockComment: (open: String, close: String)?
  /// Whether block comments nest.
  var nestsComments = false
  /// The quotes of strings; three of one quote a multi-line string.
  var quotes: [UInt8] = [UInt8(ascii: "\"")]
  /// Whether it is CMake: `[[…]]` and `[=[…]=]` quote, and a word ends at a blank, parenthesis
  /// or quote.
  var isCMake = false
  /// What makes the next byte of a string an ordinary one.
  var escape = UInt8(ascii: "\\")
  /// Whether a string that is not closed on its line is none: a quote in a regular expression or a
  /// character literal must not swallow the rest of the file.
  var closesOnLine = false
  /// The quote of strings that may have several lines and, unless they are templates, are commands.
  var commandQuote: UInt8?
  /// Whether the strings in `commandQuote` are only strings.
  var isTemplateQuote = false
  /// Whether a comment begins only at the beginning of a line or after a blank: `$#list` is none.
  var commentFollowsBlank = false
  /// The bytes of words beside letters, digits, `_`, `.` and `@`.
  var wordBytes: [UInt8] = []

  static let cmake = BuildSyntax(lineComment: "#", blockComment: ("#[[", "]]"), isCMake: true)
  static let swift = BuildSyntax(lineComment: "//", blockComment: ("/*", "*/"), nestsComments: true)
  static let starlark = BuildSyntax(
    lineComment: "#", quotes: [UInt8(ascii: "\""), UInt8(ascii: "'")])
  static let groovy = BuildSyntax(
    lineComment: "//", blockComment: ("/*", "*/"), quotes: [UInt8(ascii: "\""), UInt8(ascii: "'")])
  static let nix = BuildSyntax(lineComment: "#", blockComment: ("/*", "*/"))
  static let meson = BuildSyntax(lineComment: "#", quotes: [UInt8(ascii: "'")])

  /// A piece of text that is not a comment.
  struct Token: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
      case word
      case string
      /// A string that runs as a command.
      case command
      case mark
    }
    let line: Int
    let kind: Kind
    let text: String
  }

  /// The tokens of a file: words, strings and punctuation, without comments and blanks.
  ///
  /// - Complexity: O(length).
  func tokens(of text: [UInt8]) -> [Token] {
    var tokens: [Token] = []
    var (position, line) = (0, 1)
    func starts(with mark: String, at index: Int) -> Bool {
      index + mark.utf8.count <= text.count && text[index...].starts(with: mark.utf8)
    }
    func skip(to end: Int) {
      for byte in text[position..<end] where byte == UInt8(ascii: "\n") { line += 1 }
      position = end
    }
    func isWord(_ byte: UInt8) -> Bool {
      if isCMake { return byte > UInt8(ascii: " ") && !"()#\"\\;".utf8.contains(byte) }
      return isIdentifier(byte)
    }
    func isIdentifier(_ byte: UInt8) -> Bool {
      byte.isIdentifier
        || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "@") || byte >= 0x80
        || wordBytes.contains(byte)
    }
    while position < text.count {
      let byte = text[position]
      if let block = blockComment, starts(with: block.open, at: position) {
        var (end, depth) = (position + block.open.utf8.count, 1)
        while end < text.count, depth > 0 {
          if starts(with: block.close, at: end) {
            depth -= 1
            end += block.close.utf8.count
          } else if nestsComments, starts(with: block.open, at: end) {
            depth += 1
            end += block.open.utf8.count
          } else {
            end += 1
          }
        }
        skip(to: end)
      } else if starts(with: lineComment, at: position),
        !commentFollowsBlank || position == 0 || text[position - 1] <= UInt8(ascii: " ")
      {
        skip(to: text[position...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count)
      } else if quotes.contains(byte) {
        let mark = String(decoding: [byte], as: UTF8.self)
        let isLong = starts(with: mark + mark + mark, at: position)
        let close = isLong ? mark + mark + mark : mark
        let begin = position + close.utf8.count
        var end = begin
        let mustClose = closesOnLine && !isLong && byte != commandQuote
        while end < text.count, !starts(with: close, at: end),
          !mustClose || text[end] != UInt8(ascii: "\n")
        {
          end += text[end] == escape ? 2 : 1
        }
        end = min(end, text.count)
        if closesOnLine, end == text.count || (mustClose && text[end] == UInt8(ascii: "\n")) {
          tokens.append(Token(line: line, kind: .mark, text: mark))
          position += 1
          continue
        }
        tokens.append(
          Token(
            line: line, kind: byte == commandQuote && !isTemplateQuote ? .command : .string,
            text: String(decoding: text[begin..<end], as: UTF8.self)))
        skip(to: min(end + close.utf8.count, text.count))
      } else if isCMake, let (content, end) = bracketed(text, at: position) {
        tokens.append(
          Token(line: line, kind: .string, text: String(decoding: text[content], as: UTF8.self)))
        skip(to: end)
      } else if isWord(byte) {
        let end = text[position...].firstIndex { !isWord($0) } ?? text.count
        tokens.append(
          Token(
            line: line, kind: .word, text: String(decoding: text[position..<end], as: UTF8.self)))
        position = end
      } else {
        if ![UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n")]
          .contains(byte)
        {
          tokens.append(
            Token(line: line, kind: .mark, text: String(decoding: [byte], as: UTF8.self)))
        }
        skip(to: position + 1)
      }
    }
    return tokens
  }

  /// A CMake bracket argument at `start`: what is inside, and where it ends.
  private func bracketed(_ text: [UInt8], at start: Int) -> (content: Range<Int>, end: Int)? {
    guard text[start] == UInt8(ascii: "[") else { return nil }
    let equals = text[(start + 1)...].prefix { $0 == UInt8(ascii: "=") }.count
    let begin = start + equals + 2
    guard begin <= text.count, text[begin - 1] == UInt8(ascii: "[") else { return nil }
    let close =
      [UInt8(ascii: "]")] + [UInt8](repeating: UInt8(ascii: "="), count: equals) + [
        UInt8(ascii: "]")
      ]
    var end = begin
    while end < text.count, !text[end...].starts(with: close) { end += 1 }
    return (begin..<end, min(end + close.count, text.count))
  }

  /// The calls of a file in the order of their names; a call's arguments include those of calls
  /// inside it.
  ///
  /// - Complexity: O(length). An argument belongs to the eight innermost calls around it, and a
  ///   call keeps its first 512, so that the output stays proportional to the input.
  func calls(in text: [UInt8]) -> [BuildCall] {
    let tokens = tokens(of: text)
    var calls: [(line: Int, name: String, arguments: [String])] = []
    // For each open parenthesis the call it belongs to, if a name precedes it.
    var open: [Int?] = []
    for (index, token) in tokens.enumerated() {
      switch (token.kind, token.text) {
      case (.mark, "("):
        if index > 0, tokens[index - 1].kind == .word {
          open.append(calls.count)
          calls.append((tokens[index - 1].line, tokens[index - 1].text, []))
        } else {
          open.append(nil)
        }
      case (.mark, ")"):
        _ = open.popLast()
      default:
        for call in open.suffix(8).compactMap({ $0 }) where calls[call].arguments.count < 512 {
          if token.kind != .mark {
            calls[call].arguments.append(token.text)
          } else if token.text == ":" || token.text == "=",
            let last = calls[call].arguments.indices.last
          {
            calls[call].arguments[last] += token.text
          }
        }
      }
    }
    return calls.map { BuildCall(line: $0.line, name: $0.name, arguments: $0.arguments) }
  }
}
