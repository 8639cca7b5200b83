public import SafeFiles

/// Makes a package's committed files from its source: archive → pristine → patches → tree.
///
/// The one place where that chain is walked; add, update, sync, patch and rebuild differ only in what
/// they compare the result with. The same source, selection and patches give the same bytes always.
public struct Reconstruction: Sendable {
  /// What is taken of the source.
  public var selection: Selection
  /// What the source may hold.
  public var policy: StagingPolicy
  /// Applied one after the other.
  public var patches: [Patch]

  /// A reconstruction with these steps.
  public init(selection: Selection, policy: StagingPolicy, patches: [Patch]) {
    self.selection = selection
    self.policy = policy
    self.patches = patches
  }

  /// What came out.
  public struct Result: Sendable {
    /// The selected files before patches.
    public var pristine: FileList
    /// The files after patches, which is what the folder holds.
    public var tree: FileList
    /// The files that carry a licence's text, by their names, sorted.
    public var licenseFiles: [RelativePath]
  }

  /// Writes the package's files into an empty folder.
  ///
  /// - Throws: `VendorError`: what ``FetchedSource/stage(into:selection:policy:)`` throws; `patch`
  ///   when a patch does not fit; `FileError` when writing fails. The folder may then hold anything.
  public func run(_ source: FetchedSource, into folder: DirectoryHandle) async throws -> Result {
    let pristine = try await source.stage(into: folder, selection: selection, policy: policy)
    var tree = PatchedTree(pristine, in: folder)
    for patch in patches { try tree.apply(patch) }
    let list = try tree.list()
    let licenseFiles = list.entries.map(\.path).filter {
      LicenseFile.isLicense(name: $0.lastComponent.bytes)
    }
    return Result(pristine: pristine, tree: list, licenseFiles: licenseFiles)
  }
}
