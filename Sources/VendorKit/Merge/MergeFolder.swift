internal import SafeFiles

/// The folder of an unfinished merge: the files in which a person resolves conflicts, and what the
/// update is to continue with.
///
/// `$XDG_STATE_HOME/assetkit/merges/KEY`, else in `~/.local/state`; KEY and the file `root` say whose it
/// is, see ``MergeRoot``. Outside the tree: nothing there is committed by accident, no clone can bring
/// one, and verification needs to know nothing of it. It appears and is replaced as a whole, by one
/// rename.
struct MergeFolder {
  /// A file with markers in it.
  struct Conflict: Hashable {
    var package: String
    var patch: RelativePath
    /// The file, from the package's folder.
    var path: RelativePath
    var markerSize: Int
  }

  static let tree = RelativePath(known: "tree")
  static let patches = RelativePath(known: "patches")
  static let resolved = RelativePath(known: "resolved")
  static let before = RelativePath(known: "before.lock")
  static let after = RelativePath(known: "after.lock")
  private static let conflicts = RelativePath(known: "conflicts")
  private static let root = RelativePath(known: "root")

  /// The folder of all merges of this user.
  private let merges: DirectoryHandle
  /// Its name once it is complete.
  private let key: RelativePath
  private let name: RelativePath
  let handle: DirectoryHandle

  /// The path of a package's files, as a person opens them.
  func path(ofTree package: String) -> String { "\(merges.name)/\(key)/tree/\(package)" }

  /// A new folder for the merge of `root`'s packages, under a name that is not its final one yet; what
  /// killed runs have left is removed. The lock of the root is held.
  ///
  /// - Parameter previous: the merge that it continues and whose name it takes.
  static func create(
    for root: DirectoryHandle, continuing previous: MergeFolder?
  ) throws -> MergeFolder {
    let owner = try MergeRoot(of: root)
    let key = previous?.key ?? owner.key
    let merges = try UserFolder.open(try place())
    for entry in try merges.entries() where entry.name.starts(with: key.bytes + [0x2E]) {
      // A name that is no path is none of ours.
      if let leftover = try? entry.path() { try merges.removeTree(leftover) }
    }
    let name = temporaryName(of: key)
    try merges.createDirectory(name)
    let merge = MergeFolder(
      merges: merges, key: key, name: name, handle: try merges.subdirectory(name))
    try merge.write(owner.record, at: Self.root)
    return merge
  }

  /// The unfinished merge of `root`'s packages; nil when there is none.
  static func existing(for root: DirectoryHandle) throws -> MergeFolder? {
    // Without a place there can be none.
    guard let place = try? place(), let merges = try DirectoryHandle.existing(place) else {
      return nil
    }
    let owner = try MergeRoot(of: root)
    func merge(_ key: RelativePath) throws(FileError) -> MergeFolder {
      MergeFolder(merges: merges, key: key, name: key, handle: try merges.subdirectory(key))
    }
    if try merges.statusIfPresent(of: owner.key) != nil { return try merge(owner.key) }
    for entry in try merges.entries() where entry.kind == .directory && !entry.name.contains(0x2E) {
      // A name that is no path is none of ours.
      guard let key = try? entry.path(),
        // Another project's may end at any time.
        let moved = try ifPresent({ () throws(FileError) in try merge(key) })
      else { continue }
      if try moved.read(Self.root) == owner.record { return moved }
    }
    return nil
  }

  private static func temporaryName(of key: RelativePath) -> RelativePath {
    RelativePath(known: "\(key).\(UInt64.random(in: .min ... .max))")
  }

  private static func place() throws -> String {
    guard let path = UserFolder.path("XDG_STATE_HOME", else: ".local/state") else {
      throw VendorError(
        .inputOutput, at: "merge", "has no place: neither XDG_STATE_HOME nor HOME is set",
        remedy: "set XDG_STATE_HOME to a folder")
    }
    return "\(path)/merges"
  }

  // MARK: - Contents

  /// Where the signature that a package's new archive has, and the key, are kept.
  static func signatures(of package: String) -> RelativePath {
    RelativePath(known: "signatures/\(package)")
  }

  /// Where the patch at `path` is kept, below `kind`.
  static func place(of path: RelativePath, in kind: RelativePath) -> RelativePath {
    kind.appending(path)
  }

  func write(_ bytes: [UInt8], at path: RelativePath) throws {
    if let parent = path.parent { try handle.createDirectories(parent) }
    try handle.createFile(path, holding: bytes)
  }

  /// The file at `path`; nil when there is none.
  func read(_ path: RelativePath) throws -> [UInt8]? {
    try ifPresent { () throws(FileError) in
      try handle.readFile(path, limitBytes: Patch.maximumBytes)
    }
  }

  /// One line for each: package, size of the markers, length of the patch's path, patch, path.
  func write(_ conflicts: [Conflict]) throws {
    let lines = conflicts.map { conflict in
      Array("\(conflict.package) \(conflict.markerSize) \(conflict.patch.bytes.count) ".utf8)
        + conflict.patch.bytes + [0x20] + conflict.path.bytes + [0x0A]
    }
    try write(Array(lines.joined()), at: Self.conflicts)
  }

  func readConflicts() throws -> [Conflict] {
    var conflicts: [Conflict] = []
    for line in try (read(Self.conflicts) ?? []).split(separator: 0x0A) {
      let words = line.split(separator: 0x20, maxSplits: 3)
      guard words.count == 4, let size = Int(String(decoding: words[1], as: UTF8.self)),
        let length = Int(String(decoding: words[2], as: UTF8.self)), length < words[3].count,
        let patch = Self.path(words[3].prefix(length)),
        let path = Self.path(words[3].dropFirst(length + 1))
      else { throw damaged }
      conflicts.append(
        Conflict(
          package: String(decoding: words[0], as: UTF8.self), patch: patch, path: path,
          markerSize: size))
    }
    return conflicts
  }

  /// A valid path; the caller reports what is none.
  private static func path(_ bytes: ArraySlice<UInt8>) -> RelativePath? {
    try? RelativePath(bytes: bytes)
  }

  /// The error that the folder does not contain what a run writes to it.
  var damaged: VendorError {
    VendorError(
      .inputOutput, at: handle.name, "does not contain a whole merge",
      remedy: "discard it with 'assetkit vendor update --abort', and update again")
  }

  // MARK: - Life

  /// Gives the folder its final name, in place of the merge that it continues, if any.
  func finish(replacing old: MergeFolder?) throws {
    // Where the system has no such call, the patches and locks have been flushed one by one.
    _ = try handle.flushFileSystem()
    try handle.sync()
    if let old {
      if try exchange() { return try merges.removeTree(name) }
      try old.remove()
    }
    try merges.rename(name, to: key)
  }

  /// Exchanges the merge with the one that it continues; false where the file system cannot.
  private func exchange() throws(FileError) -> Bool {
    do throws(FileError) {
      try merges.exchange(name, with: key)
      return true
    } catch {
      if error.code == .unsupported { return false }
      throw error
    }
  }

  /// Removes the merge: its name first, in one step.
  func remove() throws {
    let rest = Self.temporaryName(of: key)
    try merges.rename(name, to: rest)
    try merges.removeTree(rest)
  }

  /// Removes a folder that has not been finished.
  func discard() {
    // What stays is removed by the next merge.
    try? merges.removeTree(name)
  }
}
