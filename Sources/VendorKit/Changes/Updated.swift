public import Findings
public import SafeFiles

extension Vendoring {
  /// The result of `update` for one package.
  public struct Updated: Sendable {
    /// The package as it was.
    public var before: Lock.Package
    /// The package as it is.
    public var after: Lock.Package
    /// Added files, in order.
    public var added: [RelativePath] = []
    /// Removed files, in order.
    public var removed: [RelativePath] = []
    /// Changed files, in order.
    public var changed: [RelativePath] = []
    /// The licence files among these.
    public var licenses: [RelativePath] = []
    /// What became of each patch.
    public var patches: [PatchFate] = []
    /// The size of all files before.
    public var bytesBefore = 0
    /// The size of all files now.
    public var bytesAfter = 0
    /// Remarks for the user.
    public var remarks: [String] = []
    /// Warnings about files that git would ignore or rewrite.
    public var hints: [Finding] = []

    /// Whether the archive's bytes changed but its files did not.
    public var isRepackedOnly: Bool {
      before.pristine == after.pristine && before.archiveDigest != after.archiveDigest
    }

    /// Takes down which files differ.
    mutating func compare(_ old: FileList, with new: FileList) {
      for entry in new.entries {
        switch old[entry.path] {
        case nil: added.append(entry.path)
        case let known? where known.content != entry.content: changed.append(entry.path)
        default: break
        }
      }
      removed = old.entries.map(\.path).filter { new[$0] == nil }
      licenses = (added + removed + changed).filter {
        LicenseFile.isLicense(name: $0.lastComponent.bytes)
      }.sorted()
    }
  }
}
