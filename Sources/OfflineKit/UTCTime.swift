/// A moment in UTC, or with another offset, as its parts.
struct UTCTime: Equatable {
  let year, month, day, hour, minute, second: Int
  /// 0 for Sunday.
  let weekday: Int

  /// - Parameter seconds: since 1970 in UTC; add the offset of a time zone for its local time.
  init(_ seconds: Int) {
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let rest = seconds - days * 86_400
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    weekday = ((days + 4) % 7 + 7) % 7
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// `2026-11-22T01:20:03Z`
  var text: String { "\(date)T\(time)Z" }
  /// `2026-11-22`
  var date: String { "\(year)-\(Self.two(month))-\(Self.two(day))" }
  /// `01:20:03`
  var time: String { "\(Self.two(hour)):\(Self.two(minute)):\(Self.two(second))" }

  static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
