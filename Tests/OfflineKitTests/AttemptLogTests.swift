import Testing

@testable import OfflineKit

struct AttemptLogTests {
  private func program(_ pid: Int32, _ name: String = "curl") -> BuildProgram {
    BuildProgram(name: name, pid: pid, executable: "/bin/\(name)", commandLine: name)
  }

  @Test func sameProgramAndTargetIsOneAttemptWithACount() {
    var log = AttemptLog()
    let target = Attempt.Target.address("192.0.2.1", port: 80, transport: "tcp")
    for pid in 1...3 {
      log.record(target, by: program(Int32(pid)), at: .milliseconds(pid))
    }
    log.record(target, by: program(4, "wget"), at: .milliseconds(9))
    #expect(log.attempts.map(\.count) == [3, 1])
    #expect(log.attempts[0].program.pid == 1)
    #expect(log.attempts[0].first == .milliseconds(1))
    #expect(log.attempts[0].last == .milliseconds(3))
  }

  @Test func oneLookupIsOneHoweverManyQuestionsItTakes() {
    var log = AttemptLog()
    let target = Attempt.Target.name("example.invalid")
    for type in ["A", "AAAA", "A", "AAAA"] {
      log.record(target, by: program(1), at: .milliseconds(1), recordType: type)
    }
    #expect(log.attempts.map(\.count) == [1])
    #expect(log.attempts[0].recordTypes == ["A", "AAAA"])
    log.record(target, by: program(2), at: .milliseconds(2), recordType: "A")
    #expect(log.attempts[0].count == 2)
    log.record(target, by: program(2), at: .seconds(2), recordType: "A")
    #expect(log.attempts[0].count == 3)
  }

  @Test func keepsNoMoreThanItsLimitAndCountsTheRest() {
    var log = AttemptLog()
    for number in 0..<AttemptLog.limit + 5 {
      log.record(.name("n\(number)"), by: program(1), at: .zero, recordType: "A")
    }
    log.record(.name("n0"), by: program(2), at: .zero, recordType: "A")
    #expect(log.attempts.count == AttemptLog.limit)
    #expect(log.omittedCount == 5)
    #expect(log.attempts[0].count == 2)
  }

  @Test(arguments: [
    (Attempt.Target.address("192.0.2.1", port: 80, transport: "tcp"), "192.0.2.1:80 (tcp)"),
    (.address("2001:db8::1", port: 443, transport: nil), "[2001:db8::1]:443"),
    (.address("192.0.2.1", port: 0, transport: "icmp"), "192.0.2.1 (icmp)"),
    (.name("example.invalid"), "example.invalid"),
  ])
  func spelling(target: Attempt.Target, text: String) {
    #expect(target.description == text)
  }
}
