import BroadcastPool
public import Findings
public import SafeFiles

/// Checks the vendored packages and the project around them in one pass over the files, offline.
public struct Audit: Sendable {
  /// The groups of rules to check, each with its options.
  var groups: [any AuditGroup]
  /// The most threads; nil for as many as there are processors.
  var threads: Int?

  /// Every rule that is checked, in the order of a report: group by group, then the audit's own.
  public var rules: [Finding.Rule] {
    groups.flatMap(\.rules) + AuditRules.all
  }

  /// The result of an audit.
  public struct Report: Sendable {
    /// The findings by group, rule, package, path and line; their rules have the severities that the
    /// policy gives them.
    public internal(set) var findings: [Finding] = []
    /// The findings that exceptions of the policy suppress, each with the exception's reason, by
    /// path, line and rule.
    public internal(set) var suppressed: [SuppressedFinding] = []
    /// How many files were listed.
    public internal(set) var fileCount = 0

    /// Reports only these of the findings.
    public mutating func keep(_ findings: [Finding]) { self.findings = findings }

    /// Whether a finding reaches the limit.
    public func fails(at limit: FailureLimit) -> Bool {
      findings.contains { limit.isReached(by: $0) }
    }
  }

  /// Checks everything and reports.
  ///
  /// - Throws: what reading the tree's root throws; a single unreadable file is a finding.
  public func report(on context: AuditContext) throws -> Report {
    let tree = TreeWalk(root: context.root, packages: context.packages)
    let scan = FileScan(context: context, groups: groups)
    let results = try scan.results(of: tree.files, threads: threads)

    let sinks = try groups.indices.mapSideBySide(threads: threads, name: "conclude") { index, _ in
      conclude(groups[index], at: index, of: results, in: context)
    }
    var sink = FindingSink()
    for found in sinks { sink.add(found) }
    reportGaps(of: tree, results, in: context, to: &sink)
    var report = PolicyVerdict(
      policy: context.policy, context: context, order: rules
    ).applied(to: sink)
    report.fileCount = tree.files.count
    return report
  }

  private func conclude<Group: AuditGroup>(
    _ group: Group, at index: Int, of results: [FileScan.Result], in context: AuditContext
  ) -> FindingSink {
    var files: [(file: AuditedFile, facts: Group.Facts)] = []
    for result in results {
      guard let facts = result.facts.first(where: { $0.group == index })?.facts as? Group.Facts
      else { continue }
      files.append((result.file, facts))
    }
    var sink = FindingSink()
    group.conclude(files, in: context, report: &sink)
    // assetkit.toml and --list-rules know only the listed rules.
    let listed = Set((group.rules + AuditRules.all).map(\.id))
    for rule in sink.counts.keys {
      precondition(listed.contains(rule.id), "\(Group.self).rules does not list \(rule.id)")
    }
    return sink
  }

  /// Reports what was not checked.
  private func reportGaps(
    of tree: TreeWalk, _ results: [FileScan.Result], in context: AuditContext,
    to sink: inout FindingSink
  ) {
    for result in results {
      if let failure = result.failure {
        sink.report(AuditRules.unreadable, in: result.file, of: context, failure)
      }
      if result.isCut {
        sink.report(
          AuditRules.cut, in: result.file, of: context,
          "only the first \(FileScan.limitBytes >> 20) MiB of \(result.file.size) bytes were read")
      }
    }
    for failure in tree.failures {
      sink.report(AuditRules.unreadable, path: failure.path, failure.problem)
    }
    if tree.isCut {
      sink.report(AuditRules.cut, "only the first \(TreeWalk.limitFiles) files were checked")
    }
    for (rule, count) in sink.counts.sorted(by: { $0.key.id < $1.key.id })
    where count > FindingSink.limitOfRule {
      sink.report(
        AuditRules.cut,
        "\(rule.id) has \(count) findings; \(FindingSink.limitOfRule) are listed")
    }
  }
}

/// Why an audit failed.
public struct AuditError: Error, Hashable, Sendable {
  /// The file, option or package that it concerns.
  public let location: String
  /// What is wrong, with what was expected and found.
  public let problem: String
  /// What to do about it, if anything can be done.
  public let remedy: String?

  /// Creates an error from its parts.
  public init(_ location: String, _ problem: String, remedy: String? = nil) {
    self.location = location
    self.problem = problem
    self.remedy = remedy
  }

  /// Creates an error from a file system error.
  public init(_ error: FileError) {
    self.init(error.location, error.problem, remedy: error.remedy)
  }
}
