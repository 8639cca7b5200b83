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
  }

  /// The packages, in the lock's order.
  public let packages: [Package]
  /// Everything that was found, sorted.
  public let findings: [Finding]

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
  /// - Throws: `VendorError` with `nothingToCheck` for an empty lock, `unknownPackage` for a name
  ///   that it lacks, `program` when digests cannot be computed; `FileError` when `Vendor` cannot be read.
  /// - Complexity: O(bytes + files · log files); memory for the largest list, not for the files.
  public init(
    of root: DirectoryHandle, against lock: Lock, named names: [String] = [], threads: Int? = nil,
    known: [RelativePath: FileContents]? = nil
  ) throws {
    try LibCrypto.check()
    guard !lock.packages.isEmpty else {
      throw VendorError(
        .nothingToCheck, at: Lock.fileName, "has no package, so there is nothing to verify",
        remedy: "vendor something with 'assetkit vendor add'")
    }
    var packages: [Package] = []
    var findings: [Finding] = []
    for package in try lock.packages(named: names) {
      var check = PackageCheck(package: package, root: root, threads: threads, known: known)
      try check.run()
      packages.append(Package(name: package.name, fileCount: check.fileCount))
      findings += check.findings
    }
    if names.isEmpty { findings += try OrphanCheck(lock: lock, root: root).findings() }
    self.packages = packages
    self.findings = Set(findings).sorted()
  }
}
