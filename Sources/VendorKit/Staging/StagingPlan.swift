/// The files to write from a source, decided from its entries before anything is written.
struct StagingPlan {
  /// What happens with one entry.
  enum Action: Equatable {
    /// Nothing: a folder, or left out by the selection.
    case skip
    /// A file with the entry's content.
    case file([UInt8], isExecutable: Bool)
    /// A file with the content of an earlier file, which is at `from`.
    case copy([UInt8], from: [UInt8], isExecutable: Bool)
    /// A symbolic link.
    case link([UInt8], target: [UInt8])
  }

  /// One action for each entry, in the entries' order.
  let actions: [Action]
  /// Remarks on the selection.
  let remarks: [String]

  /// Checks `entries` and decides what to do with each.
  ///
  /// - Parameter limitBytes: the most that the files may have together.
  /// - Throws: `Refusal` of the first entry that the policy does not allow, `VendorError` when the
  ///   selection matches nothing.
  /// - Complexity: O(entries × (name length + patterns)).
  init(
    _ entries: [ArchiveEntry], selection: Selection, policy: StagingPolicy, limitBytes: UInt64
  ) throws {
    guard entries.count <= policy.maxFiles else { throw policy.tooMany }
    let names = try entries.map { try EntryName.components(of: $0.name) }
    let paths = names.map { Array($0.dropFirst(selection.strip)) }
    let candidates = entries.indices.filter { entries[$0].kind != .directory && !paths[$0].isEmpty }
    guard !candidates.isEmpty else {
      throw Refusal(
        nil,
        selection.strip == 0
          ? "contains no files"
          : "has no files left after stripping \(selection.strip) leading folders")
    }
    let kept = try selection.selected(among: candidates.map { paths[$0] })
    remarks = selection.idleExcludes(among: candidates.map { paths[$0] }).map {
      "exclude '\($0)' matches no file in the source"
    }
    var isSelected = [Bool](repeating: false, count: entries.count)
    for (index, keep) in zip(candidates, kept) { isSelected[index] = keep }

    var tree = EntryTree()
    var links = PackageLinks()
    for index in candidates where isSelected[index] {
      try Self.check(entries[index], at: paths[index], policy: policy, into: &tree)
      if case .symbolicLink(let target) = entries[index].kind {
        links.add(paths[index], target: target)
      }
    }
    for index in entries.indices where !isSelected[index] && !paths[index].isEmpty {
      let entry = entries[index]
      try tree.checkBeside(
        paths[index], isDirectory: entry.kind == .directory, entry: entry.name)
    }
    let sources = try Self.hardLinkSources(in: entries, names: names, isSelected: isSelected)

    var total: UInt64 = 0
    var actions: [Action] = []
    actions.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() {
      guard isSelected[index] else {
        actions.append(.skip)
        continue
      }
      let path = Array(paths[index].joined(separator: [UInt8(ascii: "/")]))
      let content = entries[sources[index] ?? index]
      let (sum, overflow) = total.addingReportingOverflow(content.size)
      guard !overflow, sum <= limitBytes else {
        throw StagingPolicy.tooLarge(entry.name, limit: limitBytes)
      }
      total = sum
      let isExecutable = content.mode & 0o100 != 0
      switch entry.kind {
      case .symbolicLink(let target):
        if let problem = links.problem(at: paths[index]) {
          throw Refusal(entry.name, "is a link that \(problem)")
        }
        actions.append(.link(path, target: target))
      case .hardLink:
        guard let source = sources[index] else { preconditionFailure("a link without its file") }
        let from = Array(paths[source].joined(separator: [UInt8(ascii: "/")]))
        actions.append(.copy(path, from: from, isExecutable: isExecutable))
      default:
        actions.append(.file(path, isExecutable: isExecutable))
      }
    }
    self.actions = actions
  }

