public import SafeFiles

/// The list of a package's files as it is in the tree, `Vendor/NAME.sums`, pinned or not.
public struct CommittedList: Sendable {
  /// The list, or the error from parsing it.
  public let list: Result<FileList, VendorError>
  /// The error when it does not match the lock; nil when it does.
  public let mismatch: VendorError?

  /// How its line endings were converted, when it matches the lock otherwise. `list` is then what the
  /// lock pins.
  let conversion: LineEndings.Conversion?

  /// Reads the list of `package`. All reading of `.sums` files goes through here.
  ///
  /// - Throws: `VendorError` with `invalidList` when it is missing, `inputOutput` when it cannot be
  ///   read.
  public init(of package: Lock.Package, in root: DirectoryHandle) throws(VendorError) {
    let path = package.sumsPath
    let remedy = "restore it from version control, or run 'assetkit vendor sync \(package.name)'"
    var text: [UInt8]
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
    conversion =
      digest == package.tree ? nil : LineEndings.conversion(of: text, from: package.tree)
    if digest == package.tree {
      mismatch = nil
    } else if let conversion {
      let (problem, remedy) = package.explanation(
        of: conversion, at: path, in: GitSettings(root: root))
      mismatch = VendorError(.invalidList, at: path.description, problem, remedy: remedy)
      // A list never has a carriage return of its own.
      text.removeAll { $0 == UInt8(ascii: "\r") }
    } else {
      mismatch = VendorError(
        .invalidList, at: path.description,
        "does not match vendor.lock: expected \(package.tree.short), found "
          + digest.short,
        remedy: remedy)
    }
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
  /// A shortened digest for messages.
  var short: String { "sha256:\(hex.prefix(12))…" }
}
