public import SafeFiles

/// The files of a fetched source, before any are selected.
public struct SourceFiles: Sendable {
  private let source: FetchedSource
  private let policy: StagingPolicy
  private let store: ArchiveStore

  /// The files of `source`; those that are looked into are written to `store` meanwhile.
  init(_ source: FetchedSource, policy: StagingPolicy, store: ArchiveStore) {
    self.source = source
    self.policy = policy
    self.store = store
  }

  /// The commit that was fetched; nil for what is not git.
  public var commit: String? { source.commit }

  /// The names of all files and links, as the source has them, in its order.
  ///
  /// - Throws: `VendorError` with `refusedArchive` for what cannot be read, or has a name that no
  ///   package may have.
  public func names() async throws -> [[UInt8]] {
    do {
      return try await source.content.entries(policy: policy).filter { $0.kind != .directory }
        .map { try EntryName.components(of: $0.name).joined(separator: [UInt8(ascii: "/")]) }
        .map(Array.init)
    } catch let refusal as Refusal {
      throw refusal.error(in: source.content.label)
    }
  }

  /// The contents of the files that one of `patterns` matches, after `strip` leading folders.
  ///
  /// They are written to a folder of their own first, under the rules for every package, so a link is
  /// never followed.
  /// - Parameters:
  ///   - patterns: at least one; each must match a file.
  ///   - strip: the number of leading folders to remove from every path.
  ///   - limitBytes: the most bytes of a file.
  /// - Throws: as ``FetchedSource/stage(into:selection:policy:remark:)``, `limit` for larger files.
  public func contents(
    matching patterns: [String], strip: Int, limitBytes: Int
  ) async throws -> [(path: RelativePath, file: FileSnapshot)] {
    let work = try store.newWorkName("files")
    defer { store.removeWork(work) }
    let root = try store.root()
    try root.createDirectory(work)
    let handle = try root.subdirectory(work)
    let list = try await source.stage(
      into: handle, selection: try Selection(strip: strip, include: patterns, exclude: []),
      policy: policy)
    let selection = try Selection(strip: 0, include: patterns, exclude: [])
    return try list.entries.compactMap { entry in
      guard case .file(_, let isExecutable) = entry.content,
        selection.contains(entry.path.bytes.split(separator: UInt8(ascii: "/")))
      else { return nil }
      let bytes = try handle.readFile(entry.path, limitBytes: limitBytes)
      return (entry.path, FileSnapshot(bytes: bytes, isExecutable: isExecutable))
    }
  }
}
