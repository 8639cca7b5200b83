import Findings
import SafeFiles
import TestSupport
import Testing
import VendorKit

@testable import AuditKit

struct AdvisoryGroupTests {
  static func entry(_ id: String, fixed: String, modified: String = "2026-11-01") -> String {
    #"{"id":"\#(id)","modified":"\#(modified)T00:00:00Z","summary":"bad","affected":[{"package":{"ecosystem":"npm","name":"lib"},"ranges":[{"type":"SEMVER","events":[{"introduced":"0"},{"fixed":"\#(fixed)"}]}]}]}"#
  }

  private func found(
    in tree: TemporaryFolder, advisories: String?, purl: String? = "pkg:npm/lib@1.0.0",
    maximumAgeDays: Int = 30
  ) throws -> [Finding] {
    let package = AuditPackage(
      name: "lib", version: "1.0.0", path: try RelativePath("Vendor/lib"), purl: purl)
    let today = try #require(CivilDate("2026-11-21"))
    let context = AuditContext(
      root: tree.handle, packages: [package], policy: Policy(), today: today)
    let group =
      try advisories.map {
        try AdvisoryGroup(
          path: "\(tree.path)/\($0)", packages: [package], maximumAgeDays: maximumAgeDays)
      } ?? AdvisoryGroup()
    return try Audit(groups: [group], threads: 1).report(on: context).findings
  }

  @Test func anAffectedVersionIsAnErrorThatNamesTheFix() throws {
    let tree = try TemporaryFolder([
      "db/npm/A.json": Self.entry("A", fixed: "1.0.1"),
      "db/B.json": Self.entry("B", fixed: "1.0.0"),
    ])
    let found = try found(in: tree, advisories: "db")
    #expect(found.map(\.rule) == [AdvisoryRules.known])
    #expect(found.first?.message == "lib 1.0.0 is affected by A: bad")
    #expect(found.first?.remedy == "fixed in 1.0.1")
  }

