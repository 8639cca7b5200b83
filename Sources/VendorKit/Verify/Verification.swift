public import Findings
public import SafeFiles

/// What the vendored tree is, beside what the lock and the lists say.
public struct Verification: Sendable {
  /// One package that was looked at.
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

  /// Whether the tree is what the lock says: nothing worse than a warning was found.
  public var isIntact: Bool { !findings.contains { $0.rule.severity == .error } }

  /// Compares the tree with the lists, and the lists with the lock.
  ///
  /// Reads the tree and git's settings and nothing else: no network, no clock, no cache.
  /// - Parameters:
  ///   - root: the folder that has the lock.
  ///   - lock: what it says.
  ///   - names: the packages to look at; none for all, and then also for what belongs to none.
  ///   - threads: the most threads; nil for as many as there are processors.
  ///   - known: files that somebody has just read, by their paths from the root; the others are read
  ///     here. Nil where nobody has.
  /// - Throws: `VendorError` with `nothingToCheck` for an empty lock, `unknownPackage` for a name
  ///   that it lacks; `FileError` when `Vendor` cannot be read.
  /// - Complexity: O(bytes + files · log files); memory for the largest list, not for the files.
  public init(
    of root: DirectoryHandle, against lock: Lock, named names: [String] = [], threads: Int? = nil,
    known: [RelativePath: FileContents]? = nil
  ) throws {
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
