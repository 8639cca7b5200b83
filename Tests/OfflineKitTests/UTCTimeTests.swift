import Foundation
import Testing

@testable import OfflineKit

struct UTCTimeTests {
  @Test func agreesWithFoundation() {
    var generator = SystemRandomNumberGenerator()
    let seconds =
      [0, -1, 951_782_399, 951_782_400, 4_107_542_399]
      + (0..<2000).map { _ in Int.random(in: -4_000_000_000...8_000_000_000, using: &generator) }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    for second in seconds where second > -11_000_000_000 {
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second, .weekday],
        from: Date(timeIntervalSince1970: Double(second)))
      let time = UTCTime(second)
      #expect(
        [time.year, time.month, time.day, time.hour, time.minute, time.second, time.weekday + 1]
          == [
            parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second,
            parts.weekday,
          ])
    }
    #expect(UTCTime(1_795_310_403).text == "2026-11-22T01:20:03Z")
  }
}
