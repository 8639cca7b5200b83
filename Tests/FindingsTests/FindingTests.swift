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

  private static func notes(_ count: Int, package: String, of rule: Finding.Rule) throws
    -> [Finding]
  {
    try (1...count).map {
      Finding(
        rule, package: package, path: try RelativePath("\(package)/\($0 % 2)"), line: $0, "is new")
    }
  }

  @Test func manyNotesOfOneRuleAndPackageAreCounted() throws {
    let findings =
      try Self.notes(139, package: "p", of: Self.other)
      + Self.notes(4, package: "q", of: Self.other)
    #expect(
      Finding.lines(of: findings) == [
        "p/1:1: note: is new [demo-new]", "p/0:2: note: is new [demo-new]",
        "p/1:3: note: is new [demo-new]",
        "p: note: 136 more in 2 files; --json lists all [demo-new]",
        "q/1:1: note: is new [demo-new]", "q/0:2: note: is new [demo-new]",
        "q/1:3: note: is new [demo-new]", "q/0:4: note: is new [demo-new]",
        "  remedy: Look at it.",
      ])
    let warning = Self.other.with(.warning)
    #expect(try Finding.lines(of: Self.notes(11, package: "p", of: warning)).count == 12)
    #expect(try Finding.lines(of: Self.notes(12, package: "p", of: warning)).count == 12)
    #expect(try Finding.lines(of: Self.notes(99, package: "p", of: Self.rule)).count == 100)
  }

  @Test func errorsComeFirstAndNotesLast() throws {
    let rules = [Self.other, Self.rule, Self.other.with(.warning), Self.rule]
    let lines = Finding.lines(of: rules.map { Finding($0, "is new", remedy: "look") })
    #expect(
      lines == [
        "error: is new [demo-changed]", "error: is new [demo-changed]",
        "warning: is new [demo-new]", "  remedy: look", "note: is new [demo-new]", "  remedy: look",
      ])
  }

  @Test func coloursAreOursAlone() {
    let line = Finding(Self.rule, "has \u{1B}[31mchanged").line(isColored: true)
    #expect(
      line == "\u{1B}[31merror\u{1B}[0m: has \\x1B[31mchanged \u{1B}[2m[demo-changed]\u{1B}[0m")
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
