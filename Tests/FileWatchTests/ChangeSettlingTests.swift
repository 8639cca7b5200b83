import Testing

@testable import FileWatch

/// When a file counts as saved, told the time by hand.
struct ChangeSettlingTests {
  private let start = ContinuousClock.now

  private func time(_ milliseconds: Int) -> ContinuousClock.Instant {
    start + .milliseconds(milliseconds)
  }

  @Test func aSaveCountsAfterAMomentOfQuiet() {
    var settling = ChangeSettling(fileCount: 1)
    #expect(settling.deadline == nil)
    settling.note(.saved(file: 0), at: time(0))
    #expect(settling.settled(at: time(39)).isEmpty)
    #expect(settling.deadline == time(40))
    #expect(settling.settled(at: time(40)) == [0: .saved])
    #expect(settling.deadline == nil)
    #expect(settling.settled(at: time(99)).isEmpty)
  }

  @Test func aBurstIsOneChange() {
    var settling = ChangeSettling(fileCount: 2)
    for number in 0..<10 { settling.note(.saved(file: number % 2), at: time(number * 20)) }
    #expect(settling.deadline == time(160 + 40))
    #expect(settling.settled(at: time(200)) == [0: .saved, 1: .saved])
  }

  @Test func savesThatNeverStopAreTakenAfterASecond() {
    var settling = ChangeSettling(fileCount: 1)
    for number in 0...100 { settling.note(.saved(file: 0), at: time(number * 10)) }
    #expect(settling.settled(at: time(1000)) == [0: .saved])
  }

  @Test func noQuietIsLongEnoughWhileSomebodyWrites() {
    var settling = ChangeSettling(fileCount: 2)
    settling.note(.created(file: 0), at: time(0))
    settling.note(.written(file: 0), at: time(1))
    #expect(settling.deadline == nil)
    // The other waits for this one, but not for ever.
    settling.note(.saved(file: 1), at: time(5000))
    #expect(settling.deadline == time(6000))
    #expect(settling.settled(at: time(6000)) == [1: .saved])
    settling.note(.saved(file: 0), at: time(9001))
    #expect(settling.deadline == time(9041))
    #expect(settling.settled(at: time(9041)) == [0: .saved])
  }

  @Test func aLinkNeedsNoClose() {
    var settling = ChangeSettling(fileCount: 1)
    settling.note(.created(file: 0), at: time(0))
    #expect(settling.settled(at: time(40)) == [0: .created])
  }

  @Test func theStrongestEvidenceCounts() {
    var settling = ChangeSettling(fileCount: 2)
    settling.note(.gone(file: 0), at: time(0))
    settling.note(.saved(file: 0), at: time(1))
    settling.note(.elsewhere, at: time(2))
    #expect(settling.settled(at: time(42)) == [0: .saved, 1: .elsewhere])
  }

  @Test func whereEventsWereLostNobodyIsWaitedFor() {
    var settling = ChangeSettling(fileCount: 1)
    settling.note(.written(file: 0), at: time(0))
    settling.note(.elsewhere, at: time(1))
    #expect(settling.settled(at: time(41)) == [0: .elsewhere])
  }
}
