public import Findings

internal import SafeFiles

extension Vendoring {
  /// The arguments of `add`.
  public struct Addition: Sendable {
    /// The package to add; its pins are ignored.
    public var package: Lock.Package
    /// The digest that the archive must have; nil to accept any.
    public var archiveDigest: SHA256Digest?
    /// Patch files, in order.
    public var patchFiles: [String] = []

    /// The addition of `package`.
    public init(_ package: Lock.Package) {
      self.package = package
    }
  }

  /// The result of `add`.
  public struct Added: Sendable {
    /// The package with its pins.
    public var package: Lock.Package
    /// How many files and links it has.
    public var fileCount: Int
    /// Remarks for the user: redirects, files left out.
    public var remarks: [String]
    /// Warnings about files that git would ignore or rewrite.
    public var hints: [Finding]
  }

  /// Adds a new package.
  ///
  /// - Throws: `VendorError`: `invalidArgument` when the name is taken, `wouldLose` when something
  ///   is in the way, and whatever fetching, staging and patching throw. Nothing has changed then.
  public func add(_ addition: Addition) async throws -> Added {
    let transaction = try Transaction(in: root, lockTimeout: lockTimeout)
    let lock = try lockIfPresent() ?? Lock()
    var package = addition.package
    guard lock[package.name] == nil else {
      throw VendorError(
        .invalidArgument, at: package.name, "is already vendored",
        remedy: "use 'assetkit vendor update \(package.name)', or remove it first")
    }
    for path in [package.path, package.sumsPath, package.patchesPath] { try refuseToCover(path) }
    let request = SourceFetcher.Request(
      try source(of: package), archiveDigest: addition.archiveDigest)
    let fetched = try await fetcher.fetch(request)
    let adopted = try adoptedPatches(addition.patchFiles, of: package.name, after: 0)
    package.patches = adopted.map(\.pinned)
    let staged = try await stage(
      package, from: fetched, patches: adopted.map(\.patch), in: transaction)
    if !adopted.isEmpty {
      let folder = try transaction.stageDirectory(at: package.patchesPath)
      for patch in adopted {
        try folder.createFile(patch.pinned.path.lastComponent, holding: patch.bytes)
      }
    }
    try transaction.stageFile(try lock.setting(staged.package).text, at: Self.lockPath)
    try transaction.commit()
    return Added(
      package: staged.package, fileCount: staged.result.tree.entries.count,
      remarks: fetched.remarks + lineEndingRemarks(of: staged.package),
      hints: hints(of: staged.package, staged.result.tree))
  }

  /// Warnings about a `.gitignore` or `.gitattributes` that affects the package's files.
  func hints(of package: Lock.Package, _ list: FileList) -> [Finding] {
    GitHints(package: package, root: root, list: list, includesPersonalFiles: true)
      .findings().sorted()
  }

  /// The line that keeps git from converting the package's line endings, where it is missing.
  func lineEndingRemarks(of package: Lock.Package) -> [String] {
    let settings = GitSettings(root: root)
    let file = RelativePath(known: "README")
    let isKept =
      settings.keepsLineEndings(of: package.sumsPath)
      && settings.keepsLineEndings(of: package.path.appending(file))
    guard settings.isInRepository, !isKept else { return [] }
    let folders =
      ["Vendor"] + (package.path.isInside(RelativePath(known: "Vendor")) ? [] : ["\(package.path)"])
    let lines = folders.map { "'\($0)/** -text'" }.joined(separator: " and ")
    return ["add \(lines) to .gitattributes, or git may convert line endings in other checkouts"]
  }
}
