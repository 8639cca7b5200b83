/// A moment in UTC to the second, in the one form that all reports have: `2026-11-21T12:00:00Z`.
public struct UTCTimestamp: Hashable, Sendable, CustomStringConvertible {
  /// The day in UTC.
  public let date: CivilDate
  /// From 0 to 86,399.
  private let secondOfDay: Int

  /// Reads a time of RFC 3339, section 5.6: any offset, fractions of a second left out.
  ///
  /// Nil for days and times that do not exist. Leap seconds are refused too: the formats that have the
  /// time (xsd:dateTime, and what reads it) know no second 60.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.count <= 64, "Tt ".utf8.contains(bytes[10]),
      let date = CivilDate(String(decoding: bytes[..<10], as: UTF8.self)), date.year >= 1,
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let hour = Self.number(bytes[11..<13], below: 24),
      let minute = Self.number(bytes[14..<16], below: 60),
      let second = Self.number(bytes[17..<19], below: 60)
    else { return nil }
    var rest = bytes[19...]
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { Self.isDigit($0) }
      guard !digits.isEmpty else { return nil }
      rest = rest[digits.endIndex...]
    }
    guard let offset = Self.offsetSeconds(rest) else { return nil }
    self.init(
      secondsSince1970: date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset)
  }

  /// The moment in seconds since 1970; nil outside the years 1 to 9999, which the form has.
  public init?(secondsSince1970 seconds: Int) {
    guard (-62_135_596_800..<253_402_300_800).contains(seconds) else { return nil }
    date = CivilDate(secondsSince1970: seconds)
    secondOfDay = seconds - date.daysSince1970 * 86_400
  }

  /// `2026-11-21T12:00:00Z`
  public var description: String {
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hour, minute) = (secondOfDay / 3600, secondOfDay / 60 % 60)
    return "\(date)T\(padded(hour)):\(padded(minute)):\(padded(secondOfDay % 60))Z"
  }

  /// The offset from UTC in seconds of `Z` or `+01:00`; nil for anything else.
  private static func offsetSeconds(_ bytes: ArraySlice<UInt8>) -> Int? {
    let bytes = Array(bytes)
    if bytes == [UInt8(ascii: "Z")] || bytes == [UInt8(ascii: "z")] { return 0 }
    guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
      let hours = number(bytes[1..<3], below: 24), let minutes = number(bytes[4..<6], below: 60)
    else { return nil }
    let offset = hours * 3600 + minutes * 60
    switch bytes[0] {
    case UInt8(ascii: "+"): return offset
    case UInt8(ascii: "-"): return -offset
    default: return nil
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>, below limit: Int) -> Int? {
    guard digits.allSatisfy(isDigit) else { return nil }
    let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return value < limit ? value : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
