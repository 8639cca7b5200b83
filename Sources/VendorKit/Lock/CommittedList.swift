public import SafeFiles

/// The list of a package's files as it is in the tree, `Vendor/NAME.sums`, pinned or not.
public struct CommittedList: Sendable {
  /// The list, or why the text is none.
  public let list: Result<FileList, VendorError>
  /// That it is not the one that the lock pins; nil when it is.
  public let mismatch: VendorError?

  /// Reads the list of `package`: the one place where a `.sums` file is read.
  ///
  /// - Throws: `VendorError` with `invalidList` when it is missing, `inputOutput` when it cannot be
  ///   read.
  public init(of package: Lock.Package, in root: DirectoryHandle) throws(VendorError) {
    let path = package.sumsPath
    let remedy = "restore it from version control, or run 'assetkit vendor sync \(package.name)'"
    let text: [UInt8]
    do {
      text = try root.readFile(path, limitBytes: FileList.maxTextBytes)
    } catch  where error.code == .notFound {
      throw VendorError(
        .invalidList, at: path.description,
        "is missing, expected the list of \(package.name)'s files", remedy: remedy)
    } catch {
      throw VendorError(
        .inputOutput, at: path.description, error.problem, remedy: error.remedy ?? remedy)
    }
    let digest = SHA256.digest(of: text)
    mismatch =
      digest == package.tree
      ? nil
      : VendorError(
        .invalidList, at: path.description,
        "is not the list that vendor.lock pins: expected \(package.tree.short), found "
          + digest.short,
        remedy: remedy)
    list = Result { () throws(VendorError) in
      try FileList(parsing: text, named: path.description)
    }
  }
}

extension FileList {
  /// The list that the lock pins for `package`.
  ///
  /// - Throws: `VendorError` with `invalidList` when it is missing, is not the one that `tree` pins,
  ///   or cannot be trusted; `inputOutput` when it cannot be read.
  public init(pinnedBy package: Lock.Package, in root: DirectoryHandle) throws(VendorError) {
    let committed = try CommittedList(of: package, in: root)
    if let mismatch = committed.mismatch { throw mismatch }
    self = try committed.list.get()
  }
}

extension SHA256Digest {
  /// Enough of the digest for a person to tell two apart.
  var short: String { "sha256:\(hex.prefix(12))…" }
}
