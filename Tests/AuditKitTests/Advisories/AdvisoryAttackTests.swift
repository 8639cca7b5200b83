import Findings
import SafeFiles
import TestSupport
import Testing
import TextFormats
import VendorKit

@testable import AuditKit

/// Databases that somebody damaged, or made to be slow or to be believed.
struct AdvisoryAttackTests {
  private static let subject = AdvisorySubject(
    name: "lib", purl: "pkg:npm/lib@1.0.0", version: "1.0.0")

  private static func verdict(_ affected: String) -> AdvisoryVerdict? {
    var database = AdvisoryDatabase(subjects: [subject])
    let text = #"{"id":"X","modified":"2026-01-01T00:00:00Z","affected":[\#(affected)]}"#
    database.add(Array(text.utf8), name: "X")
    #expect(database.unreadable.isEmpty)
    return database.matches.first?.verdict
  }

  @Test func aMillionVersionsAreRead() {
    let versions = (0..<1_000_000).map { #""0.0.\#($0)""# }.joined(separator: ",")
    let package = #""package":{"ecosystem":"npm","name":"lib"}"#
    #expect(Self.verdict(#"{\#(package),"versions":[\#(versions)]}"#) == nil)
    #expect(
      Self.verdict(#"{\#(package),"versions":[\#(versions),"1.0.0"]}"#) == .affected(fixed: []))
  }

  @Test func aHundredThousandEventsAreRead() {
    let events = (0..<50_000).map {
      #"{"introduced":"0.\#($0).0"},{"fixed":"0.\#($0).1"}"#
    }.joined(separator: ",")
    let range = #"{"type":"SEMVER","events":[\#(events),{"introduced":"1.0.0"}]}"#
    #expect(
      Self.verdict(#"{"package":{"ecosystem":"npm","name":"lib"},"ranges":[\#(range)]}"#)
        == .affected(fixed: []))
  }

  @Test(arguments: [
    "(a+)+$", "((((((((((1", "1.*", "1." + String(repeating: "a", count: 1 << 14),
    String(repeating: "9", count: 1 << 14), String(repeating: "1.", count: 1 << 13) + "1",
    "1\u{0}2", "١.٢", "\u{202E}1.0", "1.0.0-" + String(repeating: "-", count: 1 << 13),
  ]) func aHostileVersionDecidesNothingWrongly(version: String) throws {
    for name in ["npm", "PyPI", "Debian:12", "RubyGems", "Packagist", "Alpine:v3.18"] {
      let ecosystem = Ecosystem(name)
      let scheme = try #require(ecosystem.scheme)
      let purl = try #require(ecosystem.purl(of: "lib"))
      let subject = AdvisorySubject(
        name: "lib", purl: "pkg:" + ([purl.type] + purl.namespace).joined(separator: "/") + "/lib",
        version: "1.0.0")
      let entry: JSON = [
        "id": "X", "modified": "2026-01-01T00:00:00Z",
        "affected": [
          [
            "package": ["ecosystem": .string(name), "name": "lib"],
            "ranges": [
              ["type": "ECOSYSTEM", "events": [["introduced": "0"], ["fixed": .string(version)]]]
            ],
          ]
        ],
      ]
      var database = AdvisoryDatabase(subjects: [subject])
      database.add(Array(entry.text().utf8), name: "X")
      let isVersion = scheme.parse(version) != nil
      let isAbove = scheme.compare(version, "1.0.0") > 0
      switch database.matches.first?.verdict {
      case .affected: #expect(isVersion && isAbove)
      case .undecided: #expect(!isVersion)
      case .unaffected, nil: #expect(isVersion && !isAbove)
      }
    }
  }

  @Test func aNameInEscapesIsStillFound() {
    let text = #"""
      {"id":"X","modified":"2026-01-01T00:00:00Z","affected":[{"package":{"ecosystem":"npm","name":"\u006cib"},
      "versions":["1.0.0"]}]}
      """#
    var database = AdvisoryDatabase(subjects: [Self.subject])
    database.add(Array(text.utf8), name: "X")
    #expect(database.matches.first?.verdict == .affected(fixed: []))
  }

  @Test(arguments: [
    "", "null", "[]", "{", "{}", #"{"id":1}"#, #"{"id":"lib"}"#, "\u{FEFF}",
    #"{"id":"lib","modified":"x","affected":{}}"#, #"{"id":"lib","id":"b","modified":"x"}"#,
    #"{"id":"lib","modified":"x","affected":[{"package":{"name":"lib"}}]}"#,
    #"{"id":"lib","modified":"x","affected":[{"ranges":[{"type":"GIT"}]}]}"#,
    #"{"id":"lib","modified":"x","severity":["high"]}"#,
    String(repeating: "[", count: 100_000), #"{"lib": "\uD800"}"#,
  ]) func damageIsNamed(text: String) {
    var database = AdvisoryDatabase(subjects: [Self.subject])
    database.add(Array(text.utf8), name: "lib.json")
    #expect(database.unreadable == ["lib.json"])
    #expect(database.matches.isEmpty)
  }

  @Test(arguments: ["9999-99-99T00:00:00Z", "tomorrow", "\u{FF12}026-11-01T00:00:00Z"])
  func aDateThatDoesNotExistHidesNoAge(date: String) {
    var database = AdvisoryDatabase(subjects: [Self.subject])
    for (id, modified) in [("A", "2026-11-01"), ("B", date)] {
      let text = AdvisoryGroupTests.entry(id, fixed: "1.0.1", modified: modified)
      database.add(Array(text.utf8), name: id)
    }
    #expect(database.unreadable.isEmpty)
    #expect(database.newest == "2026-11-01T00:00:00Z")
  }

  @Test func everyTruncationIsDamage() {
    let text = Array(AdvisoryGroupTests.entry("lib", fixed: "1.0.1").utf8)
    for count in 0..<text.count {
      var database = AdvisoryDatabase(subjects: [Self.subject])
      database.add(Array(text[..<count]), name: "lib.json")
      #expect(database.matches.isEmpty)
    }
  }

  @Test(arguments: [true, false]) func ofTwoEntriesWithOneIDTheNewerCounts(newerFirst: Bool) {
    let old = AdvisoryGroupTests.entry("A", fixed: "1.0.1", modified: "2026-01-01")
    let new = AdvisoryGroupTests.entry("A", fixed: "1.0.0", modified: "2026-02-01")
    var database = AdvisoryDatabase(subjects: [Self.subject])
    for entry in newerFirst ? [new, old] : [old, new] {
      database.add(Array(entry.utf8), name: "A")
    }
    #expect(database.matches.isEmpty)
  }

  @Test func aBundleIsAVulnerabilityForEachOfItsIDs() {
    func entry(_ id: String, _ upstream: String, _ fixed: String) -> [UInt8] {
      Array(
        #"{"id":"\#(id)","modified":"2026-01-01T00:00:00Z","upstream":[\#(upstream)],"affected":[{"package":{"ecosystem":"npm","name":"lib"},"ranges":[{"type":"SEMVER","events":[{"introduced":"0"},{"fixed":"\#(fixed)"}]}]}]}"#
          .utf8)
    }
    var database = AdvisoryDatabase(subjects: [Self.subject])
    database.add(
      entry("USN-1", #""CVE-2026-1","UBUNTU-CVE-2026-1","CVE-2026-2""#, "1.1.0"), name: "")
    database.add(entry("UBUNTU-CVE-2026-1", #""CVE-2026-1""#, "1.1.0"), name: "")
    let matches = database.matches
    #expect(matches.map(\.id) == ["CVE-2026-1", "CVE-2026-2"])
    #expect(matches.first?.names == ["CVE-2026-1", "UBUNTU-CVE-2026-1", "USN-1"])
    #expect(matches.last?.names == ["CVE-2026-2", "USN-1"])
  }

  @Test func yamlAndWhatIsTooLongAreNamedAndTheRestIsRead() throws {
    let tree = try TemporaryFolder([
      "db/a.json": AdvisoryGroupTests.entry("A", fixed: "1.0.1"), "db/b.yaml": "id: B\n",
    ])
    let database = try AdvisoryDatabase(path: "\(tree.path)/db", subjects: [Self.subject])
    #expect(database.unreadable == ["\(tree.path)/db/b.yaml"])
    #expect(database.matches.map(\.id) == ["A"])
  }
}
