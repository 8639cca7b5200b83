public import SafeFiles

/// Rebuilds a package's committed files from its source: archive → pristine → patches → tree.
///
/// Used by add, update, sync, patch and rebuild, which differ only in what
/// they compare the result with. The same source, selection and patches always give the same bytes.
public struct Reconstruction: Sendable {
  /// The files to take from the source.
  public var selection: Selection
  /// The limits on the source.
  public var policy: StagingPolicy
  /// Applied one after the other.
  public var patches: [Patch]

  /// The result.
  public struct Result: Sendable {
    /// The selected files before patches.
    public var pristine: FileList
    /// The files after patches, which is what the folder holds.
    public var tree: FileList
    /// Remarks on the selection.
    public var remarks: [String] = []
    /// The licence files, recognised by name, sorted.
    public var licenseFiles: [RelativePath] { tree.licenseFiles }
  }

  /// Writes the package's files into an empty folder.
  ///
  /// - Throws: `VendorError`: what ``FetchedSource/stage(into:selection:policy:remark:)`` throws; `patch`
  ///   when a patch does not fit; `FileError` when writing fails. The folder may then hold anything.
  public func run(_ source: FetchedSource, into folder: DirectoryHandle) async throws -> Result {
    var remarks: [String] = []
    let pristine = try await source.stage(
      into: folder, selection: selection, policy: policy, remark: { remarks.append($0) })
    var tree = PatchedTree(pristine, in: folder)
    for patch in patches { try tree.apply(patch) }
    return Result(pristine: pristine, tree: try tree.list(), remarks: remarks)
  }
}
