/// The text of a TOML document, written from top to bottom.
public struct TOMLText: Sendable {
  /// The document so far.
  public private(set) var text: String

  /// A document that begins with `start`, lines of TOML.
  public init(_ start: StaticString = "") {
    text = start.description
  }

  /// Adds an element to an array of tables: an empty line, its header, then a line for each key
  /// that has a value.
  ///
  /// - Precondition: the array's name and the keys need no quotes.
  public mutating func appendElement(
    of array: StaticString, _ fields: KeyValuePairs<StaticString, TOMLValue?>
  ) {
    text += "\n[[\(array)]]\n"
    for case (let key, let value?) in fields { text += "\(key) = \(value.text)\n" }
  }
}

/// A value in TOML 1.0 syntax.
public struct TOMLValue: Equatable, Sendable {
  /// The value's text, on one line.
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

  /// An array of strings.
  public static func strings(_ strings: [String]) -> TOMLValue {
    TOMLValue(text: "[\(strings.map { string($0).text }.joined(separator: ", "))]")
  }
}
