import Findings
import SafeFiles
import Testing

/// What a baseline takes out, and what it does not.
struct BaselineTests {
  private func finding(
    _ path: String, line: Int? = nil, _ message: String = "has changed"
  ) throws -> Finding {
    Finding(FindingTests.rule, path: try RelativePath(path), line: line, message)
  }

  @Test func movedLinesStayKnown() throws {
    let baseline = Baseline([try finding("a", line: 3), try finding("b", line: 1)])
    let moved = baseline.compared(with: [try finding("a", line: 90), try finding("b", line: 7)])
    #expect(moved.new.isEmpty)
    #expect(moved.known == 2)
    #expect(moved.gone.isEmpty)
  }

  @Test func anotherFileMessageOrOneMoreIsNew() throws {
    let baseline = Baseline([try finding("a", line: 3), try finding("gone")])
    let new = [
      try finding("a", line: 8), try finding("c"), try finding("a", "has changed twice"),
    ]
    let comparison = baseline.compared(with: [try finding("a", line: 3)] + new)
    #expect(comparison.new == new)
    #expect(comparison.known == 1)
    #expect(comparison.gone == ["gone: has changed [demo-changed]"])
  }

  @Test func theFileReadsAsItWasWritten() throws {
    var entry = Finding(FindingTests.other, package: "p", "is \"new\"\u{1B}[2J ä")
    entry.entry = "app"
    let findings = [try finding("a"), try finding("a", line: 2), entry]
    let baseline = Baseline(findings)
    #expect(baseline.count == 3)
    #expect(try Baseline(Array(baseline.text.utf8)) == baseline)
    #expect(Baseline(findings.reversed()).text == baseline.text)
    #expect(baseline.compared(with: findings).new.isEmpty)
    let gone = baseline.compared(with: []).gone
    #expect(gone.count == 2)
    #expect(gone.allSatisfy { !$0.contains("\u{1B}") }, "safe on a terminal")
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"schema": 2, "findings": []}"#, #"{"schema": 1}"#,
    #"{"schema": 1, "findings": [{"rule": "r"}]}"#,
    #"{"schema": 1, "findings": [{"rule": "r", "message": "m", "count": 0}]}"#,
    #"{"schema": 1, "findings": [{"rule": "r", "message": "m", "count": 99999999999999999999}]}"#,
  ])
  func whatIsNoBaselineIsRefused(text: String) {
    #expect(throws: Baseline.DamagedFile.self) { try Baseline(Array(text.utf8)) }
  }

  @Test func noDamageCrashes() throws {
    let text = Array(Baseline([try finding("a"), try finding("a")]).text.utf8)
    for length in text.indices {
      _ = try? Baseline(Array(text[..<length]))
      var flipped = text
      flipped[length] ^= 0x15
      _ = try? Baseline(flipped)
    }
  }
}
