public import SafeFiles

extension Vendoring {
  /// What `rebuild` found of one package.
  public struct Rebuilt: Sendable {
    /// The package's name.
    public var name: String
    /// What does not agree, one line each; empty when the whole chain holds.
    public var problems: [String]
    /// Files of the tree that are not what the chain makes, by path.
    public var files: [String]

    /// Whether archive, selection and patches give the committed files byte for byte.
    public var isProven: Bool { problems.isEmpty && files.isEmpty }
  }

  /// Proves, offline and without touching the tree, that the chain gives the committed files.
  ///
  /// - Parameter scratch: an empty folder outside the root, for the files that are made.
  /// - Throws: `VendorError` when the lock or a source cannot be had.
  public func rebuild(_ names: [String], scratch: DirectoryHandle) async throws -> [Rebuilt] {
    let lock = try lock()
    guard !lock.packages.isEmpty else {
      throw VendorError(.nothingToCheck, at: Lock.fileName, "has no package")
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
    let source: FetchedSource
    let patches: [Patch]
    do {
      source = try await fetcher.fetch(try pinnedRequest(package))
      patches = try self.patches(of: package)
    } catch let error as VendorError where error.code == .digestMismatch {
      rebuilt.problems.append("\(error.location): \(error.problem)")
      return rebuilt
    }
    let place = try RelativePath(package.name)
    try scratch.createDirectory(place)
    defer { try? scratch.removeTree(place) }
    let result: Reconstruction.Result
    do {
      result = try await reconstruction(of: package, patches: patches).run(
        source, into: try scratch.subdirectory(place))
    } catch let error as VendorError where error.code == .patch {
      rebuilt.problems.append("\(error.location): \(error.problem)")
      return rebuilt
    }
    func compare(_ what: String, _ actual: SHA256Digest, _ expected: SHA256Digest) {
      guard actual != expected else { return }
      rebuilt.problems.append("\(what) is \(actual.pin), expected \(expected.pin) as pinned")
    }
    compare("pristine", result.pristine.digest, package.pristine)
    compare("tree", result.tree.digest, package.tree)
    let edits = try LocalEdits(in: try folder(of: package), comparedWith: result.tree)
    rebuilt.files = edits.changed.map { "\($0): differs" }
    rebuilt.files += edits.added.map { "\($0): not from the chain" }
    rebuilt.files += edits.missing.map { "\($0): missing" }
    return rebuilt
  }
}
