public import SafeFiles

extension FileList {
  /// Reads the list that the lock pins for `package`.
  ///
  /// - Throws: `VendorError` with `invalidList` when it is missing, is not the one that `tree` pins,
  ///   or cannot be trusted; `FileError` when it cannot be read.
  public init(pinnedBy package: Lock.Package, in root: DirectoryHandle) throws {
    let remedy = "restore it from version control, or run 'assetkit vendor sync \(package.name)'"
    let path = package.sumsPath
    guard try root.statusIfPresent(of: path) != nil else {
      throw VendorError(
        .invalidList, at: path.description,
        "is missing, expected the list of \(package.name)'s files",
        remedy: remedy)
    }
    let text = try root.readFile(path, limitBytes: FileList.maxTextBytes)
    let digest = SHA256.digest(of: text)
    guard digest == package.tree else {
      throw VendorError(
        .invalidList, at: path.description,
        "is not the list that vendor.lock pins: expected \(package.tree.short), found "
          + digest.short,
        remedy: remedy)
    }
    try self.init(parsing: text, named: path.description)
  }
}
