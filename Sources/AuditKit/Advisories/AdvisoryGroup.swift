import Findings
import SafeFiles

/// Matches the packages against a database of advisories, without reading their files.
public struct AdvisoryGroup: AuditGroup {
  private let database: AdvisoryDatabase?
  private let maximumAgeDays: Int

  /// A group without a database, which reports that nothing was checked.
  public init() {
    database = nil
    maximumAgeDays = 0
  }

  /// A group with the advisories at `path`, a folder of OSV entries or a zip of them.
  ///
  /// - Parameters:
  ///   - packages: the packages of the lock, in its order.
  ///   - maximumAgeDays: how old the newest entry may be.
  /// - Throws: `AuditError` when the database cannot be read at all.
  /// - Complexity: O(bytes of the database).
  public init(path: String, packages: [AuditPackage], maximumAgeDays: Int) throws(AuditError) {
    var database = AdvisoryDatabase(subjects: packages.map(AdvisorySubject.init))
    try AdvisorySource(path: path).forEachEntry { name, json in database.add(json, name: name) }
    self.database = database
    self.maximumAgeDays = maximumAgeDays
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
    guard let database else {
      return report.report(
        AdvisoryRules.notLooked, "packages were not checked for known vulnerabilities",
        remedy: "name a folder or zip of OSV entries with --advisories")
    }
    for package in context.packages where !AdvisorySubject(package).canBeNamed {
      report.report(
        AdvisoryRules.unmatched, package: package.name, path: .lock,
        "\(package.name) has no purl, so no advisory can be matched",
        remedy: "give it one with --purl")
    }
    for match in database.matches {
      let package = context.packages[match.subject]
      let others = match.names.subtracting([match.id]).sorted()
      let names = others.isEmpty ? match.id : "\(match.id) (\(others.joined(separator: ", ")))"
      switch match.verdict {
      case .affected(let fixed):
        report.report(
          AdvisoryRules.known, package: package.name, path: .lock,
          "\(package.name) \(package.version) is affected by \(names): \(match.headline)",
          remedy: fixed.isEmpty
            ? "no fixed version is named" : "fixed in \(fixed.joined(separator: ", "))")
      case .undecided(let reason):
        report.report(
          AdvisoryRules.undecided, package: package.name, path: .lock,
          "\(names) names \(package.name), but \(reason): \(match.headline)",
          remedy: "read the advisory and record what you find with an exception")
      case .unaffected: break
      }
    }
    reportState(of: database, in: context, to: &report)
  }

  private func reportState(
    of database: AdvisoryDatabase, in context: AuditContext, to report: inout FindingSink
  ) {
    for name in database.unreadable {
      report.report(
        AdvisoryRules.unreadable, "\(name): not an advisory in OSV format",
        remedy: "fix it or remove it from the database")
    }
    let newest = database.newest.flatMap { CivilDate($0.prefix(10)) }
    guard let newest else {
      return report.report(
        AdvisoryRules.stale, "the advisory database has no dated entry",
        remedy: "download a database in OSV format")
    }
    let age = context.today.daysSince1970 - newest.daysSince1970
    if age > maximumAgeDays {
      report.report(
        AdvisoryRules.stale,
        "the newest advisory is \(age) days old (\(newest)), expected at most \(maximumAgeDays)",
        remedy: "download a newer copy of the database, or allow more with --max-age")
    }
  }
}

extension AdvisorySubject {
  /// The fields of vendor.lock that advisories can be matched by.
  init(_ package: AuditPackage) {
    self.init(
      purl: package.purl.flatMap(PackageURL.init), version: package.version,
      commit: package.commit, repository: package.commit == nil ? nil : package.source)
  }

  /// Whether advisories can be matched to this package.
  var canBeNamed: Bool { purl != nil || (commit != nil && repository != nil) }
}

/// Rules about known vulnerabilities.
enum AdvisoryRules {
  static let known = Rule(
    "vulnerability-known", .error, "a known vulnerability",
    help: """
      An advisory says that this version is affected. Update to the fixed version with `assetkit \
      vendor update`, or record an exception with a reason and an end date.
      """)
  static let undecided = Rule(
    "vulnerability-undecided", .warning,
    "an advisory that may or may not apply",
    help: """
      An advisory names this package, but vendor.lock does not contain enough to tell whether this \
      version is affected. Read the advisory; a purl with a version is usually enough.
      """)
  static let unmatched = Rule(
    "vulnerability-unmatched", .note, "a package that advisories cannot be matched to",
    help: """
      Advisories are matched by purl, or by repository and commit; this package has neither, so \
      the absence of findings says nothing. Give it a purl with --purl.
      """)
  static let stale = Rule(
    "vulnerability-stale", .warning, "the advisory database is old",
    help: """
      Its newest entry is older than --max-age allows, so later ones are missing. \
      Download a newer copy.
      """)
  static let notLooked = Rule(
    "vulnerability-not-looked", .note, "no advisory database was given",
    help: """
      Packages were not checked for known vulnerabilities. Name a folder or zip of OSV entries with \
      --advisories.
      """)
  static let unreadable = Rule(
    "vulnerability-unreadable", .warning, "an entry that is not an advisory",
    help: "The file is not in OSV format, so it was ignored.")

  static let all = [known, undecided, unmatched, stale, notLooked, unreadable]
}
