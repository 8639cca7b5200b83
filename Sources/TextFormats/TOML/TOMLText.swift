/// The text of a TOML document, written from top to bottom.
public struct TOMLText: Sendable {
  /// The document so far.
  public private(set) var text: String

  /// A document that begins with `start`, lines of TOML.
  public init(_ start: StaticString = "") {
    text = start.description
  }

  /// Adds a key with its value.
  ///
  /// - Precondition: the key needs no quotes.
  public mutating func appendKey(_ key: StaticString, _ value: TOMLValue) {
    text += "\(key) = \(value.text)\n"
  }

  /// Adds an element to an array of tables: an empty line, the comment, its header, then a line for
  /// each key that has a value.
  ///
  /// - Parameter isCommentedOut: whether it is a comment, too, for a person to put into effect by
  ///   removing each `# `.
  /// - Precondition: the array's name and the keys need no quotes.
  public mutating func appendElement(
    of array: StaticString, comment: [String] = [], isCommentedOut: Bool = false,
    _ fields: KeyValuePairs<StaticString, TOMLValue?>
  ) {
    text += "\n"
    appendComment(comment)
    var lines = ["[[\(array)]]"]
    for case (let key, let value?) in fields {
      lines += "\(key) = \(value.text)".split(separator: "\n").map(String.init)
    }
    if isCommentedOut { return appendComment(lines) }
    for line in lines { text += "\(line)\n" }
  }

  /// Adds an empty line and a comment, a line for each of `lines`.
  ///
  /// - Precondition: no line has control characters; `Printable` in SafeFiles replaces them.
  public mutating func appendParagraph(_ lines: [String]) {
    text += "\n"
    appendComment(lines)
  }

  /// Adds a comment, a line for each of `lines`.
  ///
  /// - Precondition: as for `appendParagraph`.
  public mutating func appendComment(_ lines: [String]) {
    for line in lines {
      precondition(line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a comment is one line")
      text += line.isEmpty ? "#\n" : "# \(line)\n"
    }
  }
}

/// A value in TOML 1.0 syntax.
public struct TOMLValue: Equatable, Sendable {
  /// The value's text, on one line except for tables.
  public let text: String

  /// A basic string: quotes and backslashes are escaped, and so are control characters.
  public static func string(_ string: String) -> TOMLValue {
    var text = ""
    text.appendQuoted(string) { scalar in
      switch scalar {
      case "\u{0}"..."\u{1F}", "\u{7F}": scalar.fourDigitEscape(uppercase: true)
      default: nil
      }
    }
    return TOMLValue(text: text)
  }

  /// An integer.
  public static func integer(_ integer: Int) -> TOMLValue { TOMLValue(text: String(integer)) }

  /// `true` or `false`.
  public static func boolean(_ boolean: Bool) -> TOMLValue { TOMLValue(text: "\(boolean)") }

  /// An array of integers.
  public static func integers(_ integers: [Int]) -> TOMLValue {
    TOMLValue(text: "[\(integers.map(String.init).joined(separator: ", "))]")
  }

  /// An array of inline tables, each on a line of its own; a key without a value is left out.
  ///
  /// - Precondition: the keys need no quotes.
  public static func tables(_ tables: [KeyValuePairs<StaticString, TOMLValue?>]) -> TOMLValue {
    let lines = tables.map { table in
      let fields = table.compactMap { key, value in value.map { "\(key) = \($0.text)" } }
      return "  { \(fields.joined(separator: ", ")) },\n"
    }
    return TOMLValue(text: "[\n\(lines.joined())]")
  }

  /// An array of strings.
  public static func strings(_ strings: [String]) -> TOMLValue {
    TOMLValue(text: "[\(strings.map { string($0).text }.joined(separator: ", "))]")
  }
}
