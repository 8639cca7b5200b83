extension YAML {
  /// The deepest nesting, the longest line in bytes, and the largest text in bytes that are read.
  static let (maxDepth, maxLineBytes, maxBytes) = (32, 1 << 16, 16 << 20)

  /// Reads a text with one document.
  ///
  /// - Throws: `YAMLError` for everything that this subset has not: tabs before text, anchors, tags,
  ///   aliases, block scalars, flow collections with anything in them, scalars over several lines, a
  ///   second document; for a key that appears twice, and beyond the limits.
  /// - Complexity: O(bytes), and O(keys) in expectation for each mapping.
  public init(_ bytes: [UInt8]) throws(YAMLError) {
    guard bytes.count <= Self.maxBytes else {
      throw YAMLError(line: 1, problem: "begins a text of more than \(Self.maxBytes) bytes")
    }
    var reader = YAMLReader(lines: try YAMLLine.all(in: bytes))
    self = try reader.document()
  }
}

/// A line with something on it.
private struct YAMLLine {
  var number: Int
  var indentation: Int
  /// The text without indentation, comment and spaces at the end; not empty.
  var text: Substring

  /// All lines but blank ones, comments, a byte order mark and the first `---`.
  static func all(in bytes: [UInt8]) throws(YAMLError) -> [YAMLLine] {
    var lines: [YAMLLine] = []
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let split = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, raw) in split.enumerated() {
      let number = index + 1
      let raw = raw.last == UInt8(ascii: "\r") ? raw.dropLast() : raw
      guard raw.count <= YAML.maxLineBytes else {
        throw YAMLError(line: number, problem: "is longer than \(YAML.maxLineBytes) bytes")
      }
      guard let line = String(validating: raw, as: UTF8.self) else {
        throw YAMLError(line: number, problem: "is not UTF-8")
      }
      let text = line.drop { $0 == " " }
      guard let first = text.unicodeScalars.first, first != "#" else { continue }
      if let control = line.unicodeScalars.first(where: {
        $0.properties.generalCategory == .control
      }) {
        let what = control == "\t" ? "a tab" : "a control character"
        throw YAMLError(line: number, problem: "contains \(what)")
      }
      if text == "---", lines.isEmpty { continue }
      let indentation = raw.prefix { $0 == 0x20 }.count
      if indentation == 0, ["---", "..."].contains(where: text.hasPrefix) || text.hasPrefix("%") {
        throw YAMLError(line: number, problem: "begins another document, expected one")
      }
      lines.append(YAMLLine(number: number, indentation: indentation, text: text))
    }
    return lines
  }
}

/// Reads lines from the first to the last.
private struct YAMLReader {
  var lines: [YAMLLine]
  var place = 0

  var next: YAMLLine? { place < lines.count ? lines[place] : nil }

  mutating func document() throws(YAMLError) -> YAML {
    guard let first = next else { return .mapping([]) }
    let value = try block(first.indentation, depth: 0)
    if let line = next {
      throw YAMLError(line: line.number, problem: "does not continue the block above it")
    }
    return value
  }

  /// The sequence or mapping whose lines are indented by exactly `indentation`.
  private mutating func block(_ indentation: Int, depth: Int) throws(YAMLError) -> YAML {
    guard let first = next else { preconditionFailure("a block has a line") }
    guard depth < YAML.maxDepth else {
      throw YAMLError(line: first.number, problem: "is nested more than \(YAML.maxDepth) deep")
    }
    if Self.isItem(first.text) { return try sequence(indentation, depth: depth) }
    return try mapping(indentation, depth: depth)
  }

  private static func isItem(_ text: Substring) -> Bool { text == "-" || text.hasPrefix("- ") }

  private mutating func sequence(_ indentation: Int, depth: Int) throws(YAMLError) -> YAML {
    var elements: [YAML] = []
    while let line = next, line.indentation == indentation, Self.isItem(line.text) {
      let rest = line.text.dropFirst().drop { $0 == " " }
      if rest.isEmpty || rest.hasPrefix("#") {
        place += 1
        elements.append(try nested(below: indentation, depth: depth))
      } else if try opensBlock(rest, line: line.number) {
        // What follows the dash is the first line of a block that begins in its column.
        let column = indentation + line.text.utf8.count - rest.utf8.count
        lines[place] = YAMLLine(number: line.number, indentation: column, text: rest)
        elements.append(try block(column, depth: depth + 1))
      } else {
        place += 1
        elements.append(try YAMLScalar.value(rest, line: line.number))
        try refuseContinuation(of: indentation)
      }
    }
    return .sequence(elements)
  }

  /// Whether `text`, which follows a dash, is the first line of a block.
  private func opensBlock(_ text: Substring, line: Int) throws(YAMLError) -> Bool {
    if Self.isItem(text) { return true }
    return try YAMLScalar.key(in: text, line: line) != nil
  }

