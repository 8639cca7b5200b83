import Findings
import SafeFiles

/// Matches the packages against a database of advisories, without reading their files.
public struct AdvisoryGroup: AuditGroup {
  let database: AdvisoryDatabase?
  private let subjects: [AdvisorySubject]
  private let state: AdvisoryState

  /// A group without a database, which reports that nothing was checked.
  public init() {
    database = nil
    subjects = []
    state = AdvisoryState(maximumAgeDays: 0)
  }

  /// A group with the advisories at `path`: a folder of OSV entries, a zip of them, or a folder of zips.
  ///
  /// - Parameters:
  ///   - packages: the packages of the lock, in its order.
  ///   - maximumAgeDays: how old the newest entry may be.
  /// - Throws: `AuditError` when the database cannot be read at all.
  /// - Complexity: O(bytes of the database).
  public init(path: String, packages: [AuditPackage], maximumAgeDays: Int) throws(AuditError) {
    subjects = packages.map(AdvisorySubject.init)
    database = try AdvisoryDatabase(path: path, subjects: subjects)
    state = AdvisoryState(maximumAgeDays: maximumAgeDays)
  }

  /// Why the statements of the database may be incomplete: files that could not be read.
  public var problems: [String] {
    guard let database else { return [] }
    return database.damaged.map { "\($0.zip) \($0.problem)" }
  }

  /// The vulnerabilities.
  var rules: [Finding.Rule] { AdvisoryRules.all }

  /// No file is needed.
  func interest(in file: AuditedFile, context: AuditContext) -> Interest { .none }

  /// Reports the advisories that affect each package, and the packages that none can be matched to.
  func conclude(
    _ files: [(file: AuditedFile, facts: Void)], in context: AuditContext,
    report: inout FindingSink
  ) {
    for package in context.packages {
      for problem in Identifiers.problems(in: package) {
        report.report(
          AdvisoryRules.identifier, package: package.name, path: .lock,
          "\(package.name): \(problem.text)", remedy: problem.remedy)
      }
    }
    guard let database else {
      return report.report(
        AdvisoryRules.notLooked, "packages were not checked for known vulnerabilities",
        remedy: "name a folder or zip of OSV entries with --advisories; 'assetkit vendor "
          + "advisories DIR' says what to download")
    }
    let fixes = PatchedVulnerabilities(in: context)
    for match in database.matches {
      let patch = fixes.patch(of: match.subject, fixing: match.names)
      if var finding = Self.finding(of: match, context.packages[match.subject], fixedBy: patch) {
        finding.vulnerability = Finding.Vulnerability(
          id: match.id, aliases: match.names.subtracting([match.id]).sorted(),
          score: match.score.map { Double($0.tenths) / 10 })
        report.report(finding)
      }
    }
    for (package, subject) in zip(context.packages, subjects) {
      state.reportGap(of: package, subject, in: database, to: &report)
    }
    state.reportAge(of: database, on: context.today, to: &report)
  }

  private static func finding(
    of match: AdvisoryMatch, _ package: AuditPackage, fixedBy patch: RelativePath?
  ) -> Finding? {
    let others = match.names.subtracting([match.id]).sorted()
    var names = others.isEmpty ? match.id : "\(match.id) (\(others.joined(separator: ", ")))"
    if let score = match.score { names += ", CVSS \(score)" }
    let headline = match.headline.isEmpty ? "" : ": \(match.headline)"
    if let patch, match.verdict != .unaffected {
      return Finding(
        AdvisoryRules.patched, package: package.name, path: patch,
        "\(package.name) \(package.version): the patch says that it fixes \(names)\(headline)")
    }
    switch match.verdict {
    case .affected(let fixed):
      return Finding(
        AdvisoryRules.known, package: package.name, path: .lock,
        "\(package.name) \(package.version) is affected by \(names)\(headline)",
        remedy: fixed.isEmpty
          ? "no fixed version is named" : "fixed in \(fixed.joined(separator: ", "))")
    case .undecided(let reason):
      return Finding(
        AdvisoryRules.undecided, package: package.name, path: .lock,
        "\(names) names \(package.name), but \(reason)\(headline)",
        remedy: "read the advisory and record what you find with an exception")
    case .unaffected: return nil
    }
  }
}

extension AdvisoryDatabase {
  /// Reads the database at `path`.
  ///
  /// - Throws: `AuditError` when it cannot be read at all.
  init(path: String, subjects: [AdvisorySubject]) throws(AuditError) {
    var database = AdvisoryDatabase(subjects: subjects)
    try AdvisorySource(path: path).forEachItem { item in
      switch item {
      case .entry(let name, let json, let file): database.add(json, name: name, file: file)
      case .unreadable(let name): database.addUnreadable(name)
      case .damaged(let zip, let problem): database.addDamaged(zip, problem)
      }
    }
    self = database
  }
}
