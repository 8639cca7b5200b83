import Findings
import SafeFiles
import TestSupport
import Testing
import VendorKit

@testable import AuditKit

@Suite struct AuditTests {
  static let rule = Rule("hidden-word", .warning, "a word was found", help: "None needed.")

  /// Reports each line with `word`, and whatever breaks a promise of the engine.
  struct WordGroup: AuditGroup {
    struct Facts {
      var lines: [Int] = []
      var bytes = 0
      var nextOffset = 0
      var insideLine = false
      var broken: String?
    }
    var rules: [Rule] { [AuditTests.rule] }
    var wanted = Interest.whole

    func interest(in file: AuditedFile, context: AuditContext) -> Interest {
      file.kind == .file ? wanted : .none
    }
    func begin(_ file: AuditedFile, context: AuditContext) -> Facts { Facts() }
    func inspect(
      _ chunk: FileChunk, of file: AuditedFile, context: AuditContext, into facts: inout Facts
    ) {
      if chunk.bytes.isEmpty || chunk.bytes.count > FileChunk.sizeBytes { facts.broken = "size" }
      if chunk.offset != facts.nextOffset { facts.broken = "offset" }
      if chunk.beginsInsideLine != facts.insideLine { facts.broken = "inside" }
      facts.nextOffset += chunk.bytes.count
      facts.insideLine = chunk.endsInsideLine
      facts.bytes += chunk.bytes.count
      var start = 0
      var cursor = chunk.lineCursor
      while let hit = chunk.firstIndex(of: "word", from: start) {
        facts.lines.append(cursor.line(at: hit))
        start = hit + 4
      }
    }
    func end(_ file: AuditedFile, context: AuditContext, facts: Facts) -> Facts? {
      facts.lines.isEmpty && facts.broken == nil ? nil : facts
    }
    func conclude(
      _ files: [(file: AuditedFile, facts: Facts)], in context: AuditContext,
      report: inout FindingSink
    ) {
      for (file, facts) in files {
        #expect(facts.broken == nil)
        for line in facts.lines {
          report.report(AuditTests.rule, in: file, of: context, line: line, "a word")
        }
      }
    }
  }

  static func report(
    _ tree: TemporaryFolder, _ group: WordGroup = WordGroup(), threads: Int = 2,
    packages: [AuditPackage] = [], policy: Policy = Policy()
  ) throws -> Audit.Report {
    let day = try #require(CivilDate("2026-11-21"))
    let context = AuditContext(root: tree.handle, packages: packages, policy: policy, today: day)
    return try Audit(groups: [group], threads: threads).report(on: context)
  }

  @Test func keepsLinesWholeAcrossChunks() throws {
    let tree = try TemporaryFolder()
    var text = ""
    var expected: [Int] = []
    for line in 1...60_000 {
      let hit = line % 977 == 0
      if hit { expected.append(line) }
      text += hit ? "here is a word\n" : "nothing on line \(line)\n"
    }
    try tree.write("long.txt", text)
    let report = try Self.report(tree)
    #expect(report.findings.map(\.line) == expected)
  }

  @Test(arguments: [
    0, 1, FileChunk.sizeBytes - 1, FileChunk.sizeBytes, FileChunk.sizeBytes + 1, 3 << 20,
  ])
  func readsOneLongLine(count: Int) throws {
    let tree = try TemporaryFolder()
    try tree.write("a", String(repeating: "x", count: count) + "\nword")
    #expect(try Self.report(tree).findings.map(\.line) == [2])
  }

  @Test func isTheSameOnAnyNumberOfThreads() throws {
    let tree = try TemporaryFolder()
    for index in 0..<200 {
      try tree.write("d\(index % 7)/f\(index)", "x\nword \(index) word\n")
    }
    let one = try Self.report(tree, threads: 1)
    #expect(one.findings.count == 200)
    #expect(one.fileCount == 200)
    for threads in 2...4 {
      #expect(try Self.report(tree, threads: threads).findings == one.findings)
    }
  }

  @Test func readsOnlyTheHead() throws {
    let tree = try TemporaryFolder()
    let line = String(repeating: "y", count: 99) + "\n"
    try tree.write("a", String(repeating: line, count: 30_000) + "word")
    #expect(try Self.report(tree, WordGroup(wanted: .head(limitBytes: 4096))).findings.isEmpty)
    #expect(try Self.report(tree, WordGroup(wanted: .presence)).findings.isEmpty)
    #expect(try Self.report(tree).findings.count == 1)
  }

  @Test func limitsTheFindingsOfARule() throws {
    let tree = try TemporaryFolder(["a": String(repeating: "word\n", count: 100_000)])
    let report = try Self.report(tree)
    #expect(report.findings.count == FindingSink.limitOfRule + 1)
    let cut = try #require(report.findings.last)
    #expect(cut.rule.id == "audit-cut")
    #expect(cut.message == "hidden-word has 100000 findings; 1000 are listed")
  }

  @Test func skipsBuildFoldersOfTheHost() throws {
    let tree = try TemporaryFolder([
      ".git/config": "word", ".build/x": "word", "out/CACHEDIR.TAG": "word", "out/y": "word",
      "Vendor/z/.build/x": "word", "src/a": "word", ".github/w.yml": "word",
    ])
    let package = AuditPackage(name: "z", version: "1", path: try RelativePath("Vendor/z"))
    let report = try Self.report(tree, packages: [package])
    let paths = report.findings.filter { $0.rule.id == Self.rule.id }.map {
      "\($0.package ?? "-") \($0.path?.description ?? "")"
    }
    #expect(paths == ["- .github/w.yml", "- src/a", "z Vendor/z/.build/x"])
  }

