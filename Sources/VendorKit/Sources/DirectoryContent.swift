import SafeFiles

/// The files in a folder on this machine.
struct DirectoryContent: SourceContent {
  let directory: DirectoryHandle
  var label: String { directory.name }

  /// The maximum nesting of folders: more than any allowed name has.
  private static let maxDepth = EntryName.maxBytes / 2

  func entries(policy: StagingPolicy) async throws -> [ArchiveEntry] {
    var entries: [ArchiveEntry] = []
    try list(directory, below: [], depth: 0, policy: policy, into: &entries)
    return entries
  }

  func write(selection: Selection, policy: StagingPolicy, to writer: StagingWriter) async throws {
    let entries = try await entries(policy: policy)
    let plan = try StagingPlan(
      entries, selection: selection, policy: policy,
      limitBytes: policy.limitBytes(forArchiveOf: 0))
    writer.remarks = plan.remarks
    for (entry, action) in zip(entries, plan.actions) {
      switch action {
      case .skip: break
      case .file(let path, let isExecutable):
        let target = try writer.begin(
          path, isExecutable: isExecutable, bytes: entry.size, entry: entry.name)
        try target.append(contentsOf: directory.openFile(RelativePath(bytes: entry.name)))
        try target.finish(in: writer)
      case .link(let path, let target): try writer.link(path, target: target)
      case .copy: preconditionFailure("folders have no hard links here")
      }
    }
  }

  private func list(
    _ folder: DirectoryHandle, below prefix: [UInt8], depth: Int, policy: StagingPolicy,
    into entries: inout [ArchiveEntry]
  ) throws {
    guard depth <= Self.maxDepth else { throw Refusal(prefix, "is nested too deeply") }
    for found in try folder.entries() {
      // A working copy's .git is not part of the source.
      if found.name == Array(".git".utf8) { continue }
      guard entries.count < policy.maxFiles else { throw policy.tooMany }
      var entry = ArchiveEntry(name: prefix + found.name, kind: .directory)
      entry.position = Int64(entries.count)
      guard let path = try? found.path() else {
        // Refused below, by the rule that it breaks.
        _ = try EntryName.components(of: entry.name)
        throw Refusal(entry.name, "has a name that a list cannot represent")
      }
      switch found.kind {
      case .directory:
        entries.append(entry)
        try list(
          folder.subdirectory(path), below: entry.name + [UInt8(ascii: "/")], depth: depth + 1,
          policy: policy, into: &entries)
        continue
      case .file:
        let status = try folder.status(of: path)
        entry.kind = .file
        entry.size = UInt64(clamping: status.size)
        entry.mode = status.mode
      case .symbolicLink: entry.kind = .symbolicLink(target: try folder.readLink(path))
      case .other: entry.kind = .other("neither a file nor a folder")
      }
      entries.append(entry)
    }
  }
}
