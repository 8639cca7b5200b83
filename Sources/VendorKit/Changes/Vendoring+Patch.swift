public import SafeFiles

extension Vendoring {
  /// The result of `patch`.
  public struct MadePatch: Sendable {
    /// The patch's file, from the root.
    public var path: RelativePath
    /// The files that it changes.
    public var files: [RelativePath]
  }

  /// Turns the local edits of a package into its next patch, and pins the edited files.
  ///
  /// The edited files stay where they are; what changes is the patch, the list and the lock. Offline:
  /// the committed files are rebuilt from the cache or a mirror.
  ///
  /// - Parameters:
  ///   - name: the package.
  ///   - title: the patch's file name after its number.
  ///   - message: lines to put above the patch; not empty, if any.
  /// - Returns: nil when there is no edit.
  /// - Throws: `VendorError` with `patch`, naming every edited binary file and link. Nothing has
  ///   changed then.
  public func makePatch(
    _ name: String, title: String = "local-edits", message: String? = nil
  ) async throws -> MadePatch? {
    let transaction = try Transaction(in: root, lockTimeout: lockTimeout)
    let lock = try lock()
    var package = try lock.package(named: name)
    try transaction.watch(package.path)
    let committed = try FileList(pinnedBy: package, in: root)
    guard let folder = try folder(of: package) else {
      throw VendorError(
        .nothingToCheck, at: package.path.description, "does not exist",
        remedy: "run 'assetkit vendor sync \(name)'")
    }
    let edited = try FileList(scanning: folder, named: package.path.description)
    if edited == committed { return nil }

    let scratch = try transaction.scratchDirectory()
    let source = try await fetcher.fetch(try pinnedRequest(package))
    let patches = try patches(of: package)
    let result = try await reconstruction(of: package, patches: patches).run(source, into: scratch)
    guard result.tree == committed else {
      throw VendorError(
        .digestMismatch, at: name,
        "cannot be rebuilt from its source: the result does not match the pins",
        remedy: "run 'assetkit vendor rebuild \(name)' to see which")
    }
    let text = try UnifiedDiff.text(from: (committed, scratch), to: (edited, folder))
    let path = try patchPath(number: try nextNumber(of: package), of: name, title: title)
    let head = message.map { Array("\($0)\n\n".utf8) } ?? []
    let bytes = head + text
    let patch = try Patch(parsing: bytes, name: path.description)
    // Check that the patch turns the committed files into the edited ones, byte for byte.
    var patched = PatchedTree(committed, in: scratch)
    try patched.apply(patch)
    guard try patched.list() == edited else {
      throw VendorError(
        .changedMeanwhile, at: package.path.description, "was edited during the run",
        remedy: "run it again")
    }
    package.patches.append(Lock.Package.Patch(path: path, digest: SHA256.digest(of: bytes)))
    package.tree = edited.digest
    package.licenseFiles = edited.licenseFiles
    try transaction.check(package.path)
    try transaction.stageFile(bytes, at: path)
    try transaction.stageFile(edited.text, at: package.sumsPath)
    try transaction.stageFile(try lock.setting(package).text, at: Self.lockPath)
    try transaction.commit()
    return MadePatch(path: path, files: patch.paths)
  }

  /// The next patch number: one more than the highest in the patches' folder.
  func nextNumber(of package: Lock.Package) throws -> Int {
    guard try root.statusIfPresent(of: package.patchesPath) != nil else { return 1 }
    let names = try root.subdirectory(package.patchesPath).entries().map(\.name)
    let numbers = names.compactMap { name in
      Int(String(decoding: name.prefix { (0x30...0x39).contains($0) }.prefix(9), as: UTF8.self))
    }
    return (numbers.max() ?? 0) + 1
  }
}
