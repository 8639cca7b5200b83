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
    #expect(try found(in: empty, advisories: "db").map(\.rule) == [AdvisoryRules.stale])
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
