public import SafeFiles

extension Lock {
  /// One vendored package: its source and selection, and the pins of the result.
  ///
  /// The properties are the fields of the file, in its order. Fields marked *intent* may be edited;
  /// those marked *pin* are written by the commands that fetch.
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

    /// A warning of `verify` that a package can be relieved of: it says what git may do, and what git
    /// has done is an error of another rule.
    public enum Acknowledgement: String, CaseIterable, Sendable {
      /// git would ignore vendored files.
      case ignored = "integrity-ignored"
      /// git would rewrite vendored files.
      case rewritten = "integrity-rewritten"
    }

    /// A signature of the archive that was checked, and the key; kept in the tree as two files.
    public struct Signature: Hashable, Sendable {
      /// The key that signed, as `KIND:FINGERPRINT`; written as `signed-by`.
      public var signer: String
      /// The digest of the signature's file; written as `signature`.
      public var signature: SHA256Digest
      /// The digest of the key's file; written as `signature-key`.
      public var key: SHA256Digest

      /// A signature by `signer`.
      public init(signer: String, signature: SHA256Digest, key: SHA256Digest) {
        self.signer = signer
        self.signature = signature
        self.key = key
      }
    }

    /// Letters, digits, `.`, `_`, `-`; also the folder's name.
    public var name: String
    /// Intent: the version as upstream writes it.
    public var version: String?
    /// Intent: the address, or the path relative to the root; may contain `{version}`.
    public var source: String
    /// Intent: the type of the source.
    public var type: SourceType
    /// Intent: the requested branch, tag or commit, of a type that pins a commit.
    public var ref: String?
    /// Pin: the full commit id, of a type that pins one.
    public var commit: String?
    /// Pin: the digest of the archive's bytes as fetched, of a type that pins one.
    public var archiveDigest: SHA256Digest?
    /// Pin: the SHA-512 of the same bytes, for bills of materials; nil in locks of earlier versions.
    public var archiveSHA512: SHA512Digest?
    /// Intent: the number of leading components stripped from every path.
    public var strip = 0
    /// Intent: globs of files to include; empty for all.
    public var include: [String] = []
    /// Intent: globs of files to exclude.
    public var exclude: [String] = []
    /// Intent: whether symbolic links that stay inside the package are allowed; written as
    /// `symlinks = "inside"`.
    public var allowsSymlinks = false
    /// Intent and pin: patches in the order in which they are applied.
    public var patches: [Patch] = []
    /// Intent: the package's folder, relative to the root.
    public var path: RelativePath
    /// Pin: the SPDX expression of its licence.
    public var license: String?
    /// Pin: the licence files, relative to the package's folder.
    public var licenseFiles: [RelativePath] = []
    /// Intent: the package URL, for audits.
    public var purl: String?
    /// Intent: the CPE 2.3 name, for bills of materials; its version may be `*`.
    public var cpe: String?
    /// Intent: who makes it, for bills of materials: `NAME`, or `NAME <ADDRESS>`.
    public var supplier: String?
    /// Intent: warnings that somebody has looked at and accepted.
    public var acknowledged: [Acknowledgement] = []
    /// Pin: the digest of the list of selected files, before patches.
    public var pristine: SHA256Digest
    /// Pin: the digest of the list of committed files, which is ``sumsPath``.
    public var tree: SHA256Digest
    /// Pin: the signature that was checked, of a type that pins an archive.
    public var signature: Signature?

    /// A package with its required fields; `path` defaults to `Vendor/NAME`.
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
        throw VendorError(.invalidArgument, at: name, "cannot be used as a folder name")
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
      // Byte by byte: this runs for every package of a lock.
      guard let version, source.utf8.contains(UInt8(ascii: "{")) else { return source }
      let hole = Array("{version}".utf8)
      var rest = Array(source.utf8)[...]
      var resolved: [UInt8] = []
      while let byte = rest.first {
        if rest.starts(with: hole) {
          resolved += version.utf8
          rest = rest.dropFirst(hole.count)
        } else {
          resolved.append(byte)
          rest = rest.dropFirst()
        }
      }
      return String(decoding: resolved, as: UTF8.self)
    }

    /// The default folder of a package of that name, `Vendor/NAME`; nil when the name
    /// is not valid.
    public static func defaultPath(of name: String) -> RelativePath? {
      // Names are user input.
      try? RelativePath("Vendor/\(name)")
    }

    /// The list of its files, `Vendor/NAME.sums`, from the root.
    public var sumsPath: RelativePath { RelativePath(known: "Vendor/\(name).sums") }

    /// The folder of its patches, `Vendor/patches/NAME`, from the root.
    public var patchesPath: RelativePath { RelativePath(known: "Vendor/patches/\(name)") }

    /// The folder of its signature and key, `Vendor/signatures/NAME`, from the root.
    public var signaturesPath: RelativePath { RelativePath(known: "Vendor/signatures/\(name)") }

    /// The files of its signature, from the root, with their digests; none without a signature.
    public var signatureFiles: [(path: RelativePath, digest: SHA256Digest)] {
      guard let signature else { return [] }
      return [("key", signature.key), ("signature", signature.signature)].map {
        (signaturesPath.appending(RelativePath(known: $0)), $1)
      }
    }
  }
}
