/// Values without quotes or brackets: Booleans, integers, floats, dates and times.
enum PlainValue {
  /// Why a word is not such a value.
  enum Problem: Error {
    case noValue
    case noNumber
    case noMoment
    case tooLarge

    func problem(with word: ArraySlice<UInt8>) -> String {
      let shown = String(decoding: word.prefix(80), as: UTF8.self)
      switch self {
      case .noValue: return "expected a value, found '\(shown)'; write a string in quotes"
      case .noNumber: return "'\(shown)' is not a number"
      case .noMoment: return "'\(shown)' is not a date or a time of RFC 3339"
      case .tooLarge: return "'\(shown)' does not fit in 64 bits"
      }
    }
  }

  /// Whether such a value can contain `byte`.
  static func mayContain(_ byte: UInt8) -> Bool {
    Key.isBare(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: ":")
  }

  /// Parses `word` as a value.
  static func content(of word: ArraySlice<UInt8>) throws(Problem) -> TOMLTree.Content {
    if word.elementsEqual("true".utf8) { return .boolean(true) }
    if word.elementsEqual("false".utf8) { return .boolean(false) }
    if Moment.isMeant(by: word) {
      guard let moment = Moment(word) else { throw .noMoment }
      return .moment(moment, String(decoding: word, as: UTF8.self))
    }
    let isNegative = word.first == UInt8(ascii: "-")
    let hasSign = isNegative || word.first == UInt8(ascii: "+")
    let digits = hasSign ? word.dropFirst() : word
    if digits.elementsEqual("inf".utf8) { return .float(isNegative ? -.infinity : .infinity) }
    if digits.elementsEqual("nan".utf8) { return .float(.nan) }
    guard let first = digits.first, isDigit(first) || hasSign || first == UInt8(ascii: ".") else {
      throw .noValue
    }
    if !hasSign, let radix = radix(of: digits) {
      return .integer(try integer(digits.dropFirst(2), radix: radix, isNegative: false))
    }
    if digits.contains(where: { ".eE".utf8.contains($0) }) {
      return .float(try float(digits, isNegative: isNegative))
    }
    guard isWhole(digits) else { throw .noNumber }
    return .integer(try integer(digits, radix: 10, isNegative: isNegative))
  }

  /// The value of a digit of base 16; nil for any other character.
  static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func radix(of digits: ArraySlice<UInt8>) -> Int? {
    guard digits.first == UInt8(ascii: "0") else { return nil }
    switch digits.dropFirst().first {
    case UInt8(ascii: "x"): return 16
    case UInt8(ascii: "o"): return 8
    case UInt8(ascii: "b"): return 2
    default: return nil
    }
  }

  /// Parses digits with single underscores between them.
  private static func integer(
    _ digits: ArraySlice<UInt8>, radix: Int, isNegative: Bool
  ) throws(Problem) -> Int {
    var value = 0
    var isAfterDigit = false
    for byte in digits {
      if byte == UInt8(ascii: "_") {
        guard isAfterDigit else { throw .noNumber }
        isAfterDigit = false
        continue
      }
      guard let digit = hexadecimalDigit(byte), digit < radix else { throw .noNumber }
      isAfterDigit = true
      let (product, overflow) = value.multipliedReportingOverflow(by: radix)
      let (sum, carry) =
        isNegative
        ? product.subtractingReportingOverflow(Int(digit))
        : product.addingReportingOverflow(Int(digit))
      guard !overflow, !carry else { throw .tooLarge }
      value = sum
    }
    guard isAfterDigit else { throw .noNumber }
    return value
  }

  private static func float(
    _ digits: ArraySlice<UInt8>, isNegative: Bool
  ) throws(Problem) -> Double {
    let mantissaEnd =
      digits.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? digits.endIndex
    let mantissa = digits[..<mantissaEnd]
    let point = mantissa.firstIndex(of: UInt8(ascii: "."))
    guard isWhole(mantissa[..<(point ?? mantissaEnd)]) else { throw .noNumber }
    if let point, !isDigits(mantissa[(point + 1)...]) { throw .noNumber }
    if mantissaEnd < digits.endIndex {
      var exponent = digits[(mantissaEnd + 1)...]
      if let sign = exponent.first, "+-".utf8.contains(sign) { exponent.removeFirst() }
      guard isDigits(exponent) else { throw .noNumber }
    }
    let text = String(decoding: digits.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
    guard let value = Double(text) else { preconditionFailure("'\(text)' is a number") }
    return isNegative ? -value : value
  }

  /// Whether `digits` is a decimal integer: digits without a leading zero.
  private static func isWhole(_ digits: ArraySlice<UInt8>) -> Bool {
    isDigits(digits) && (digits.count == 1 || digits.first != UInt8(ascii: "0"))
  }

  /// Whether this is one or more digits with only single underscores between them.
  private static func isDigits(_ digits: ArraySlice<UInt8>) -> Bool {
    var isAfterDigit = false
    for byte in digits {
      guard isDigit(byte) || isAfterDigit && byte == UInt8(ascii: "_") else { return false }
      isAfterDigit = isDigit(byte)
    }
    return isAfterDigit
  }
}
