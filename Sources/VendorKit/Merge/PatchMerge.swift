internal import SafeFiles

/// A patch that does not fit a new version, merged with what upstream changed.
struct PatchMerge {
  /// A file with conflict markers.
  struct Conflict: Hashable {
    var path: RelativePath
    var markerSize: Int
  }

  /// The files that the merge changes; nil for one that is removed.
  private(set) var files: [RelativePath: FileSnapshot?] = [:]
  /// The state of those files before.
  private(set) var before: [RelativePath: FileSnapshot?] = [:]
  /// Those among them that contain conflict markers.
  private(set) var conflicts: [Conflict] = []
  /// Why it cannot be merged at all, as sentences about the patch.
  private(set) var problems: [String] = []

  /// Whether the new version already has everything that the patch changes.
  var changesNothing: Bool { files.isEmpty && problems.isEmpty }

  /// Merges each file of a patch, following files that upstream has moved.
  ///
  /// - Parameters:
  ///   - versions: what the patch made of its files in the old version.
  ///   - tree: the new version, with the patches before this one.
  init(
    _ versions: [RelativePath: OldSeries.Versions], patch: String, onto tree: PatchedTree,
    following renames: RenamedFile, names: ConflictMarkers.Names
  ) throws {
    for (path, version) in versions.sorted(by: { $0.key < $1.key }) {
      do {
        try merge(version, at: path, patch: patch, onto: tree, following: renames, names: names)
      } catch let error as VendorError where error.code == .patch {
        problems.append(error.problem)
      }
    }
  }

  private mutating func merge(
    _ version: OldSeries.Versions, at path: RelativePath, patch: String, onto tree: PatchedTree,
    following renames: RenamedFile, names: ConflictMarkers.Names
  ) throws {
    var (path, theirs) = (path, try tree.file(at: path, for: patch))
    if theirs == nil, let before = version.before, version.after != before,
      let target = try renames.target(
        of: path, before.bytes, reading: { try tree.file(at: $0, for: patch) })
    {
      (path, theirs) = (target, try tree.file(at: target, for: patch))
    }
    switch FileMerge(base: version.before, ours: version.after, theirs: theirs, names: names) {
    case .merged(let file):
      guard file != theirs else { return }
      files[path] = .some(file)
    case .conflict(let file, let size):
      files[path] = .some(file)
      conflicts.append(Conflict(path: path, markerSize: size))
    case .binary:
      problems.append("changes \(path), which is a binary file in the new version")
      return
    }
    before[path] = .some(theirs)
  }

  /// The merge as a patch.
  func text() throws(VendorError) -> [UInt8] {
    var text: [UInt8] = []
    for (path, file) in files.sorted(by: { $0.key < $1.key }) {
      text += try UnifiedDiff.text(of: path, from: before[path] ?? nil, to: file)
    }
    return text
  }
}