  /// What packages are made from is no code of the host: they are audited as what was made.
  @Test func skipsWhatPackagesAreMadeFrom() throws {
    let tree = try TemporaryFolder([
      "main.c": "word\n", "upstream/z/a.c": "word\n", "upstream/other.c": "word\n",
      "archives/z.tar": "word\n", "Vendor/patches/z/0001.patch": "word\n",
      "Vendor/z/a.c": "word\n", "Vendor/y/a.c": "int y;\n",
    ])
    let day = try #require(CivilDate("2026-11-21"))
    func package(_ name: String, _ source: String, _ patches: [String] = []) throws -> AuditPackage
    {
      AuditPackage(
        name: name, version: "1", path: try RelativePath("Vendor/\(name)"), source: source,
        patches: try patches.map { try RelativePath($0) })
    }
    func paths(_ packages: [AuditPackage]) throws -> [String] {
      let context = AuditContext(
        root: tree.handle, packages: packages, policy: Policy(), today: day)
      return try Audit(groups: [WordGroup()]).report(on: context).findings
        .compactMap { $0.path?.description }.sorted()
    }
    #expect(
      try paths([
        package("z", "upstream/z", ["Vendor/patches/z/0001.patch"]), package("y", "archives/z.tar"),
      ]) == ["Vendor/z/a.c", "main.c", "upstream/other.c"])
    // A source that packages are in hides none of them.
    #expect(
      try paths([package("z", "Vendor"), package("y", "https://example.org/y.tar")]).count == 6)
  }

  @Test func reportsWhatItCouldNotRead() throws {
    let tree = try TemporaryFolder(["Vendor/z/a": "word"])
    try tree.handle.createSymbolicLink(try RelativePath("Vendor/link"), to: Array("/etc".utf8))
    try tree.handle.createDirectories(
      try RelativePath("deep/" + String(repeating: "d/", count: 205) + "d"))
    let report = try Self.report(tree)
    #expect(report.findings.contains { $0.rule.id == "audit-unreadable" })
    #expect(report.findings.contains { $0.path?.description == "Vendor/z/a" })
  }

  @Test func appliesThePolicy() throws {
    let tree = try TemporaryFolder(["a": "word", "b/c": "word", "b/d": "word"])
    var policy = Policy()
    policy.severities[Self.rule.id] = .error
    let day = try #require(CivilDate("2026-11-20"))
    let later = try #require(CivilDate("2026-11-21"))
    policy.exceptions = [
      Policy.Exception(
        rule: Self.rule.id, package: nil, path: try RelativePath("b/c"), reason: "r", until: later,
        line: 3),
      Policy.Exception(
        rule: Self.rule.id, package: nil, path: try RelativePath("b/d"), reason: "r", until: day,
        line: 8),
      Policy.Exception(
        rule: Self.rule.id, package: "none", path: nil, reason: "r", until: later, line: 13),
    ]
    let report = try Self.report(tree, policy: policy)
    #expect(report.suppressed.map(\.reason) == ["r"])
    #expect(
      report.findings.map { "\($0.rule.severity) \($0.rule.id) \($0.line ?? 0)" } == [
        "error hidden-word 1", "error hidden-word 1", "warning audit-exception-ended 8",
        "note audit-exception-unused 13",
      ])
    policy.severities[Self.rule.id] = .some(nil)
    #expect(
      try Self.report(tree, policy: policy).findings.allSatisfy { $0.rule.id != Self.rule.id })
  }

  @Test func voidsTheReviewOfAChangedPackage() throws {
    let tree = try TemporaryFolder(["Vendor/z/a": ""])
    let path = try RelativePath("Vendor/z")
    var policy = Policy()
    policy.reviews = [Policy.Review(package: "z", tree: "sha256:1", note: "n", line: 4)]
    func rules(_ digest: String) throws -> [String] {
      let package = AuditPackage(name: "z", version: "1", path: path, tree: digest)
      return try Self.report(tree, packages: [package], policy: policy).findings.map(\.rule.id)
    }
    #expect(try rules("sha256:1").isEmpty)
    #expect(try rules("sha256:2") == ["audit-review-void"])
    policy.reviews = []
    #expect(try rules("sha256:2").isEmpty)
    policy.requiresReviews = true
    #expect(try rules("sha256:2") == ["audit-review-missing"])
  }

  @Test(arguments: [
    ("2026-11-21", 20_778), ("1970-01-01", 0), ("2024-02-29", 19_782), ("2000-12-31", 11_322),
  ])
  func convertsDates(text: String, days: Int) throws {
    let date = try #require(CivilDate(text))
    #expect(date.description == text)
    #expect(date.daysSince1970 == days)
    #expect(CivilDate(secondsSince1970: days * 86_400 + 86_399) == date)
  }

  @Test(arguments: ["2026-02-29", "2026-13-01", "2026-1-01", "26-01-01", "2026-01-00", "x", ""])
  func refusesInvalidDates(text: String) {
    #expect(CivilDate(text) == nil)
  }

  @Test func hasOneTableOfRules() {
    #expect(Set(RuleTable.all.map(\.id)).count == RuleTable.all.count)
    let groups = Audit.standard(advisories: AdvisoryGroup()).groups.map { group in
      Set(group.rules.map(\.group))
    }
    #expect(groups.allSatisfy { $0.count == 1 })
    #expect(Set(groups.joined()).count == groups.count)
    #expect(
      groups.flatMap(Array.init) == [
        "integrity", "licence", "vulnerability", "fetches", "hidden", "double", "idle",
        "version",
      ])
    for rule in RuleTable.all {
      #expect(!rule.summary.hasSuffix("."), "\(rule.id)")
      #expect(rule.help.hasSuffix("."), "\(rule.id)")
    }
  }
}
