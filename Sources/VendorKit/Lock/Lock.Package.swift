public import SafeFiles

extension Lock {
  /// One vendored package: what was asked for, and what came of it.
  ///
  /// The properties are the fields of the file, in its order. Those of *intent* a person may edit;
  /// those that *pin* are written by the commands that fetch.
  public struct Package: Hashable, Sendable {
    /// A patch and its digest; written as `PATH sha256:HEX`.
    public struct Patch: Hashable, Sendable {
      /// The patch's file, below `Vendor/patches/NAME`, from the root.
      public var path: RelativePath
      /// The digest of its bytes.
      public var digest: SHA256Digest

      /// A patch file and its digest.
      public init(path: RelativePath, digest: SHA256Digest) {
        self.path = path
        self.digest = digest
      }
    }

    /// Letters, digits, `.`, `_`, `-`; also the folder's name.
    public var name: String
    /// Intent: the version as upstream writes it.
    public var version: String?
    /// Intent: address, or path from the root; `{version}` stands for the version.
    public var source: String
    /// Intent: what kind of source that is.
    public var type: SourceType
    /// Intent, git only: the branch, tag or commit that was asked for.
    public var ref: String?
    /// Pin, git only: the full commit id.
    public var commit: String?
    /// Pin, archives only: the digest of the bytes as fetched.
    public var archiveDigest: SHA256Digest?
    /// Intent: how many leading components of every path are left out.
    public var strip = 0
    /// Intent: globs of what is selected; empty for everything.
    public var include: [String] = []
    /// Intent: globs of what is not.
    public var exclude: [String] = []
    /// Intent and pin: patches in the order in which they are applied.
    public var patches: [Patch] = []
    /// Intent: where the package lives, from the root.
    public var path: RelativePath
    /// Pin: the SPDX expression of its licence.
    public var license: String?
    /// Pin: the files, from the package's folder, that carry the licence's text.
    public var licenseFiles: [RelativePath] = []
    /// Intent: the package URL, for audits.
    public var purl: String?
    /// Pin: the digest of the list of selected files, before patches.
    public var pristine: SHA256Digest
    /// Pin: the digest of the list of committed files, which is ``sumsPath``.
    public var tree: SHA256Digest

    /// A package with what every one must have; `path` is `Vendor/NAME` unless said otherwise.
    ///
    /// - Throws: `VendorError` with `invalidArgument` when the name cannot be a package's.
    public init(
      name: String, source: String, type: SourceType, path: RelativePath? = nil,
      pristine: SHA256Digest, tree: SHA256Digest
    ) throws(VendorError) {
      if let problem = LockRules.problem(withName: name) {
        let shown = Printable.text(of: Array(name.utf8))
        throw VendorError(.invalidArgument, at: "'\(shown)'", problem)
      }
      guard let path = path ?? Lock.Package.defaultPath(of: name) else {
        throw VendorError(.invalidArgument, at: name, "cannot be a folder's name")
      }
      self.name = name
      self.source = source
      self.type = type
      self.path = path
      self.pristine = pristine
      self.tree = tree
    }

    /// The source with the version in place of `{version}`.
    public var resolvedSource: String {
      source.replacing("{version}", with: version ?? "{version}")
    }

    /// Where a package of that name lives unless said otherwise, `Vendor/NAME`; nil when the name
    /// cannot be one.
    public static func defaultPath(of name: String) -> RelativePath? {
      // Names come from a person.
      try? RelativePath("Vendor/\(name)")
    }

    /// The list of its files, `Vendor/NAME.sums`, from the root.
    public var sumsPath: RelativePath { RelativePath(known: "Vendor/\(name).sums") }

    /// The folder of its patches, `Vendor/patches/NAME`, from the root.
    public var patchesPath: RelativePath { RelativePath(known: "Vendor/patches/\(name)") }
  }
}
