import Findings
import Testing

@testable import AuditKit

/// Entries in OSV format, written here from the schema, at the edges of what they say.
struct AdvisoryMatchingTests {
  static let commit = String(repeating: "a", count: 40)
  static let fix = String(repeating: "f", count: 40)

  static func subject(
    _ purl: String?, version: String? = nil, commit: String? = nil, repository: String? = nil
  )
    -> AdvisorySubject
  {
    AdvisorySubject(
      name: "lib", purl: purl, version: version, commit: commit, source: repository ?? "")
  }

  static func match(_ affected: String, _ subject: AdvisorySubject, more: String = "")
    -> AdvisoryVerdict?
  {
    var database = AdvisoryDatabase(subjects: [subject])
    database.add(
      Array(
        #"{"id":"X-1","modified":"2026-01-01T00:00:00Z"\#(more),"affected":[\#(affected)]}"#.utf8),
      name: "X-1.json")
    #expect(database.unreadable.isEmpty)
    return database.matches.first?.verdict
  }

  static func ranged(
    _ events: String, ecosystem: String = "npm", name: String = "lib", type: String = "SEMVER"
  ) -> String {
    #"{"package":{"ecosystem":"\#(ecosystem)","name":"\#(name)"},"ranges":[{"type":"\#(type)","events":[\#(events)]}]}"#
  }

  @Test(arguments: [
    (#"{"introduced":"0"}"#, "0.0.1", true),
    (#"{"introduced":"0"},{"fixed":"1.0.0"}"#, "1.0.0-rc.1", true),
    (#"{"introduced":"0"},{"fixed":"1.0.0"}"#, "1.0.0", false),
    (#"{"introduced":"1.0.0"},{"fixed":"1.2.0"}"#, "0.9.9", false),
    (#"{"introduced":"1.0.0"},{"fixed":"1.2.0"}"#, "1.0.0", true),
    (#"{"introduced":"1.0.0"},{"last_affected":"1.2.0"}"#, "1.2.0", true),
    (#"{"introduced":"1.0.0"},{"last_affected":"1.2.0"}"#, "1.2.1", false),
    (
      #"{"introduced":"0"},{"fixed":"1.0.0"},{"introduced":"2.0.0"},{"fixed":"2.0.5"}"#, "1.5.0",
      false
    ),
    (
      #"{"introduced":"0"},{"fixed":"1.0.0"},{"introduced":"2.0.0"},{"fixed":"2.0.5"}"#, "2.0.4",
      true
    ),
    (#"{"fixed":"2.0.5"},{"introduced":"2.0.0"}"#, "2.0.4", true),
    (#"{"introduced":"0"},{"limit":"1.0.0"}"#, "0.9.0", true),
    (#"{"introduced":"0"},{"limit":"1.0.0"}"#, "1.0.0", false),
    (#"{"introduced":"0"},{"limit":"*"}"#, "7.0.0", true),
  ]) func evaluatesARange(events: String, version: String, isAffected: Bool) {
    let verdict = Self.match(Self.ranged(events), Self.subject("pkg:npm/lib@\(version)"))
    if case .affected = verdict {
      #expect(isAffected)
    } else {
      #expect(verdict == nil && !isAffected)
    }
  }

  @Test func theNearestFixAboveTheVersionIsNamed() {
    let affected = Self.ranged(
      #"{"introduced":"0"},{"fixed":"1.0.0"},{"introduced":"2.0.0"},{"fixed":"2.0.5"},{"introduced":"3.0.0"},{"fixed":"3.1.0"}"#
    )
    #expect(Self.match(affected, Self.subject("pkg:npm/lib@2.0.1")) == .affected(fixed: ["2.0.5"]))
    #expect(Self.match(affected, Self.subject("pkg:npm/lib@0.1.0")) == .affected(fixed: ["1.0.0"]))
  }

  @Test func anEcosystemRangeUsesTheEcosystemsOrder() {
    let python = Self.ranged(
      #"{"introduced":"0"},{"fixed":"1.0"}"#, ecosystem: "PyPI", name: "My_Lib", type: "ECOSYSTEM")
    #expect(Self.match(python, Self.subject("pkg:pypi/my-lib@1.0rc1")) == .affected(fixed: ["1.0"]))
    #expect(Self.match(python, Self.subject("pkg:pypi/my-lib@1.0.post1")) == nil)
    let debian = Self.ranged(
      #"{"introduced":"0"},{"fixed":"1.2-3+deb12u1"}"#, ecosystem: "Debian:12", name: "zlib",
      type: "ECOSYSTEM")
    #expect(
      Self.match(debian, Self.subject("pkg:deb/debian/zlib@1.2-3?arch=source"))
        == .affected(fixed: ["1.2-3+deb12u1"]))
    #expect(Self.match(debian, Self.subject("pkg:deb/debian/zlib@1.2-3%2Bdeb12u1")) == nil)
  }

  @Test func listedVersionsCountBesideRanges() {
    let affected = #"{"package":{"ecosystem":"npm","name":"lib"},"versions":["1.4.0"]}"#
    #expect(Self.match(affected, Self.subject("pkg:npm/lib@1.4.0")) == .affected(fixed: []))
    #expect(Self.match(affected, Self.subject("pkg:npm/lib@1.4.1")) == nil)
  }

  @Test func theLocksVersionIsUsedForAPurlWithoutOne() {
    let affected = Self.ranged(#"{"introduced":"0"},{"fixed":"2.0.0"}"#)
    #expect(
      Self.match(affected, Self.subject("pkg:npm/lib", version: "1.0.0"))
        == .affected(fixed: ["2.0.0"]))
    #expect(
      Self.match(affected, Self.subject("pkg:npm/lib")) == .undecided(reason: "no version is known")
    )
  }

  @Test(arguments: [
    "pkg:npm/other@1.0.0", "pkg:npm/%40scope/lib@1.0.0", "pkg:pypi/lib@1.0.0",
    "pkg:generic/lib@1.0.0",
  ])
  func anotherPackageDoesNotMatch(purl: String) {
    #expect(Self.match(Self.ranged(#"{"introduced":"0"}"#), Self.subject(purl)) == nil)
  }

  @Test func aWithdrawnEntryIsLeftOut() {
    let affected = Self.ranged(#"{"introduced":"0"}"#)
    let withdrawn = #","withdrawn":"2026-02-01T00:00:00Z""#
    #expect(Self.match(affected, Self.subject("pkg:npm/lib@1.0.0"), more: withdrawn) == nil)
  }

  static func git(_ events: String, versions: String = "") -> String {
    #"{"ranges":[{"type":"GIT","repo":"https://github.com/Owner/lib.git","events":[\#(events)]}],"versions":[\#(versions)]}"#
  }

  @Test(arguments: [
    "https://github.com/owner/lib", "git@github.com:owner/lib.git",
    "ssh://git@github.com/owner/lib/", "git+https://github.com/Owner/lib.git",
  ])
  func aRepositoryMatchesByAnyOfItsAddresses(address: String) {
    let affected = Self.git(#"{"introduced":"\#(Self.commit)"},{"fixed":"\#(Self.fix)"}"#)
    #expect(
      Self.match(affected, Self.subject(nil, commit: Self.commit, repository: address))
        == .affected(fixed: [Self.fix]))
    #expect(Self.match(affected, Self.subject(nil, commit: Self.fix, repository: address)) == nil)
    #expect(
      Self.match(affected, Self.subject(nil, commit: Self.commit, repository: address + "2")) == nil
    )
  }

  @Test func aRangeOfUnknownCommitsIsUndecided() {
    let affected = Self.git(#"{"introduced":"0"},{"fixed":"\#(Self.fix)"}"#)
    let verdict = Self.match(affected, Self.subject("pkg:github/owner/lib", commit: Self.commit))
    #expect(
      verdict
        == .undecided(reason: "it names commits, which only the repository's history can order"))
    #expect(
      Self.match(
        Self.git(#"{"introduced":"0"}"#), Self.subject("pkg:github/owner/lib", commit: Self.commit))
        == .affected(fixed: []))
  }

  @Test(arguments: [("1.2.3", true), ("1.2.30", false), ("8.5.0", true), ("1.2.2", false)])
  func tagsDecideForARepositoryWhoseVersionIsKnown(version: String, isAffected: Bool) {
    let affected = Self.git(
      #"{"introduced":"0"},{"fixed":"\#(Self.fix)"}"#, versions: #""v1.2.3","lib-8_5_0""#)
    let verdict = Self.match(affected, Self.subject("pkg:github/owner/lib@\(version)"))
    #expect(verdict == (isAffected ? .affected(fixed: [Self.fix]) : nil))
  }

  @Test func tagsOfAnotherFormExcludeNothing() {
    let affected = Self.git(
      #"{"introduced":"0"},{"fixed":"\#(Self.fix)"}"#, versions: #""v1.2.3""#)
    #expect(
      Self.match(affected, Self.subject("pkg:github/owner/lib@1.2"))
        == .undecided(reason: "it names commits, which only the repository's history can order"))
  }

  @Test func aliasesAreOneFinding() {
    var database = AdvisoryDatabase(subjects: [Self.subject("pkg:npm/lib@1.0.0")])
    for (id, aliases, fixed) in [
      ("GHSA-1", #"["CVE-2026-1"]"#, "1.1.0"), ("OSV-1", #"["CVE-2026-1"]"#, "1.0.9"),
      ("GHSA-2", "[]", "1.3.0"), ("CVE-2026-1", "[]", "1.1.0"),
    ] {
      let events = Self.ranged(#"{"introduced":"0"},{"fixed":"\#(fixed)"}"#)
      database.add(
        Array(
          #"{"id":"\#(id)","modified":"2026-01-01T00:00:00Z","aliases":\#(aliases),"affected":[\#(events)]}"#
            .utf8), name: id)
    }
    let matches = database.matches
    #expect(matches.map(\.id) == ["CVE-2026-1", "GHSA-2"])
    #expect(matches.first?.names == ["GHSA-1", "OSV-1", "CVE-2026-1"])
    #expect(matches.first?.verdict == .affected(fixed: ["1.1.0", "1.0.9"]))
  }

  @Test func twoPackagesOfOneAdvisoryAreTwoFindings() {
    var database = AdvisoryDatabase(subjects: [
      Self.subject("pkg:npm/lib@1.0.0"), Self.subject("pkg:npm/lib@1.0.1"),
    ])
    let events = Self.ranged(#"{"introduced":"0"}"#)
    database.add(
      Array(#"{"id":"X","modified":"2026-01-01T00:00:00Z","affected":[\#(events)]}"#.utf8),
      name: "X")
    #expect(database.matches.map(\.subject) == [0, 1])
  }

  @Test func whatIsNoAdvisoryIsNamed() {
    var database = AdvisoryDatabase(subjects: [])
    database.add(Array("{".utf8), name: "broken.json")
    database.add(Array(#"{"id":"A","modified":"2025-03-01T00:00:00Z"}"#.utf8), name: "a.json")
    database.add(
      Array(
        #"{"id":"B","modified":"2025-02-01T00:00:00Z","withdrawn":"2025-02-01T00:00:00Z"}"#.utf8),
      name: "b.json")
    #expect(database.unreadable == ["broken.json"])
    #expect(database.entries == 2)
    #expect(database.newest == "2025-03-01T00:00:00Z")
  }

  @Test(arguments: [
    ("pkg:deb/debian/curl@7.50.3-1?arch=i386", "deb", ["debian"], "curl", "7.50.3-1"),
    ("pkg:npm/%40angular/animation@12.3.1#src", "npm", ["@angular"], "animation", "12.3.1"),
    ("PKG:PyPI/Django_x@1.0", "pypi", [], "django-x", "1.0"),
    ("pkg:generic/a@b@1", "generic", [], "a@b", "1"),
    ("pkg:golang/golang.org/x/text@v0.3", "golang", ["golang.org", "x"], "text", "v0.3"),
    ("pkg://github/Owner/Lib", "github", ["owner"], "lib", nil),
  ]) func readsPackageURLs(
    text: String, type: String, namespace: [String], name: String, version: String?
  ) throws {
    let purl = try #require(PackageURL(text))
    #expect(
      purl.type == type && purl.namespace == namespace && purl.name == name
        && purl.version == version)
  }

  @Test(arguments: ["", "pkg:", "pkg:npm", "npm/lib", "pkg:npm/%zz", "pkg:npm/%ff"])
  func refusesInvalidPackageURLs(text: String) {
    #expect(PackageURL(text) == nil)
  }
}
