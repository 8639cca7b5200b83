extension String {
  /// Appends `text` in double quotes, with what JSON, TOML and curl escape alike: quotes, backslashes,
  /// line feeds, carriage returns and tabs.
  ///
  /// - Parameter escape: what a format writes in place of another scalar; nil if it stays as it is.
  /// - Complexity: O(n) in the length of `text`.
  mutating func appendQuoted(_ text: String, escaping escape: (Unicode.Scalar) -> String?) {
    self += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": self += "\\\""
      case "\\": self += "\\\\"
      case "\n": self += "\\n"
      case "\r": self += "\\r"
      case "\t": self += "\\t"
      default:
        if let escaped = escape(scalar) {
          self += escaped
        } else {
          unicodeScalars.append(scalar)
        }
      }
    }
    self += "\""
  }
}

extension Unicode.Scalar {
  /// `\uXXXX`, as JSON (RFC 8259, 7) and TOML 1.0 write a scalar of at most four hexadecimal digits.
  func fourDigitEscape(uppercase: Bool = false) -> String {
    let digits = String(value, radix: 16, uppercase: uppercase)
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}
