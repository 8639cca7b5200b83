public import Findings
public import SafeFiles
public import VendorKit

/// The hidden content of files that an update brought.
public enum HiddenContentReview {
  /// What is hidden in some files of a package: the most serious first, then by path and line.
  ///
  /// - Parameters:
  ///   - paths: the files, relative to the package's folder; those that are gone are left out.
  ///   - root: the root of the repository.
  /// - Throws: what reading the files throws.
  public static func findings(
    in paths: [RelativePath], of package: Lock.Package, root: DirectoryHandle
  ) throws -> [Finding] {
    let context = AuditContext(
      root: root, packages: [AuditPackage(package)], policy: Policy(),
      today: CivilDate(secondsSince1970: 0))
    let files = try paths.compactMap { path -> AuditedFile? in
      let path = package.path.appending(path)
      return try root.statusIfPresent(of: path).map {
        AuditedFile(
          path: path, package: 0, kind: $0.kind, size: $0.size, isExecutable: $0.isExecutable)
      }
    }
    let group = HiddenContentGroup()
    var scan = FileScan(context: context, groups: [group])
    scan.isDigesting = false
    let results = try scan.results(of: files, threads: nil)
    var sink = FindingSink()
    group.conclude(
      results.compactMap { result in
        (result.facts.first?.facts as? HiddenContentGroup.Facts).map { (result.file, $0) }
      }, in: context, report: &sink)
    return sink.entries.sorted {
      $0.rule.severity == $1.rule.severity ? $0 < $1 : $0.rule.severity > $1.rule.severity
    }
  }
}
