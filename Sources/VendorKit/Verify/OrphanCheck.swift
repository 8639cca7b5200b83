import Findings
import SafeFiles

/// Finds what is under `Vendor/` and belongs to no package.
///
/// Beside packages, their lists and their patches there may be a `README*`, `.gitignore`,
/// `.gitattributes` or `.gitkeep`, as files directly in `Vendor/`. The work folder and the lock of a
/// change are accepted only while a run holds that lock.
struct OrphanCheck {
  let lock: Lock
  let root: DirectoryHandle
  /// The packages' folders, and the folders above them.
  private let folders: Set<RelativePath>
  private let parents: Set<RelativePath>

  init(lock: Lock, root: DirectoryHandle) {
    self.lock = lock
    self.root = root
    folders = Set(lock.packages.map(\.path))
    var parents: Set<RelativePath> = []
    for folder in folders {
      var next = folder.parent
      while let parent = next, parents.insert(parent).inserted { next = parent.parent }
    }
    self.parents = parents
  }

  /// One finding for each, not for each file in it.
  func findings() throws -> [Finding] {
    let vendor = WorkFolder.vendor
    guard try root.statusIfPresent(of: vendor) != nil else { return [] }
    var findings: [Finding] = []
    let lists = Set(lock.packages.map(\.sumsPath))
    for entry in try root.subdirectory(vendor).entries() {
      guard let path = path(of: entry, in: vendor, &findings) else { continue }
      if path == WorkFolder.path || path == WorkFolder.lock {
        findings += try partsOfARun(at: path)
      } else if path == WorkFolder.patches, entry.kind == .directory {
        findings += try patches(in: path)
      } else if path == WorkFolder.signatures, entry.kind == .directory {
        findings += try signatures(in: path)
      } else if !lists.contains(path), !Self.isAllowed(entry) {
        findings += try unowned(entry, at: path)
      }
    }
    return findings
  }

  /// Whether a project may have this entry directly in `Vendor/`.
  private static func isAllowed(_ entry: DirectoryHandle.Entry) -> Bool {
    let names = [".gitignore", ".gitattributes", ".gitkeep"]
    return entry.kind == .file
      && (entry.name.starts(with: "README".utf8)
        || names.contains { $0.utf8.elementsEqual(entry.name) })
  }

  /// What is at or below `path` and belongs to no package.
  private func unowned(
    _ entry: DirectoryHandle.Entry, at path: RelativePath
  ) throws -> [Finding] {
    if folders.contains(path) { return [] }
    guard parents.contains(path) else {
      return [
        Finding(
          IntegrityRules.orphan, path: path,
          path.lastComponent.bytes.suffix(5).elementsEqual(".sums".utf8)
            ? "is a list without a package in vendor.lock" : "belongs to no package in vendor.lock",
          remedy: "remove it, or pin it with 'assetkit vendor add'")
      ]
    }
    // On the way to a package, whose check reports what is not a folder.
    guard entry.kind == .directory else { return [] }
    var findings: [Finding] = []
    for entry in try root.subdirectory(path).entries() {
      guard let place = self.path(of: entry, in: path, &findings) else { continue }
      findings += try unowned(entry, at: place)
    }
    return findings
  }

  /// A finding for the work folder or the lock of a change, unless a run is carrying one out.
  private func partsOfARun(at path: RelativePath) throws -> [Finding] {
    // A run may have ended since the folder was listed.
    guard try root.statusIfPresent(of: path) != nil, try !TreeLock.isHeld(in: root) else {
      return []
    }
    return [
      Finding(
        IntegrityRules.orphan, path: path, "is not part of a run in progress",
        remedy: "check what it contains, then remove it")
    ]
  }

  /// The path of an entry of `folder`; nil for a name that is not a valid one, which is reported.
  private func path(
    of entry: DirectoryHandle.Entry, in folder: RelativePath, _ findings: inout [Finding]
  ) -> RelativePath? {
    do {
      return folder.appending(try entry.path())
    } catch {
      findings.append(
        Finding(
          IntegrityRules.orphan, path: folder,
          "contains an entry whose name is not a valid path: '\(entry)'"))
      return nil
    }
  }

  private func patches(in path: RelativePath) throws -> [Finding] {
    try unpinned(
      in: path, of: "patches", owners: lock.packages.map(\.patchesPath),
      pinned: lock.packages.flatMap { $0.patches.map(\.path) },
      "is a patch that vendor.lock does not pin",
      remedy: "remove it, or pin it with 'assetkit vendor update'")
  }

  private func signatures(in path: RelativePath) throws -> [Finding] {
    let signed = lock.packages.filter { $0.signature != nil }
    return try unpinned(
      in: path, of: "signatures", owners: signed.map(\.signaturesPath),
      pinned: signed.flatMap { $0.signatureFiles.map(\.path) },
      "is neither a signature nor a key that vendor.lock pins", remedy: "remove it")
  }

  /// What is in `path` other than folders of packages with files that the lock pins.
  private func unpinned(
    in path: RelativePath, of kind: String, owners: [RelativePath], pinned: [RelativePath],
    _ message: String, remedy: String
  ) throws -> [Finding] {
    var findings: [Finding] = []
    let pinned = Set(pinned)
    let owners = Set(owners)
    for entry in try root.subdirectory(path).entries() {
      guard let folder = self.path(of: entry, in: path, &findings) else { continue }
      guard owners.contains(folder), entry.kind == .directory else {
        findings.append(
          Finding(
            IntegrityRules.orphan, path: folder, "contains \(kind) of no package in vendor.lock"))
        continue
      }
      for entry in try root.subdirectory(folder).entries() {
        guard let file = self.path(of: entry, in: folder, &findings), !pinned.contains(file) else {
          continue
        }
        findings.append(
          Finding(
            IntegrityRules.orphan, package: folder.lastComponent.description, path: file, message,
            remedy: remedy))
      }
    }
    return findings
  }
}