  /// Checks one entry that is to be written, and adds it to the tree.
  private static func check(
    _ entry: ArchiveEntry, at path: [ArraySlice<UInt8>], policy: StagingPolicy,
    into tree: inout EntryTree
  ) throws(Refusal) {
    try EntryName.checkPortability(of: path, entry: entry.name)
    switch entry.kind {
    case .directory: preconditionFailure("folders are made for the files in them")
    case .other(let what):
      throw Refusal(
        entry.name, "is \(what); only files, folders and links can be vendored",
        remedy: "leave it out with --exclude")
    case .symbolicLink(let target):
      guard policy.allowsSymbolicLinks else {
        throw Refusal(
          entry.name, "is a symbolic link to \(Refusal.quoted(target))",
          remedy: "allow links that stay inside the package with --allow-symlinks of 'add' or "
            + "'update' (symlinks = \"inside\" in vendor.lock), or leave it out with --exclude")
      }
      try checkTarget(target, entry: entry.name)
      try tree.insert(path, .link, entry: entry.name)
    case .file, .hardLink:
      guard entry.mode & 0o6000 == 0 else {
        throw Refusal(
          entry.name, "has the set-user-id or set-group-id bit",
          remedy: "leave it out with --exclude")
      }
      try tree.insert(path, .file, entry: entry.name)
    }
  }

  /// Checks the text of a link's target by itself; where it leads is known when all links are.
  private static func checkTarget(_ target: [UInt8], entry: [UInt8]) throws(Refusal) {
    guard !target.isEmpty else { throw Refusal(entry, "is a link with an empty target") }
    guard target[0] != UInt8(ascii: "/") else {
      throw Refusal(entry, "is a link to an absolute path, \(Refusal.quoted(target))")
    }
    guard target.count <= EntryName.maxBytes else {
      throw Refusal(entry, "is a link with a target of \(target.count) bytes")
    }
    for part in target.split(separator: UInt8(ascii: "/"))
    where !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8) {
      do {
        _ = try EntryName.components(of: Array(part))
      } catch {
        throw Refusal(entry, "is a link whose target \(Refusal.quoted(target)) \(error.reason)")
      }
    }
  }

  /// For each hard link that is to be written, the file whose content it shares.
  private static func hardLinkSources(
    in entries: [ArchiveEntry], names: [[ArraySlice<UInt8>]], isSelected: [Bool]
  ) throws(Refusal) -> [Int: Int] {
    var sources: [Int: Int] = [:]
    var files: [[ArraySlice<UInt8>]: Int]?
    for (index, entry) in entries.enumerated() where isSelected[index] {
      guard case .hardLink(let target) = entry.kind else { continue }
      if files == nil {
        files = [:]
        for (earlier, other) in entries.enumerated() where isSelected[earlier] {
          if case .file = other.kind { files?[names[earlier]] = earlier }
          if case .hardLink = other.kind { files?[names[earlier]] = earlier }
        }
      }
      let targetName: [ArraySlice<UInt8>]
      do {
        targetName = try EntryName.components(of: target)
      } catch {
        throw Refusal(
          entry.name, "is a hard link whose target \(Refusal.quoted(target)) \(error.reason)")
      }
      guard let source = files?[targetName], source < index else {
        throw Refusal(
          entry.name,
          "is a hard link to \(Refusal.quoted(target)), which is not a selected file before it",
          remedy: "include that file too, or leave the link out with --exclude")
      }
      sources[index] = sources[source] ?? source
    }
    return sources
  }
}

/// The contents of one type of source, which writes its files.
protocol SourceContent: Sendable {
  /// The name used in messages.
  var label: String { get }

  /// Everything that the source contains, before any rule but the policy's limits is applied.
  ///
  /// - Throws: `Refusal` of what cannot be read; `VendorError`, `FileError`.
  func entries(policy: StagingPolicy) async throws -> [ArchiveEntry]

  /// Makes a ``StagingPlan`` and carries it out.
  ///
  /// - Throws: `Refusal` of what may not be vendored; `VendorError`, `FileError`.
  func write(selection: Selection, policy: StagingPolicy, to writer: StagingWriter) async throws
}
