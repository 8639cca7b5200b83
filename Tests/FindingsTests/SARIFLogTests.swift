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

  @Test func rulesSayWhatServicesSortAndGradeBy() throws {
    let rules = [
      Finding.Rule("hidden-x", .error, "a file hides something", help: "Look."),
      Finding.Rule("vulnerability-x", .warning, "a fault", help: "Update."),
      Finding.Rule("fetches-x", .note, "a download", help: "Vendor it."),
      Finding.Rule("licence-x", .error, "a licence", help: "Ask."),
    ]
    let log = SARIFLog([], rules: rules, toolVersion: "1.2.3", category: "vendor audit").json
    let run = try #require(log["runs"]?.elements?.first)
    let descriptors = try #require(run["tool"]?["driver"]?["rules"]?.elements)
    #expect(
      descriptors.map { $0["properties"]?["security-severity"]?.text } == [
        "8.0", "5.5", "2.0", nil,
      ]
    )
    #expect(descriptors[0]["properties"]?["tags"] == ["security", "hidden"])
    #expect(descriptors[3]["properties"]?["tags"] == ["licence"])
    #expect(
      descriptors[0]["help"] == [
        "text": "Look.", "markdown": "**A file hides something.**\n\nLook.",
      ]
    )
    #expect(run["automationDetails"]?["id"] == "assetkit/vendor/audit/")
  }

  @Test func aRuleHasTheScoreOfItsWorstVulnerability() throws {
    let findings = [4.3, 9.8, nil].enumerated().map { number, score in
      var finding = Finding(Self.rules[0], package: "p\(number)", "is vulnerable")
      finding.vulnerability = .init(id: "CVE-2026-\(number)", aliases: [], score: score)
      return finding
    }
    let run = try #require(
      SARIFLog(findings, rules: Self.rules, toolVersion: "1").json["runs"]?.elements?.first)
    let rules = try #require(run["tool"]?["driver"]?["rules"]?.elements)
    #expect(rules.map { $0["properties"]?["security-severity"]?.text } == ["9.8", nil])
    #expect(
      run["results"]?.elements?.map { $0["properties"]?["security-severity"]?.text } == [
        "4.3", "9.8", nil,
      ])
  }

  /// Either every result says whether it is suppressed or none does.
  @Test func acceptedFindingsAreSuppressedResults() throws {
    let plain = Finding(FindingTests.rule, path: try RelativePath("a"), "is wrong")
    let accepted = Finding(FindingTests.rule, path: try RelativePath("b"), "is wrong")
    var log = SARIFLog([plain], rules: Self.rules, toolVersion: "1.2.3")
    func results() throws -> [JSON] {
      try #require(log.json["runs"]?.elements?.first?["results"]?.elements)
    }
    #expect(try results().map { $0["suppressions"] } == [nil])
    log.suppressed = [SuppressedFinding(accepted, because: "not compiled")]
    #expect(
      try results().map { $0["suppressions"] } == [
        [], [["kind": "external", "justification": "not compiled"]],
      ])
    // Of too many, what was accepted goes first.
    log.suppressed = try (0..<5000).map {
      SuppressedFinding(
        Finding(FindingTests.rule, path: try RelativePath("b\($0)"), "is wrong"), because: "r")
    }
    let listed = try results()
    #expect(listed.count == 5000)
    #expect(listed.count { $0["suppressions"] == [] } == 1)
  }

  @Test func servicesCompareAHashThatNoOtherResultHas() throws {
    let findings = try ["a", "a", "b"].map {
      Finding(FindingTests.rule, path: try RelativePath($0), line: 1, "is wrong \($0)")
    }
    let hashes = try results(findings).compactMap {
      $0["partialFingerprints"]?["primaryLocationLineHash"]?.text
    }
    #expect(Set(hashes).count == 3)
    #expect(hashes.map { $0.suffix(2) } == [":1", ":2", ":1"])
    #expect(hashes.allSatisfy { $0.count == 18 })
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