  @Test func anUncheckedPackageIsReported() throws {
    let tree = try TemporaryFolder(["db/A.json": Self.entry("A", fixed: "1.0.1")])
    #expect(try found(in: tree, advisories: nil).map(\.rule) == [AdvisoryRules.notLooked])
    #expect(
      try found(in: tree, advisories: "db", purl: nil).map(\.rule) == [AdvisoryRules.unmatched])
  }

  @Test func anOldDatabaseIsAFinding() throws {
    let old = try TemporaryFolder([
      "db/A.json": Self.entry("A", fixed: "0.1.0", modified: "2026-10-21"),
      "db/other.json": #"{"id":"X","modified":"2026-10-22T00:00:00Z"}"#,
    ])
    #expect(try found(in: old, advisories: "db", maximumAgeDays: 30).map(\.rule) == [])
    #expect(
      try found(in: old, advisories: "db", maximumAgeDays: 29).map(\.rule) == [AdvisoryRules.stale])
    let empty = try TemporaryFolder(["db/README": "none"])
    #expect(
      Set(try found(in: empty, advisories: "db").map(\.rule))
        == [AdvisoryRules.uncovered, AdvisoryRules.stale], "nothing was checked")
  }

  @Test(arguments: ["", "no zip", "PK\u{5}\u{6}" + String(repeating: "\0", count: 18)])
  func aZipThatCannotBeReadIsNamedAndTheOthersAreRead(zip: String) throws {
    let tree = try TemporaryFolder(["db/Go.zip": zip])
    try tree.write("db/npm.zip", storedZip([("A.json", Self.entry("A", fixed: "1.0.1"))]))
    let found = try found(in: tree, advisories: "db")
    #expect(Set(found.map(\.rule)) == [AdvisoryRules.known, AdvisoryRules.damaged])
    let damaged = try #require(found.first { $0.rule == AdvisoryRules.damaged })
    #expect(damaged.message.hasPrefix("\(tree.path)/db/Go.zip "), "\(damaged.message)")
    #expect(damaged.rule.severity == .error)
  }

  /// A zip that was cut short: what came before the cut counts, and what follows is said to be missing.
  @Test func aZipThatWasCutShortIsIncomplete() throws {
    let tree = try TemporaryFolder()
    let zip = storedZip([
      ("A.json", Self.entry("A", fixed: "1.0.1")), ("B.json", Self.entry("B", fixed: "1.0.1")),
    ])
    for count in stride(from: 1, to: zip.count, by: 37) {
      try tree.write("db/npm.zip", Array(zip[..<count]))
      #expect(
        try found(in: tree, advisories: "db").contains { $0.rule == AdvisoryRules.damaged })
      let needed = try AdvisoryDownloads(
        for: [Self.package(purl: "pkg:npm/lib")], in: "\(tree.path)/db",
        today: try #require(CivilDate("2026-11-21")))
      #expect(needed.downloads.map(\.copy?.entries) == [nil], "it is to be downloaded again")
    }
  }

  private static func package(purl: String?, source: String = "") throws -> AuditPackage {
    AuditPackage(
      name: "lib", version: "1.0.0", path: try RelativePath("Vendor/lib"), purl: purl,
      source: source)
  }

  /// `vendor advisories` asks for exactly what the audit misses, and both say the same of what neither can
  /// match.
  @Test(
    arguments: [
      nil, "pkg:npm/lib", "pkg:generic/lib", "pkg:github/acme/lib", "pkg:vcpkg/lib", "pkg:nonsense",
      "pkg:deb/debian/lib?vcs_url=git%2Bhttps:%2F%2Fexample.org%2Flib",
    ], ["", "https://example.org/lib.tgz", "https://github.com/acme/lib/archive/v1.tar.gz"])
  func whatIsMissingIsWhatIsAskedFor(purl: String?, source: String) throws {
    let package = try Self.package(purl: purl, source: source)
    let day = try #require(CivilDate("2026-11-21"))
    let tree = try TemporaryFolder(["db/README": "none"])
    func audited() throws -> [Finding] {
      let context = AuditContext(
        root: tree.handle, packages: [package], policy: Policy(), today: day)
      let group = try AdvisoryGroup(
        path: "\(tree.path)/db", packages: [package], maximumAgeDays: 30)
      return try Audit(groups: [group], threads: 1).report(on: context).findings
    }
    let needed = try AdvisoryDownloads(for: [package], in: "\(tree.path)/db", today: day)
    let findings = try audited()
    let gaps = findings.filter { $0.rule == AdvisoryRules.unmatched }.map(\.message)
    #expect(needed.unmatched.map(\.problem) == gaps)
    #expect(gaps.isEmpty == !needed.downloads.isEmpty)
    let uncovered = findings.filter { $0.rule == AdvisoryRules.uncovered }
    #expect(uncovered.isEmpty == needed.downloads.isEmpty)
    for download in needed.downloads {
      #expect(uncovered.allSatisfy { $0.message.contains(download.ecosystem) })
      let affected =
        download.ecosystem == "GIT"
        ? #"{"ranges":[{"type":"GIT","repo":"https://example.org/x","events":[]}]}"#
        : #"{"package":{"ecosystem":"\#(download.ecosystem)","name":"x"}}"#
      try tree.create(
        "db/\(download.ecosystem).json",
        #"{"id":"\#(download.ecosystem)","modified":"2026-11-20T00:00:00Z","affected":[\#(affected)]}"#
      )
    }
    let then = try AdvisoryDownloads(for: [package], in: "\(tree.path)/db", today: day)
    #expect(then.downloads.allSatisfy { $0.isCurrent(maximumAgeDays: 30) })
    #expect(try !audited().contains { $0.rule == AdvisoryRules.uncovered })
  }

  @Test func aDatabaseThatCannotBeReadStopsTheAudit() throws {
    let tree = try TemporaryFolder(["db.zip": "no zip"])
    #expect(throws: AuditError.self) { try found(in: tree, advisories: "db.zip") }
    #expect(throws: AuditError.self) { try found(in: tree, advisories: "missing") }
  }

  @Test func aZipIsReadLikeAFolder() throws {
    let tree = try TemporaryFolder()
    try tree.write(
      "all.zip",
      storedZip([("npm/A.json", Self.entry("A", fixed: "1.0.1")), ("README", "none")]))
    #expect(try found(in: tree, advisories: "all.zip").map(\.rule) == [AdvisoryRules.known])
  }
}

/// A zip of stored members, with the CRCs left to a bitwise loop.
private func storedZip(_ members: [(name: String, text: String)]) -> [UInt8] {
  func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(value >> (8 * $0) & 255) }
  }
  func crc(_ bytes: [UInt8]) -> Int {
    var crc: UInt32 = ~0
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return Int(~crc)
  }
  var file: [UInt8] = []
  var directory: [UInt8] = []
  for (name, text) in members {
    let bytes = Array(text.utf8)
    let common =
      little(20, 2) + little(0, 2) + little(0, 2) + little(0, 4) + little(crc(bytes), 4)
      + little(bytes.count, 4) + little(bytes.count, 4) + little(name.utf8.count, 2) + little(0, 2)
    directory +=
      little(0x0201_4B50, 4) + little(20, 2) + common + little(0, 2) + little(0, 2) + little(0, 2)
      + little(0, 4) + little(file.count, 4) + Array(name.utf8)
    file += little(0x0403_4B50, 4) + common + Array(name.utf8) + bytes
  }
  let start = file.count
  return file + directory + little(0x0605_4B50, 4) + little(0, 4) + little(members.count, 2)
    + little(members.count, 2) + little(directory.count, 4) + little(start, 4) + little(0, 2)
}
