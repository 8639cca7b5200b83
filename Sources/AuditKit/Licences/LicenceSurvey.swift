import SafeFiles

/// Finds the licences of all packages, without the rest of an audit.
public enum LicenceSurvey {
  /// A summary for every package of the context, in the order of the lock.
  ///
  /// - Throws: what reading the root throws; a file that cannot be read is ignored.
  public static func summaries(
    in context: AuditContext, threads: Int? = nil
  ) throws -> [LicenceSummary] {
    let tree = TreeWalk(root: context.root, packages: context.packages)
    let files = tree.files.filter { $0.package != nil }
    let scan = FileScan(context: context, groups: [LicenceGroup()], isDigesting: false)
    var facts: [(file: AuditedFile, facts: LicenceGroup.Facts)] = []
    for result in try scan.results(of: files, threads: threads) {
      if let found = result.facts.first?.facts as? LicenceGroup.Facts {
        facts.append((result.file, found))
      }
    }
    return LicenceSummary.summaries(of: facts, in: context)
  }
}
