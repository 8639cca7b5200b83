/// Words of a shell that say nothing to a reader.
enum HiddenWord {
  /// The fewest letters that are written so on purpose.
  private static let fewestLetters = 4

  /// Whether a word is mostly letters as escape sequences of `$'…'`, or is put together from single
  /// letters of variables.
  static func isDisguised(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return false }
    let bytes = Array(text.utf8)
    let escapes = countOfEscapes(in: bytes)
    return escapes >= fewestLetters && escapes * 8 >= bytes.count
      || countOfVariableLetters(in: text) >= fewestLetters
  }

  /// How many printable characters of ASCII a word has as `$'…'` of bash writes them, of which the
  /// parser keeps the `$`. Colours and characters of other scripts are ordinary.
  private static func countOfEscapes(in bytes: [UInt8]) -> Int {
    let mark = bytes.indices.dropLast().first {
      bytes[$0] == UInt8(ascii: "$") && bytes[$0 + 1] == UInt8(ascii: "\\")
    }
    guard let mark else { return 0 }
    return bytes.indices[mark...].count { index in
      guard bytes[index] == UInt8(ascii: "\\") else { return false }
      let rest = bytes[(index + 1)...].prefix(5)
      let isPadded = rest.first == UInt8(ascii: "0")
      return switch rest.first {
      case UInt8(ascii: "x"): isPrintable(rest.dropFirst().prefix(2), 16)
      case UInt8(ascii: "u"): isPrintable(rest.dropFirst().prefix(4), 16)
      case UInt8(ascii: "0"), UInt8(ascii: "1"): isPrintable(rest.prefix(isPadded ? 4 : 3), 8)
      default: false
      }
    }
  }

  private static func isPrintable(_ digits: ArraySlice<UInt8>, _ radix: Int) -> Bool {
    let text = String(decoding: digits, as: UTF8.self)
    let value = Int(text, radix: radix) ?? Int(text.dropLast(), radix: radix)
    return value.map { (0x20...0x7E).contains($0) } ?? false
  }

  /// How often a word has one character of a variable, `${NAME:7:1}`.
  private static func countOfVariableLetters(in text: String) -> Int {
    guard text.utf8.contains(UInt8(ascii: ":")) else { return 0 }
    return text.split(separator: "$").count { part in
      let braces = part.prefix { $0 != "}" }
      return braces.hasPrefix("{") && braces.hasSuffix(":1") && braces.count { $0 == ":" } == 2
    }
  }
}
