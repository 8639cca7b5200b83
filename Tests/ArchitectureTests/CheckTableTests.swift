import TestSupport
import Testing

/// What `make check` says of its parts, and how it ends.
struct CheckTableTests {
  private func check(
    _ parts: String, environment: [String: String?] = [:]
  ) async throws -> (status: Int32, table: [String]) {
    let outcome = try await Command.run(
      "bash", ["-c", "set -uo pipefail\n. Scripts/parts.sh\n\(parts)\nfinish"], in: Checkout.path,
      environment: ["PARTS": nil, "SKIP": nil].merging(environment) { $1 })
    let lines = outcome.output.split(separator: "\n").map(String.init)
    let end = try #require(lines.lastIndex { $0.hasPrefix("== in all ") }, "\(outcome.errors)")
    // Names and what is said of them; the times between are left out.
    let table = lines[(end + 1)...].map { line in
      line.replacing(#/ +\d+:\d\d +/#, with: ": ")
    }
    return (outcome.status, table)
  }

  @Test func everyPartPassed() async throws {
    let (status, table) = try await check("part one true; size() { note 15 MB; }; part two size")
    #expect(status == 0)
    #expect(table == ["one: passed", "two: passed: 15 MB"])
  }

  @Test func aFailureStopsNothing() async throws {
    let (status, table) = try await check("part one false; part two true")
    #expect(status == 1)
    #expect(table == ["one: failed", "two: passed"])
  }

  @Test func whatDidNotRunIsNoPass() async throws {
    let (status, table) = try await check(
      "lacks() { note no emulator; return 77; }; part one lacks")
    #expect(status == 1)
    #expect(table == ["one: not run: no emulator"])
  }

  @Test func whatNeedsAFailedPartIsNotRun() async throws {
    let (status, table) = try await check("part one false; part two --after one true")
    #expect(status == 1)
    #expect(table == ["one: failed", "two: not run: one did not pass"])
  }

  @Test func whatIsSkippedIsShown() async throws {
    let (status, table) = try await check(
      "part one false; part two true", environment: ["SKIP": "one"])
    #expect(status == 0)
    #expect(table == ["one: not run: SKIP names it", "two: passed"])
  }

  @Test func onlyNamedPartsRun() async throws {
    let (status, table) = try await check(
      "part one false; part two true", environment: ["PARTS": "two"])
    #expect(status == 0)
    #expect(table == ["two: passed", "only these parts: PARTS=two"])
  }
}