  private mutating func mapping(_ indentation: Int, depth: Int) throws(YAMLError) -> YAML {
    var pairs: [YAML.Pair] = []
    var known: Set<String> = []
    while let line = next, line.indentation == indentation, !Self.isItem(line.text) {
      guard let (key, rest) = try YAMLScalar.key(in: line.text, line: line.number) else {
        throw YAMLError(line: line.number, problem: "has no key, expected 'key: value'")
      }
      guard known.insert(key).inserted else {
        throw YAMLError(line: line.number, problem: "repeats the key '\(key)'")
      }
      place += 1
      let value: YAML
      if rest.isEmpty || rest.hasPrefix("#") {
        // A sequence may begin in the column of the key that it belongs to.
        if let item = next, item.indentation == indentation, Self.isItem(item.text) {
          value = try block(indentation, depth: depth + 1)
        } else {
          value = try nested(below: indentation, depth: depth)
        }
      } else {
        value = try YAMLScalar.value(rest, line: line.number)
        try refuseContinuation(of: indentation)
      }
      pairs.append(YAML.Pair(key: key, value: value, line: line.number))
    }
    return .mapping(pairs)
  }

  /// The block that is indented more, or nothing.
  private mutating func nested(below indentation: Int, depth: Int) throws(YAMLError) -> YAML {
    guard let line = next, line.indentation > indentation else { return .scalar("") }
    return try block(line.indentation, depth: depth + 1)
  }

  private func refuseContinuation(of indentation: Int) throws(YAMLError) {
    guard let line = next, line.indentation > indentation else { return }
    throw YAMLError(
      line: line.number, problem: "continues the value above, expected values on one line")
  }
}

/// Scalars on one line.
private enum YAMLScalar {
  /// The key at the start of `text`, and what follows its colon; nil where there is none.
  static func key(
    in text: Substring, line: Int
  ) throws(YAMLError) -> (key: String, rest: Substring)? {
    if text.first == "\"" || text.first == "'" {
      let (key, rest) = try quoted(text, line: line)
      guard rest.first == ":" else { return nil }
      let after = rest.dropFirst()
      guard after.isEmpty || after.first == " " else { return nil }
      return (key, after.drop { $0 == " " })
    }
    var before: Character?
    for index in text.indices {
      let character = text[index]
      if character == "#", before == " " { return nil }
      before = character
      guard character == ":" else { continue }
      let after = text[text.index(after: index)...]
      guard after.isEmpty || after.first == " " else { continue }
      let key = text[..<index]
      guard !key.isEmpty else { throw YAMLError(line: line, problem: "has an empty key") }
      try check(key, line: line)
      return (String(key), after.drop { $0 == " " })
    }
    return nil
  }

  /// The value that `text` is, a comment after it aside.
  static func value(_ text: Substring, line: Int) throws(YAMLError) -> YAML {
    if text.first == "\"" || text.first == "'" {
      let (value, rest) = try quoted(text, line: line)
      let after = rest.drop { $0 == " " }
      guard after.isEmpty || after.first == "#" && rest.first == " " else {
        throw YAMLError(line: line, problem: "has text after a quoted value")
      }
      return .scalar(value)
    }
    let end = text.firstRange(of: " #")?.lowerBound ?? text.endIndex
    var plain = text[..<end]
    while plain.last == " " { plain = plain.dropLast() }
    if plain == "[]" { return .sequence([]) }
    if plain == "{}" { return .mapping([]) }
    try check(plain, line: line)
    guard !plain.contains(": "), plain.last != ":" else {
      throw YAMLError(line: line, problem: "has a second ': ', expected one; quote the value")
    }
    return .scalar(String(plain))
  }

  /// Refuses what a plain scalar may not begin with, YAML 1.2 section 7.3.3.
  private static func check(_ plain: Substring, line: Int) throws(YAMLError) {
    guard let first = plain.first else { return }
    let isIndicator = "&*!|>%@`,[]{}#\"'".contains(first)
    guard !isIndicator, plain != "?", !plain.hasPrefix("? ") else {
      throw YAMLError(
        line: line, problem: "has a value that begins with '\(first)', which is not read here")
    }
  }

  /// The quoted scalar at the start of `text`, and what follows it.
  private static func quoted(
    _ text: Substring, line: Int
  ) throws(YAMLError) -> (text: String, rest: Substring) {
    let quote = text.first
    var value = String.UnicodeScalarView()
    var rest = text.unicodeScalars.dropFirst()
    while let scalar = rest.popFirst() {
      if quote == "'" {
        guard scalar == "'" else {
          value.append(scalar)
          continue
        }
        guard rest.first == "'" else { return (String(value), Substring(rest)) }
        rest.removeFirst()
        value.append("'")
      } else if scalar == "\"" {
        return (String(value), Substring(rest))
      } else if scalar == "\\" {
        guard let escaped = rest.popFirst(), let character = escapes[escaped] else {
          throw YAMLError(line: line, problem: "has an escape that is not read here")
        }
        value.append(character)
      } else {
        value.append(scalar)
      }
    }
    throw YAMLError(line: line, problem: "has a quote that does not end on the line")
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "\"": "\"", "\\": "\\", "/": "/", "n": "\n", "t": "\t", " ": " ",
  ]
}
