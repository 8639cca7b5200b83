public import SafeFiles

extension Vendoring {
  /// The result of `rebuild` for one package.
  public struct Rebuilt: Sendable {
    /// The package's name.
    public var name: String
    /// Digests that do not match their pins, one line each.
    public var problems: [String]
    /// Files that differ from those rebuilt from source, selection and patches.
    public var files: [String]
    /// Why nothing could be rebuilt: the source is not here; nil where it is.
    public var missing: VendorError?

    /// Whether archive, selection and patches give the committed files byte for byte.
    public var isProven: Bool { problems.isEmpty && files.isEmpty && missing == nil }
  }

  /// Proves, offline and without touching the tree, that source, selection and patches give the
  /// committed files.
  ///
  /// - Parameters:
  ///   - names: the packages; all when there are none.
  ///   - scratch: an empty folder outside the root, for the rebuilt files.
  /// - Returns: one result for each package; a source that is not here does not stop the others.
  /// - Throws: `VendorError` when the lock cannot be read, or what it says cannot be done.
  public func rebuild(_ names: [String], scratch: DirectoryHandle) async throws -> [Rebuilt] {
    let lock = try lock()
    guard !lock.packages.isEmpty else {
      throw VendorError(.nothingToCheck, at: Lock.fileName, "contains no packages")
    }
    var results: [Rebuilt] = []
    for package in try lock.packages(named: names) {
      results.append(try await rebuild(package, scratch: scratch))
    }
    return results
  }

  private func rebuild(
    _ package: Lock.Package, scratch: DirectoryHandle
  ) async throws -> Rebuilt {
    var rebuilt = Rebuilt(name: package.name, problems: [], files: [])
    let place = try RelativePath(package.name)
    try scratch.createDirectory(place)
    // The caller removes what stays, with its scratch folder.
    defer { try? scratch.removeTree(place) }
    let result: Reconstruction.Result
    var sha512: SHA512Digest?
    do {
      let source = try await fetcher.fetch(try pinnedRequest(package))
      try await checkAgain(package, source)
      if package.archiveSHA512 != nil { sha512 = try source.archive?.sha512() }
      let patches = try patches(of: package)
      result = try await reconstruction(of: package, patches: patches).run(
        source, into: try scratch.subdirectory(place))
    } catch let error as VendorError
      where
      [.digestMismatch, .patch, .refusedArchive, .signature].contains(error.code)
    {
      rebuilt.problems.append(
        "\(error.location): \(error.problem)"
          + (error.code == .refusedArchive ? error.remedy.map { "; \($0)" } ?? "" : ""))
      return rebuilt
    } catch let error as VendorError where [.network, .inputOutput].contains(error.code) {
      rebuilt.missing = VendorError(
        error.code, at: error.location, error.problem,
        remedy: "run 'assetkit vendor mirror DIR' where the network is, then give --mirror DIR")
      return rebuilt
    } catch let error as VendorError where error.code == .program {
      rebuilt.missing = error
      return rebuilt
    } catch let error as FileError where error.code == .notFound {
      rebuilt.missing = VendorError(.inputOutput, at: error.location, error.problem)
      return rebuilt
    }
    func compare(_ what: String, _ actual: SHA256Digest, _ expected: SHA256Digest) {
      guard actual != expected else { return }
      rebuilt.problems.append("\(what) is \(actual.pin), expected \(expected.pin) as pinned")
    }
    if let pinned = package.archiveSHA512, let sha512, sha512 != pinned {
      rebuilt.problems.append("archive is \(sha512.pin), expected \(pinned.pin) as pinned")
    }
    compare("pristine", result.pristine.digest, package.pristine)
    compare("tree", result.tree.digest, package.tree)
    let edits = try LocalEdits(in: try folder(of: package), comparedWith: result.tree)
    rebuilt.files = edits.changed.map { "\($0): differs" }
    rebuilt.files += edits.added.map { "\($0): not produced by source, selection and patches" }
    rebuilt.files += edits.missing.map { "\($0): missing" }
    return rebuilt
  }
}
