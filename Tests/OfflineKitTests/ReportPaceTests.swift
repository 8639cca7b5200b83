import Testing

@testable import OfflineKit

struct ReportPaceTests {
  @Test func nothingIsDueBeforeAChange() {
    var pace = ReportPace()
    #expect(pace.wait(at: .zero) == nil)
    pace.noteChange()
    #expect(pace.wait(at: .zero) == .zero)
    pace.noteReport(from: .zero, to: .milliseconds(1))
    #expect(pace.wait(at: .seconds(9)) == nil)
  }

  @Test func aChangeSoonAfterAReportWaitsAFractionOfASecond() throws {
    var pace = ReportPace()
    pace.noteReport(from: .seconds(1), to: .milliseconds(1002))
    pace.noteChange()
    let wait = try #require(pace.wait(at: .milliseconds(1003)))
    #expect(wait > .zero && wait <= .milliseconds(100))
    #expect(pace.wait(at: .milliseconds(1003) + wait) == .zero)
  }

  /// Each report costs as much as there are attempts: with one report for each it would be quadratic.
  @Test func tenThousandAttemptsCostATenthOfTheTime() {
    var pace = ReportPace()
    var time = Duration.zero
    var spent = Duration.zero
    for count in 1...10_000 {
      time += .milliseconds(1)
      pace.noteChange()
      guard pace.wait(at: time) == .zero else { continue }
      let cost = Duration.microseconds(20) * count
      pace.noteReport(from: time, to: time + cost)
      time += cost
      spent += cost
    }
    #expect(spent > .zero && spent <= time / 9)
  }
}
