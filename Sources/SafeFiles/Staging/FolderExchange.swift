import CFileCalls

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Way 2: exchanges a complete new folder with the old one.
///
/// The staging folder is next to the folder. It contains `tree`, which is the new folder before the
/// exchange and the old one after it, and a record from which a later run can tell which it is.
struct FolderExchange {
  /// The parent of the folder to exchange, and the folder's name in it.
  private let parent: DirectoryHandle
  private let name: RelativePath
  /// The path of the folder, relative to the folder that the files' paths start from.
  private let top: RelativePath?

  private static let tree = RelativePath(unchecked: Array("tree".utf8))
  /// A folder with more entries than this is a whole project, not a folder of icons.
  private static let maximumKept = 1_000

  /// - Returns: nil if the folder should not be exchanged.
  init?(_ commit: Commit) {
    let destination = commit.destination
    top = commit.commonFolder
    guard !destination.holdsWorkingDirectory(top) else { return nil }
    if let top {
      parent = destination.base
      name = top
    } else {
      guard let above = destination.parentOfBase() else { return nil }
      parent = above.parent
      name = above.name
    }
    // A mount point cannot be renamed; nor, perhaps, what cannot be examined.
    guard let containing = try? parent.status(), let status = try? parent.status(of: name),
      containing.device == status.device
    else { return nil }
  }

  /// Exchanges the folders; where that is not possible, replaces the files one by one.
  func run(_ commit: inout Commit) throws(FileError) {
    // Above the output folder we may not be allowed to write; below it we are.
    guard let staging = try? StagingFolder(in: parent) else {
      return try FileReplacement.run(commit)
    }
    var keepsStaging = false
    defer { if !keepsStaging { staging.discard() } }
    // What goes is not kept in the new folder, either.
    let written = Set((Array(commit.files.keys) + commit.removed).map(inFolder))
    let old: DirectoryHandle
    let new: DirectoryHandle
    do {
      old = try parent.subdirectory(name)
      try staging.handle.createDirectory(Self.tree)
      new = try staging.handle.subdirectory(Self.tree)
      var count = 0
      // The files to keep come first, because linking them may turn out to be impossible.
      try keep(old, in: new, at: nil, written: written, count: &count)
      try copyAttributes(of: old, to: new)
      try commit.fill(new, below: top)
      try StagingRecord.exchange(
        folder: name, inode: old.status().inode, written: written.sorted()
      ).write(in: staging)
      try staging.handle.exchange(Self.tree, with: name, in: parent)
    } catch {
      if error.code == .noSpace { throw error }
      return try FileReplacement.run(commit)
    }
    do {
      try Self.retire(old, for: new, at: nil, written: written)
    } catch {
      keepsStaging = true
      throw FileError(
        error.code, at: error.location, "the new files are in place, but \(error.problem)",
        remedy: "the previous files are in \(parent.location(of: staging.name))")
    }
  }

  private func inFolder(_ path: RelativePath) -> RelativePath {
    guard let top else { return path }
    return RelativePath(unchecked: Array(path.bytes.dropFirst(top.bytes.count + 1)))
  }

  /// Gives everything in `old` that is not replaced a second name in `new`.
  private func keep(
    _ old: DirectoryHandle, in new: DirectoryHandle, at prefix: RelativePath?,
    written: Set<RelativePath>, count: inout Int
  ) throws(FileError) {
    for entry in try old.entries() where !entry.name.starts(with: StagingFolder.prefix) {
      let name = entry.unchecked
      let path = prefix?.appending(name) ?? name
      if written.contains(path) { continue }
      count += 1
      guard count <= Self.maximumKept else {
        throw FileError(.unsupported, at: old.name, "contains too many files to exchange it")
      }
      guard entry.kind == .directory else {
        try old.link(name, as: name, in: new)
        continue
      }
      try new.createDirectory(name)
      let (from, to) = (try old.subdirectory(name), try new.subdirectory(name))
      guard try from.status().device == old.status().device else {
        throw FileError(.crossDevice, at: from.name, "is a mount point")
      }
      try keep(from, in: to, at: path, written: written, count: &count)
      try copyAttributes(of: from, to: to)
    }
  }

  private func copyAttributes(
    of old: DirectoryHandle, to new: DirectoryHandle
  ) throws(FileError) {
    guard file_calls_copy_attributes(old.descriptor, new.descriptor) == 0 else {
      throw FileError(
        errno: errno, at: new.name, cannot: "be given the attributes of the old folder")
    }
  }

  /// Empties `old`, which `new` has replaced.
  ///
  /// Removes only what was replaced and what has a second name in `new`. A file that another
  /// process created or replaced while the new folder was built is moved there.
  private static func retire(
    _ old: DirectoryHandle, for new: DirectoryHandle, at prefix: RelativePath?,
    written: Set<RelativePath>
  ) throws(FileError) {
    for entry in try old.entries() {
      let name = entry.unchecked
      let path = prefix?.appending(name) ?? name
      let ours = try new.statusIfPresent(of: name)
      if written.contains(path), entry.kind != .directory {
        try old.removeFile(name)
      } else if entry.kind == .directory, ours?.kind == .directory {
        try retire(old.subdirectory(name), for: new.subdirectory(name), at: path, written: written)
        try old.removeDirectory(name)
      } else if try old.status(of: name).inode == ours?.inode {
        try old.removeFile(name)
      } else {
        try old.rename(name, to: name, in: new)
      }
    }
  }

  /// Finishes or discards what a killed run began; the caller removes `staging`.
  static func recover(
    _ staging: StagingFolder, folder: RelativePath, inode: UInt64, written: [RelativePath]
  ) throws(FileError) {
    // Before the exchange `tree` contains only new files and second names.
    guard try staging.handle.statusIfPresent(of: tree)?.inode == inode else { return }
    try retire(
      staging.handle.subdirectory(tree), for: staging.parent.subdirectory(folder), at: nil,
      written: Set(written))
  }
}
