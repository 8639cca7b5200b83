import Findings
import SafeFiles
import Testing
import TextFormats

/// What GitLab's merge requests read.
struct CodeQualityReportTests {
  private func entries(_ findings: [Finding]) throws -> [JSON] {
    let report = CodeQualityReport(findings, defaultPath: try RelativePath("vendor.lock"))
    return try #require(report.json.elements)
  }

  @Test func everyEntryHasTheFieldsThatGitLabAsksFor() throws {
    let finding = Finding(
      FindingTests.other, path: try RelativePath("ä \"b.c"), line: 7, "is new", remedy: "look")
    let entry = try #require(try entries([finding]).first)
    #expect(entry["description"] == "is new; look")
    #expect(entry["check_name"] == "demo-new")
    #expect(entry["severity"] == "info")
    #expect(entry["location"] == ["path": "ä \"b.c", "lines": ["begin": 7]])
    #expect(entry["fingerprint"]?.text?.isEmpty == false)
  }

  @Test func aFindingWithoutAFileStandsInTheLock() throws {
    let entry = try #require(try entries([Finding(FindingTests.rule, "has changed")]).first)
    #expect(entry["location"] == ["path": "vendor.lock", "lines": ["begin": 1]])
  }

  @Test func severitiesAreGitLabs() throws {
    let severities = try [Finding.Severity.note, .warning, .error].map { severity in
      try entries([Finding(FindingTests.rule.with(severity), "is")]).first?["severity"]
    }
    #expect(severities == ["info", "minor", "critical"])
  }

  /// GitLab compares the fingerprints of two branches, and shows only the last of equal ones.
  @Test func fingerprintsAreUniqueAndStayWhenMessageAndLineChange() throws {
    func fingerprints(_ message: String, line: Int) throws -> [String] {
      try entries(
        (0..<3).flatMap { number in
          try ["a", "b"].map { path in
            Finding(
              FindingTests.rule, path: try RelativePath(path), line: line + number,
              "\(message) \(number)")
          }
        }
      ).map { try #require($0["fingerprint"]?.text) }
    }
    let first = try fingerprints("is 1", line: 1)
    #expect(Set(first).count == 6)
    #expect(first == (try fingerprints("is 2", line: 9)))
  }
}
