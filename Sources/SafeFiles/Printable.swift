/// Converts untrusted bytes to text that is safe to show on a terminal.
public enum Printable {
  /// The UTF-8 text of `bytes`, where control characters, characters that change the direction of
  /// text or have no width, and bytes that are not UTF-8 are written `\xHH` or `\u{H…}`.
  ///
  /// A backslash is doubled, so that no two sequences of bytes look the same.
  ///
  /// - Complexity: O(n).
  public static func text(of bytes: some Collection<UInt8>) -> String {
    // The case of nearly every name; a decoder would take longer than opening the file.
    if bytes.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\\") }) {
      return String(decoding: bytes, as: UTF8.self)
    }
    var text = ""
    var decoder = UTF8()
    var rest = bytes[...]
    while !rest.isEmpty {
      var iterator = rest.makeIterator()
      decoder = UTF8()
      guard case .scalarValue(let scalar) = decoder.decode(&iterator) else {
        text += escape(byte: rest.removeFirst())
        continue
      }
      rest = rest.dropFirst(UTF8.width(scalar))
      if scalar == "\\" { text += "\\" }
      append(scalar, to: &text)
    }
    return text
  }

  /// `text` on one line, where the characters that are not visible are written as above; backslashes
  /// stay, so that parts that are safe already are not changed.
  ///
  /// - Parameter limit: the most characters of `text`; of more, the first and an ellipsis are taken.
  /// - Complexity: O(n).
  public static func line(_ text: String, limit: Int = .max) -> String {
    if limit < .max, text.count > limit { return line("\(text.prefix(limit - 1))…") }
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var line = ""
    for scalar in text.unicodeScalars { append(scalar, to: &line) }
    return line
  }

  /// `text` with its line feeds and tabs, where other characters that are not visible are written as
  /// above.
  ///
  /// - Complexity: O(n).
  public static func lines(_ text: String) -> String {
    var lines = ""
    for scalar in text.unicodeScalars {
      if scalar == "\n" || scalar == "\t" {
        lines.unicodeScalars.append(scalar)
      } else {
        append(scalar, to: &lines)
      }
    }
    return lines
  }

  /// Appends a character as it is, or its escape where it is not visible.
  private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
    if scalar.value < 0x20 || scalar.value == 0x7F {
      text += escape(byte: UInt8(scalar.value))
    } else if isInvisible(scalar) {
      text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    } else {
      text.unicodeScalars.append(scalar)
    }
  }

  private static func escape(byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.utf8.count == 1 ? "\\x0\(digits)" : "\\x\(digits)"
  }

  /// Controls of the C1 block, format characters (direction marks among them), separators of lines.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
    default: false
    }
  }
}
