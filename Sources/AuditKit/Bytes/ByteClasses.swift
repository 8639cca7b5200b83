/// The classes of bytes that texts are read by; letters and digits are those of ASCII.
extension UInt8 {
  /// Whether it is a letter.
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  /// Whether it is a letter in upper case.
  var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }

  /// Whether it is a decimal digit.
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Whether it is a space or a tab.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// Whether a name in most programming languages can contain it: a letter, a digit or a `_`.
  var isIdentifier: Bool { isLetter || isDigit || self == UInt8(ascii: "_") }

  /// The same byte, a letter in lower case.
  var lowercased: UInt8 { isCapital ? self | 0x20 : self }
}
