/// A value in TOML 1.0 syntax.
public struct TOMLValue: Equatable, Sendable {
  /// The value's text, on one line.
  public let text: String

  /// A basic string: quotes and backslashes are escaped, and so are control characters.
  public static func string(_ string: String) -> TOMLValue {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}":
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return TOMLValue(text: text + "\"")
  }

  /// An integer.
  public static func integer(_ integer: Int) -> TOMLValue { TOMLValue(text: String(integer)) }

  /// An array of strings.
  public static func strings(_ strings: [String]) -> TOMLValue {
    TOMLValue(text: "[\(strings.map { string($0).text }.joined(separator: ", "))]")
  }
}
