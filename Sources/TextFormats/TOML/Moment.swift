/// The four kinds of date and time (TOML 1.0; RFC 3339, section 5.6).
enum Moment: Sendable {
  /// `1979-05-27T07:32:00Z`.
  case offsetDateTime
  /// `1979-05-27T07:32:00`.
  case localDateTime
  /// `1979-05-27`.
  case localDate
  /// `07:32:00`.
  case localTime

  /// The kind of `word`; nil if it is not a date or time, or not a valid one.
  init?(_ word: ArraySlice<UInt8>) {
    var reader = Reader(rest: word)
    if word.dropFirst(2).first == UInt8(ascii: ":") {
      guard reader.readTime(), reader.rest.isEmpty else { return nil }
      self = .localTime
      return
    }
    guard reader.readDate() else { return nil }
    guard let separator = reader.rest.popFirst() else {
      self = .localDate
      return
    }
    guard "Tt ".utf8.contains(separator), reader.readTime() else { return nil }
    if reader.rest.isEmpty {
      self = .localDateTime
    } else {
      guard reader.readOffset(), reader.rest.isEmpty else { return nil }
      self = .offsetDateTime
    }
  }

  /// Whether `word` begins like a date or a time and not like a number.
  static func isMeant(by word: ArraySlice<UInt8>) -> Bool {
    let digits = word.prefix(while: PlainValue.isDigit).count
    let next = word.dropFirst(digits).first
    return digits > 0 && (next == UInt8(ascii: "-") || next == UInt8(ascii: ":"))
  }

  /// Whether `word` is a date without a time.
  static func isDate(_ word: ArraySlice<UInt8>) -> Bool {
    var reader = Reader(rest: word)
    return word.count == 10 && reader.readDate()
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func readDate() -> Bool {
      guard let year = readNumber(digits: 4), take("-"), let month = readNumber(digits: 2),
        (1...12).contains(month), take("-"), let day = readNumber(digits: 2)
      else { return false }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      return (1...days[month - 1]).contains(day)
    }

    mutating func readTime() -> Bool {
      // A minute may have a leap second.
      guard let hour = readNumber(digits: 2), hour < 24, take(":"),
        let minute = readNumber(digits: 2), minute < 60, take(":"),
        let second = readNumber(digits: 2), second <= 60
      else { return false }
      guard take(".") else { return true }
      let fraction = rest.prefix(while: PlainValue.isDigit)
      rest = rest[fraction.endIndex...]
      return !fraction.isEmpty
    }

    mutating func readOffset() -> Bool {
      if take("Z") || take("z") { return true }
      guard take("+") || take("-"), let hour = readNumber(digits: 2), hour < 24, take(":"),
        let minute = readNumber(digits: 2), minute < 60
      else { return false }
      return true
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest.removeFirst()
      return true
    }

    private mutating func readNumber(digits: Int) -> Int? {
      let number = rest.prefix(digits)
      guard number.count == digits, number.allSatisfy(PlainValue.isDigit) else { return nil }
      rest = rest.dropFirst(digits)
      return number.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
  }
}
