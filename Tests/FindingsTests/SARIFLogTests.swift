import Findings
import SafeFiles
import Testing
import TextFormats

/// What code-scanning services read.
struct SARIFLogTests {
  private static let rules = [FindingTests.rule, FindingTests.other]

  private func results(
    _ findings: [Finding], folder: RelativePath? = nil, defaultPath: RelativePath? = nil
  ) throws -> [JSON] {
    let log = SARIFLog(
      findings, rules: Self.rules, toolVersion: "1.2.3", folder: folder, defaultPath: defaultPath)
    return try #require(log.json["runs"]?.elements?.first?["results"]?.elements)
  }

  private func place(_ result: JSON) -> JSON? {
    result["locations"]?.elements?.first?["physicalLocation"]
  }

  @Test func everyResultHasItsRuleItsPlaceAndItsRemedy() throws {
    let finding = Finding(
      FindingTests.other, path: try RelativePath("ä b.c"), line: 7, "is new", remedy: "look")
    let result = try #require(
      try results([finding], folder: try RelativePath("out")).first)
    #expect(result["ruleId"] == "demo-new")
    #expect(result["ruleIndex"] == 1)
    #expect(result["level"] == "note")
    #expect(result["message"]?["text"] == "is new; look")
    #expect(result["properties"] == ["remedy": "look"])
    #expect(
      place(result) == [
        "artifactLocation": ["uri": "out/%C3%A4%20b.c", "uriBaseId": "%SRCROOT%"],
        "region": ["startLine": 7],
      ])
  }

  @Test func aFindingWithoutAPathPointsAtTheDefaultFileOrNowhere() throws {
    let finding = Finding(FindingTests.rule, "has changed")
    #expect(try results([finding]).first?["locations"] == nil)
    let result = try #require(
      try results([finding], defaultPath: try RelativePath("vendor.lock")).first)
    #expect(place(result)?["artifactLocation"]?["uri"] == "vendor.lock")
  }

  @Test func aFingerprintStaysWhenMessageAndLineChange() throws {
    func fingerprints(_ message: String, line: Int) throws -> [JSON?] {
      let path = try RelativePath("a")
      return try results([
        Finding(FindingTests.rule, path: path, line: line, message),
        Finding(FindingTests.rule, path: path, line: line + 1, message),
      ]).map { $0["partialFingerprints"] }
    }
    let first = try fingerprints("is 1", line: 1)
    #expect(first == (try fingerprints("is 2", line: 9)))
    #expect(first[0] != first[1])
  }

  @Test func ofTooManyTheMostSevereAreListed() throws {
    let findings = try (0..<6000).map { number in
      Finding(
        number % 2 == 0 ? FindingTests.rule : FindingTests.other,
        path: try RelativePath("f\(number)"), "is \(number)")
    }
    let log = SARIFLog(findings, rules: Self.rules, toolVersion: "1.2.3").json
    let run = try #require(log["runs"]?.elements?.first)
    let results = try #require(run["results"]?.elements)
    #expect(results.count == 5000)
    #expect(results.count { $0["level"] == "error" } == 3000)
    let notes = run["invocations"]?.elements?.first?["toolExecutionNotifications"]?.elements
    #expect(
      notes?.first?["message"]?["text"] == "6000 findings; the 5000 most severe are listed"
    )
  }
}
