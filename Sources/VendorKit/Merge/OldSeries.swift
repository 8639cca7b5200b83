internal import SafeFiles

/// A package as it was before an update, patch by patch: the common ancestors of a merge.
struct OldSeries {
  /// The files before the first patch.
  let pristine: FileList
  private var tree: PatchedTree
  private let patches: [Patch]
  /// How many patches have been applied.
  private var applied = 0

  /// What a patch makes of one file.
  struct Versions {
    var before: FileSnapshot?
    var after: FileSnapshot?
  }

  /// The files of `pristine`, which lie in `folder`, and the patches that are applied to them.
  init(_ pristine: FileList, in folder: DirectoryHandle, patches: [Patch]) {
    self.pristine = pristine
    self.patches = patches
    tree = PatchedTree(pristine, in: folder)
  }

  /// The files that a patch changes, before and after it; nil when the package did not have it.
  ///
  /// Patches are asked for in the order in which they are applied.
  ///
  /// - Throws: `VendorError` with `patch` when the patches do not fit the old version either.
  mutating func versions(of name: String) throws -> [RelativePath: Versions]? {
    guard let index = patches.firstIndex(where: { $0.name == name }) else { return nil }
    precondition(index >= applied, "\(name) is asked for out of order")
    while applied < index { try applyNext() }
    var versions: [RelativePath: Versions] = [:]
    for path in patches[index].paths {
      versions[path] = Versions(before: try tree.file(at: path, for: name))
    }
    try applyNext()
    for path in patches[index].paths {
      versions[path]?.after = try tree.file(at: path, for: name)
    }
    return versions
  }

  private mutating func applyNext() throws {
    // A patch that was edited by hand since may fit at other lines.
    try tree.apply(try tree.placing(patches[applied]).patch)
    applied += 1
  }
}
