public import Findings

extension Vendoring {
  /// The arguments of `add` for one package.
  public struct Addition: Sendable {
    /// Decides on the selection and on patches once the names of the source's files are known.
    public typealias Preparation =
      @Sendable (_ addition: inout Addition, _ files: SourceFiles) async throws -> Void

    /// The package to add; its pins are ignored.
    public var package: Lock.Package
    /// The digest that the archive must have; nil to accept any.
    public var archiveDigest: SHA256Digest?
    /// The full id of the commit that must be fetched; nil for what the package's `ref` names.
    public var commit: String?
    /// Patches that were made for this package, applied before those in files.
    public var madePatches: [GeneratedPatch] = []
    /// Patch files, in order.
    public var patchFiles: [String] = []
    /// The file that has the archive's bytes; nil to fetch them.
    public var file: String?
    /// The signature that the archive must have; nil to accept any archive.
    public var signature: GivenSignature?
    /// Remarks for the user, which ``Added`` repeats.
    public var remarks: [String] = []
    /// Called when the source is there and nothing has been written; nil for none.
    public var prepare: Preparation?

    /// The addition of `package`.
    public init(_ package: Lock.Package) {
      self.package = package
    }
  }

  /// A patch that a program made.
  public struct GeneratedPatch: Hashable, Sendable {
    /// Its file name without number and extension.
    public var title: String
    /// Its text.
    public var bytes: [UInt8]

    /// A patch of that text.
    public init(title: String, bytes: [UInt8]) {
      self.title = title
      self.bytes = bytes
    }
  }

  /// The result of `add` for one package.
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
}

/// What several packages of one run failed with; nothing has changed then.
public struct PackageFailures: Error {
  /// The packages that failed, in the order of the run, each with its error.
  public let failures: [(name: String, error: any Error)]

  /// The values of `results`, which are those of the packages `names`.
  ///
  /// - Throws: the error of a single package as it is; `PackageFailures` when several failed, or one of
  ///   several.
  static func values<Value>(
    of results: [Result<Value, any Error>], named names: [String]
  ) throws -> [Value] {
    precondition(results.count == names.count, "each package has one result")
    if names.count == 1 { return [try results[0].get()] }
    var values: [Value] = []
    var failures: [(name: String, error: any Error)] = []
    for (name, result) in zip(names, results) {
      switch result {
      case .success(let value): values.append(value)
      case .failure(let error): failures.append((name, error))
      }
    }
    guard failures.isEmpty else { throw PackageFailures(failures: failures) }
    return values
  }
}
