import Findings
import SafeFiles
import Testing
import TextFormats

/// A finding as text, JSON and SARIF.
struct FindingTests {
  static let rule = Finding.Rule(
    "demo-changed", .error, "a file has changed", help: "Somebody edited it. Restore it.")
  static let other = Finding.Rule("demo-new", .note, "a file is new", help: "Look at it.")

  @Test func aLineContainsPlaceSeverityMessageAndRule() throws {
    let path = try RelativePath("src/a.c")
    #expect(
      Finding(Self.rule, package: "demo", path: path, line: 3, "has changed").line()
        == "src/a.c:3: error: has changed [demo-changed]")
    #expect(
      Finding(Self.rule, path: path, "has changed").line(below: "out")
        == "out/src/a.c: error: has changed [demo-changed]")
    #expect(
      Finding(Self.other, package: "demo", line: 3, "is new").line()
        == "demo: note: is new [demo-new]")
    #expect(Finding(Self.other, "is new").line() == "note: is new [demo-new]")
  }

  @Test func aSharedRemedyIsPrintedOnceAfterTheLastFinding() throws {
    let findings = try ["a", "b", "c", "d"].map { name in
      Finding(
        Self.rule, path: try RelativePath(name), "has changed",
        remedy: name == "b" ? "keep it" : "run sync")
    }
    #expect(
      Finding.lines(of: findings) == [
        "a: error: has changed [demo-changed]",
        "c: error: has changed [demo-changed]",
        "d: error: has changed [demo-changed]",
        "  remedy: run sync",
        "b: error: has changed [demo-changed]",
        "  remedy: keep it",
      ])
    #expect(Finding.lines(of: []).isEmpty)
  }

  @Test func aFindingWithoutARemedyHasItsRulesHelp() {
    #expect(Finding(Self.rule, "has changed").remedy == "Somebody edited it. Restore it.")
  }

  @Test func jsonContainsWhatIsKnown() throws {
    #expect(
      Finding(Self.rule, path: try RelativePath("a"), line: 2, "has changed", remedy: "r").json == [
        "rule": "demo-changed", "severity": "error", "path": "a", "line": 2,
        "message": "has changed", "remedy": "r",
      ])
  }

  @Test func severitiesAreOrdered() {
    #expect(Finding.Severity.allCases.sorted() == [.note, .warning, .error])
    #expect(Finding.Severity.allCases.max() == .error)
  }
}
