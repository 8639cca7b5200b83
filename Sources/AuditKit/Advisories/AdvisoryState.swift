/// Checks what a database of advisories can say at all: how old it is, and what it leaves out.
struct AdvisoryState: Sendable {
  /// How old the newest entry may be.
  let maximumAgeDays: Int

  /// Reports a package that advisories cannot be matched to, or of some of whose ecosystems there are none.
  func reportGap(
    of package: AuditPackage, _ subject: AdvisorySubject, in database: AdvisoryDatabase,
    to report: inout FindingSink
  ) {
    if let gap = subject.gap {
      return report.report(
        AdvisoryRules.unmatched, package: package.name, path: .lock, gap.problem,
        remedy: gap.remedy)
    }
    let missing = subject.ecosystems.filter { !database.ecosystems.contains($0) }
    guard !missing.isEmpty else { return }
    report.report(
      AdvisoryRules.uncovered, package: package.name, path: .lock,
      "\(package.name) was not checked against the advisories of "
        + "\(missing.joined(separator: " and ")), of which the database has none",
      remedy: "download them; 'assetkit vendor advisories DIR' says from where")
  }

  /// Reports what is old or unreadable.
  func reportAge(
    of database: AdvisoryDatabase, on today: CivilDate, to report: inout FindingSink
  ) {
    for name in database.unreadable {
      report.report(
        AdvisoryRules.unreadable, "\(name): not an advisory in OSV format, as JSON",
        remedy: "fix it or remove it from the database")
    }
    for (zip, problem) in database.damaged {
      report.report(
        AdvisoryRules.damaged, "\(zip) \(problem)",
        remedy: "download it again; 'assetkit vendor advisories DIR' says from where")
    }
    let more = database.unreadableCount - database.unreadable.count
    if more > 0 {
      report.report(
        AdvisoryRules.unreadable, "\(more) more files are not advisories in OSV format, as JSON",
        remedy: "download a database as JSON")
    }
    guard let newest = database.newest.flatMap({ CivilDate($0.prefix(10)) }) else {
      return report.report(
        AdvisoryRules.stale, "the advisory database has no dated entry",
        remedy: "download a database in OSV format")
    }
    if let age = age(newest, on: today) {
      return report.report(
        AdvisoryRules.stale,
        "the newest advisory is \(age) days old (\(newest)), expected at most \(maximumAgeDays)",
        remedy: "download a newer copy of the database, or allow more with --max-age")
    }
    for (file, state) in database.files.sorted(by: { $0.key < $1.key }) {
      guard let age = state.age(of: file, on: today), age > maximumAgeDays else { continue }
      report.report(
        AdvisoryRules.stale, "\(file) is \(age) days old, expected at most \(maximumAgeDays)",
        remedy: "download a newer copy, or allow more with --max-age")
    }
  }

  private func age(_ newest: CivilDate, on today: CivilDate) -> Int? {
    let age = today.daysSince1970 - newest.daysSince1970
    return age > maximumAgeDays ? age : nil
  }
}
