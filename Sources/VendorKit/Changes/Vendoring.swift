public import SafeFiles

/// The vendored packages of one root, with the commands that change them.
///
/// Each command is one method, mostly in a file of its own. A method that changes something does so in
/// one ``Transaction``: all of it happens or none.
public struct Vendoring: Sendable {
  /// The folder that contains, or will contain, `vendor.lock`.
  public let root: DirectoryHandle
  /// Fetches the sources.
  public let fetcher: SourceFetcher
  /// The limits on sources.
  public var policy = StagingPolicy()
  /// How long to wait for another run.
  public var lockTimeout: Duration = .seconds(60)

  /// The packages below `root`.
  public init(root: DirectoryHandle, fetcher: SourceFetcher) {
    self.root = root
    self.fetcher = fetcher
  }

  static let lockPath = RelativePath(known: Lock.fileName)

  // MARK: - What is there

  /// The contents of `vendor.lock`; nil when there is none.
  func lockIfPresent() throws -> Lock? {
    try root.statusIfPresent(of: Self.lockPath) == nil ? nil : try Lock(in: root)
  }

  /// The contents of `vendor.lock`.
  ///
  /// - Throws: `VendorError` with `nothingToCheck` when there is none.
  func lock() throws -> Lock {
    guard let lock = try lockIfPresent() else {
      throw VendorError(
        .nothingToCheck, at: Lock.fileName, "does not exist",
        remedy: "start with 'assetkit vendor add NAME SOURCE', or give -C DIR")
    }
    return lock
  }

  /// The package's folder, nil when there is none.
  func folder(of package: Lock.Package) throws -> DirectoryHandle? {
    guard try root.statusIfPresent(of: package.path) != nil else { return nil }
    return try root.subdirectory(package.path)
  }

  /// The differences between the package's folder and its list.
  func edits(of package: Lock.Package) throws -> LocalEdits {
    try LocalEdits(
      in: try folder(of: package), comparedWith: try FileList(pinnedBy: package, in: root))
  }

  /// The package's patches, read and checked against their pins.
  func patches(of package: Lock.Package) throws -> [Patch] {
    try package.patches.map { pinned in
      let bytes = try root.readFile(pinned.path, limitBytes: Patch.maximumBytes)
      let digest = SHA256.digest(of: bytes)
      guard digest == pinned.digest else {
        if let conversion = LineEndings.conversion(of: bytes, from: pinned.digest) {
          let (problem, remedy) = package.explanation(
            of: conversion, at: pinned.path, in: GitSettings(root: root))
          throw VendorError(
            .digestMismatch, at: pinned.path.description, problem, remedy: remedy)
        }
        throw VendorError(
          .digestMismatch, at: pinned.path.description,
          "has \(digest.pin), expected \(pinned.digest.pin) as pinned",
          remedy: "restore it from version control, or pin it again with "
            + "'assetkit vendor update \(package.name)'")
      }
      return try Patch(parsing: bytes, name: pinned.path.description)
    }
  }

  // MARK: - What is wanted

  /// Where the package's source is, with the version filled in.
  func source(of package: Lock.Package) throws(VendorError) -> Source {
    try Source(of: package, in: root)
  }

  /// How the package's files are made from its source.
  func reconstruction(of package: Lock.Package, patches: [Patch]) throws(VendorError)
    -> Reconstruction
  {
    var policy = policy
    policy.allowsSymbolicLinks = package.allowsSymlinks
    return Reconstruction(
      selection: try Selection(
        strip: package.strip, include: package.include, exclude: package.exclude),
      policy: policy, patches: patches)
  }

  /// The fetch request for a package as pinned.
  func pinnedRequest(_ package: Lock.Package) throws(VendorError) -> SourceFetcher.Request {
    SourceFetcher.Request(
      try source(of: package), archiveDigest: package.archiveDigest, commit: package.commit)
  }
}

extension Vendoring {
  /// Copies what the packages are pinned to into a mirror, see
  /// ``SourceFetcher/mirror(_:to:)-(_,ArchiveStore)``.
  ///
  /// - Parameters:
  ///   - names: the packages; all when there are none.
  ///   - mirror: where the archives go.
  /// - Returns: the name of each package, and the outcome for its source.
  /// - Throws: `VendorError` of the first package whose source is unavailable.
  public func mirror(
    _ names: [String] = [], to mirror: ArchiveStore
  ) async throws -> [(name: String, source: SourceFetcher.Mirrored)] {
    let packages = try lock().packages(named: names)
    let mirrored = try await fetcher.mirror(try packages.map(pinnedRequest), to: mirror)
    return zip(packages, mirrored).map { ($0.name, $1) }
  }
}

extension Vendoring {
  /// Stores the archives that the packages are pinned to on a cache server, see
  /// ``SourceFetcher/mirror(_:to:)-(_,CacheServer)``.
  ///
  /// - Returns: the name of each package, and the outcome for its source.
  public func mirror(
    to server: CacheServer
  ) async throws -> [(name: String, source: SourceFetcher.Mirrored)] {
    let packages = try lock().packages
    let mirrored = try await fetcher.mirror(try packages.map(pinnedRequest), to: server)
    return zip(packages, mirrored).map { ($0.name, $1) }
  }
}

extension Vendoring {
  /// Removes a package and its pins.
  ///
  /// - Parameters:
  ///   - name: the package.
  ///   - force: whether to discard local edits.
  /// - Throws: `VendorError`: `unknownPackage`, `wouldLose`. Nothing has changed then.
  public func remove(_ name: String, force: Bool) throws {
    let transaction = try Transaction(in: root, lockTimeout: lockTimeout)
    let lock = try lock()
    let package = try lock.package(named: name)
    try transaction.watch(package.path)
    if !force { try refuseToLose(try edits(of: package), of: package, by: "remove \(name)") }
    for path in [package.path, package.sumsPath, package.patchesPath, package.signaturesPath] {
      try transaction.stageRemoval(of: path)
    }
    try transaction.stageFile(lock.removing(name).text, at: Self.lockPath)
    try transaction.commit()
  }
}
