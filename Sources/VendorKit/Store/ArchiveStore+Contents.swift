public import SafeFiles

extension ArchiveStore {
  /// One item in a store.
  public struct Item: Hashable, Sendable {
    /// Its key.
    public enum Key: Hashable, Sendable {
      /// An archive with this digest.
      case archive(SHA256Digest)
      /// The objects of the commit with this full id.
      case commit(String)
    }

    /// Its key.
    public var key: Key
    /// Its length.
    public var bytes: UInt64
    /// Where it is, below the store.
    public var path: RelativePath
  }

  /// All items in the store, sorted by path; empty when it does not exist.
  ///
  /// - Complexity: one system call for each item.
  public func items() throws -> [Item] {
    guard let root = try existingRoot() else { return [] }
    var items: [Item] = []
    for folder in try folders(in: "sha256", of: root) {
      for entry in try root.subdirectory(folder).entries() {
        guard entry.kind == .file, let digest = SHA256Digest(hex: entry.name) else { continue }
        items.append(try item(.archive(digest), at: Self.name(of: digest), in: root))
      }
    }
    for entry in try entries(of: "git", in: root) where entry.kind == .file {
      let name = String(decoding: entry.name, as: UTF8.self)
      guard name.hasSuffix(".pack"), case let commit = String(name.dropLast(5)),
        GitRef.isCommit(commit)
      else { continue }
      items.append(try item(.commit(commit), at: Self.packName(of: commit), in: root))
    }
    return items
  }

  /// Removes all items except those with these keys, and leftovers of killed runs in the work
  /// folder.
  ///
  /// - Returns: the removed items; those in use by another run are kept.
  public func prune(keeping keys: Set<Item.Key>) throws -> [Item] {
    precondition(!isMirror, "a mirror is never pruned")
    guard let root = try existingRoot() else { return [] }
    let pruned = try items().filter { !keys.contains($0.key) }
    for item in pruned { try root.removeTree(item.path) }
    try removeLeftovers(in: root)
    return pruned
  }

  /// Removes leftovers in the work folder whose process, named in the file name, no longer exists.
  private func removeLeftovers(in root: DirectoryHandle) throws {
    for entry in try entries(of: "work", in: root) {
      // A name that is not a valid path was not made by assetkit.
      guard let path = try? entry.path() else { continue }
      let name = String(decoding: entry.name, as: UTF8.self)
      if name.hasSuffix(".lock") { continue }
      if name.hasSuffix(".partial") {
        let lock = try RelativePath("work/\(name.dropLast(8)).lock")
        // Keep it if it is locked by another run or cannot be locked.
        guard (try? FileLock(lock, in: root, timeout: .zero)) != nil else { continue }
        try root.removeTree(RelativePath(known: "work").appending(path))
        continue
      }
      let fields = name.split(separator: "-")
      if fields.count == 3, let process = Int32(fields[1]), Self.isRunning(process) { continue }
      try root.removeTree(RelativePath(known: "work").appending(path))
    }
  }

  private func existingRoot() throws -> DirectoryHandle? {
    do {
      return try DirectoryHandle(path: path)
    } catch  where error.code == .notFound {
      return nil
    }
  }

  private func folders(in name: String, of root: DirectoryHandle) throws -> [RelativePath] {
    let folder = try RelativePath(name)
    return try entries(of: name, in: root).filter { $0.kind == .directory }.compactMap {
      // A name that is not a valid path was not made by assetkit.
      (try? $0.path()).map { folder.appending($0) }
    }
  }

  private func entries(
    of name: String, in root: DirectoryHandle
  ) throws -> [DirectoryHandle.Entry] {
    let path = try RelativePath(name)
    guard try root.statusIfPresent(of: path)?.kind == .directory else { return [] }
    return try root.subdirectory(path).entries()
  }

  private func item(
    _ key: Item.Key, at path: RelativePath, in root: DirectoryHandle
  ) throws -> Item {
    Item(key: key, bytes: UInt64(clamping: try root.status(of: path).size), path: path)
  }
}

extension Lock.Package {
  /// The key of what the lock pins of the source; nil for one that is part of the project.
  public var storeKey: ArchiveStore.Item.Key? {
    archiveDigest.map { .archive($0) } ?? commit.map { .commit($0) }
  }
}
