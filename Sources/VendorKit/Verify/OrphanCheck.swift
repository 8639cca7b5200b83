import Findings
import SafeFiles

/// Finds files under `Vendor/` that belong to no package.
///
/// Folders, `.sums` lists and patches; other files next to the packages are the project's own.
struct OrphanCheck {
  let lock: Lock
  let root: DirectoryHandle

  /// One finding for each, not for each file in it.
  func findings() throws -> [Finding] {
    let vendor = RelativePath(known: "Vendor")
    guard try root.statusIfPresent(of: vendor) != nil else { return [] }
    let folder = try root.subdirectory(vendor)
    var findings: [Finding] = []
    let owned = Set(lock.packages.map(\.sumsPath))
    for entry in try folder.entries() {
      guard let path = self.path(of: entry, in: vendor, &findings) else { continue }
      if path == WorkFolder.path || path == WorkFolder.lock { continue }
      if path.lastComponent.description == "patches" {
        findings += try patches(in: path)
      } else if entry.kind == .directory {
        findings += try folders(at: path)
      } else if entry.name.reversed().starts(with: ".sums".utf8.reversed()), !owned.contains(path) {
        findings.append(
          Finding(IntegrityRules.orphan, path: path, "is a list without a package in vendor.lock"))
      } else if entry.kind == .symbolicLink, !isOnTheWay(path) {
        findings.append(
          Finding(
            IntegrityRules.orphan, path: path, "is a symbolic link that belongs to no package"))
      }
    }
    return findings
  }

  /// A folder that belongs to no package, or the parts of it that do not.
  private func folders(at path: RelativePath) throws -> [Finding] {
    if lock.packages.contains(where: { path.isInside($0.path) }) { return [] }
    guard isOnTheWay(path) else {
      return [
        Finding(
          IntegrityRules.orphan, path: path, "belongs to no package in vendor.lock",
          remedy: "remove it, or pin it with 'assetkit vendor add'")
      ]
    }
    var findings: [Finding] = []
    for entry in try root.subdirectory(path).entries() where entry.kind == .directory {
      // A package's folder has a valid path, so this is none.
      if let name = try? entry.path() { findings += try folders(at: path.appending(name)) }
    }
    return findings
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

  /// Whether a package's folder is at or below `path`.
  private func isOnTheWay(_ path: RelativePath) -> Bool {
    lock.packages.contains { $0.path.isInside(path) }
  }

  private func patches(in path: RelativePath) throws -> [Finding] {
    var findings: [Finding] = []
    let pinned = Set(lock.packages.flatMap { $0.patches.map(\.path) })
    let owners = Set(lock.packages.map(\.patchesPath))
    for entry in try root.subdirectory(path).entries() {
      guard let folder = self.path(of: entry, in: path, &findings) else { continue }
      guard owners.contains(folder), entry.kind == .directory else {
        findings.append(
          Finding(
            IntegrityRules.orphan, path: folder, "contains patches of no package in vendor.lock"))
        continue
      }
      for patch in try root.subdirectory(folder).entries() {
        guard let file = self.path(of: patch, in: folder, &findings), !pinned.contains(file) else {
          continue
        }
        findings.append(
          Finding(
            IntegrityRules.orphan, package: folder.lastComponent.description, path: file,
            "is a patch that vendor.lock does not pin",
            remedy: "remove it, or pin it with 'assetkit vendor update'"))
      }
    }
    return findings
  }
}
