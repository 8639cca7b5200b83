import BroadcastPool
public import Findings
public import SafeFiles

/// The result of comparing the vendored tree with the lock and the lists.
public struct Verification: Sendable {
  /// One package that was checked.
  public struct Package: Sendable {
    /// Its name.
    public let name: String
    /// How many files and links its list has; nil when the list cannot be read.
    public let fileCount: Int?
    /// Whether it was not read, because its files have the status that they had when they were.
    public let isTrusted: Bool
  }

  /// The packages, in the lock's order.
  public let packages: [Package]
  /// Everything that was found, sorted.
  public let findings: [Finding]
  /// What a later verification can trust: the packages of the given record that were not looked at, and
  /// those of which nothing was found.
  public let record: VerifiedRecord?

  /// Whether the tree matches the lock: nothing worse than a warning was found.
  public var isIntact: Bool { !findings.contains { $0.rule.severity == .error } }

  /// Compares the tree with the lists, and the lists with the lock.
  ///
  /// Reads the tree and git's settings and nothing else: no network, no clock, no cache.
  /// - Parameters:
  ///   - root: the folder that has the lock.
  ///   - lock: what it says.
  ///   - names: the packages to look at; none for all, and then also for what belongs to none.
  ///   - threads: the maximum number of threads; nil for the number of processors.
  ///   - known: contents that are already known, by path from the root; other files are read
  ///     here. Nil for an unknown file.
  ///   - record: what earlier verifications found nothing wrong with; nil to keep no record.
  ///   - trustsRecord: whether to read only what has another status now.
  /// - Throws: `VendorError` with `nothingToCheck` for an empty lock, `unknownPackage` for a name
  ///   that it lacks, `program` when digests cannot be computed; `FileError` when `Vendor` cannot be read.
  /// - Complexity: O(bytes + files · log files); memory for the largest list, not for the files.
  public init(
    of root: DirectoryHandle, against lock: Lock, named names: [String] = [], threads: Int? = nil,
    known: [RelativePath: FileContents]? = nil, record: VerifiedRecord? = nil,
    trustsRecord: Bool = false
  ) throws {
    try LibCrypto.check()
    guard !lock.packages.isEmpty else {
      throw VendorError(
        .nothingToCheck, at: Lock.fileName, "has no package, so there is nothing to verify",
        remedy: "vendor something with 'assetkit vendor add'")
    }
    var findings: [Finding] = []
    let start = FileStatus.nowNanoseconds
    let above = GitFilesAbove(root: root)
    let checks = try Self.run(
      try lock.packages(named: names).map {
        PackageCheck($0, root: root, threads: threads, known: known, start: start, above: above)
      }, threads: threads, trusting: trustsRecord ? record : nil)
    packages = checks.map {
      Package(name: $0.package.name, fileCount: $0.fileCount, isTrusted: $0.isTrusted)
    }
    for check in checks { findings += check.findings }
    self.record = record.map { $0.updated(by: checks, of: lock) }
    if names.isEmpty { findings += try OrphanCheck(lock: lock, root: root).findings() }
    self.findings = Set(findings).sorted()
  }

  /// Runs each check: of small packages side by side, then of large ones one after the other, each with
  /// all threads.
  private static func run(
    _ checks: [PackageCheck], threads: Int?, trusting record: VerifiedRecord?
  ) throws -> [PackageCheck] {
    let buffers = FileHasher.Buffers()
    let isSingle = checks.count == 1
    // Requests cost little, but not nothing; so few that the last ones end at about the same time.
    let batchSize = max(1, min(8, checks.count / 64))
    let results = try checks.mapSideBySide(threads: threads, batchSize: batchSize, name: "verify") {
      check, _ in
      var check = check
      let entry = record?.entries[check.package.name]
      var isDone = try entry.map { try check.trust($0) } ?? false
      if !isDone, !isSingle { isDone = try check.runIfSmall(buffers) }
      return (check: check, isDone: isDone)
    }
    return try results.map { result in
      var check = result.check
      if !result.isDone { try check.run() }
      return check
    }
  }
}

extension VerifiedRecord {
  fileprivate func updated(by checks: [PackageCheck], of lock: Lock) -> VerifiedRecord {
    var record = self
    let names = Set(lock.packages.map(\.name))
    record.entries = entries.filter { names.contains($0.key) }
    for check in checks {
      record.entries[check.package.name] =
        if let status = check.status, let fileCount = check.fileCount, check.findings.isEmpty {
          Entry(status: status, fileCount: fileCount)
        } else {
          nil
        }
    }
    return record
  }
}
