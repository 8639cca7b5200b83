import SafeFiles

/// Finds every difference between a folder and a list.
struct TreeDrift {
  /// What was found at a path; the path is below the package's folder.
  struct Difference {
    /// The kinds of difference.
    enum Kind {
      case added(String)
      case missing
      case changed(expected: SHA256Digest, found: SHA256Digest)
      case mode(String)
      case type(String)
      case link(expected: [UInt8], found: [UInt8])
      case clash(with: RelativePath)
      case unreadable(FileError)
    }

    var path: RelativePath?
    var kind: Kind
  }

  private(set) var differences: [Difference] = []
  private let list: FileList
  private let folder: DirectoryHandle
  /// The first entry that the walk has not reached.
  private var next = 0
  private var added: [RelativePath] = []
  /// Folders that could not be listed: their contents are unknown, not missing.
  private var unlisted: [RelativePath] = []

  /// Walks through `folder` once.
  ///
  /// - Parameters:
  ///   - known: the already known contents of the file at a path below `folder`.
  ///   - status: is told of every item.
  /// - Throws: `FileHasher.LargeFile` where the caller reads.
  init(
    of folder: DirectoryHandle, from list: FileList, readers: FileHasher.Readers,
    known: ((RelativePath) -> FileContents?)? = nil, status: PackageStatus? = nil
  ) throws {
    self.list = list
    self.folder = folder
    try FileHasher.walk(folder, readers: readers, known: known) { item, outcome in
      status?.add(item, outcome)
      visit(item, outcome)
    }
    reportMissing(before: nil)
    reportClashes()
  }

  private mutating func report(_ path: RelativePath?, _ kind: Difference.Kind) {
    differences.append(Difference(path: path, kind: kind))
  }

  private mutating func visit(_ item: TreeItem, _ outcome: FileHasher.Outcome) {
    if case .badName(let name, let problem) = item.kind {
      report(item.path, .added("contains a name that cannot be vendored: '\(name)' \(problem)"))
      return
    }
    guard let path = item.path else {
      if case .unreadable(let error) = item.kind { report(nil, .unreadable(error)) }
      return
    }
    reportMissing(before: path)
    var entry: FileList.Entry?
    if next < list.entries.count, list.entries[next].path == path {
      entry = list.entries[next]
      next += 1
    } else if next > 0, path <= list.entries[next - 1].path {
      // It was deferred and comes again after the walk.
      entry = list[path]
    }
    if case .deferred = outcome { return }
    if let entry {
      compare(entry, item, outcome)
    } else {
      visitUnlisted(path, item, outcome)
    }
  }

  /// Reports the entries that the walk has passed without finding them.
  private mutating func reportMissing(before path: RelativePath?) {
    while next < list.entries.count {
      let entry = list.entries[next]
      if let path, !(entry.path < path) { return }
      next += 1
      if unlisted.contains(where: { entry.path.isInside($0) }) { continue }
      // What cannot be looked at is missing, as far as this run can tell.
      let status = try? folder.statusIfPresent(of: entry.path)
      if status?.kind == .directory {
        report(entry.path, .type("is a folder, expected \(Self.noun(for: entry))"))
      } else {
        report(entry.path, .missing)
      }
    }
  }

  private mutating func visitUnlisted(
    _ path: RelativePath, _ item: TreeItem, _ outcome: FileHasher.Outcome
  ) {
    if case .unreadable(let error) = item.kind {
      unlisted.append(path)
      report(path, .unreadable(error))
      return
    }
    let noun = Self.noun(for: item.kind)
    if hasEntries(inside: path) {
      report(path, .type("is \(noun), expected a folder"))
    } else {
      added.append(path)
      report(path, .added("is \(noun) that is not on the list"))
    }
  }

  /// Whether the list has something in a folder of that path.
  private func hasEntries(inside path: RelativePath) -> Bool {
    let inside = path.bytes + [UInt8(ascii: "/")]
    let first = list.firstIndex(notBefore: inside)
    return first < list.entries.count && list.entries[first].path.bytes.starts(with: inside)
  }

  private mutating func compare(
    _ entry: FileList.Entry, _ item: TreeItem, _ outcome: FileHasher.Outcome
  ) {
    switch (entry.content, item.kind, outcome) {
    case (_, .unreadable(let error), _), (_, _, .failed(let error)):
      report(entry.path, error.code == .notFound ? .missing : .unreadable(error))
    case (.file(let digest, let isExecutable), .file, .file(let found, _)):
      if let problem = Self.problem(withMode: found, isExecutable: isExecutable) {
        report(entry.path, .mode(problem))
      }
      if digest != found.digest {
        report(entry.path, .changed(expected: digest, found: found.digest))
      }
    case (.link(let target), .link(let found), _):
      if target != found { report(entry.path, .link(expected: target, found: found)) }
    case (.link(let target), .file, .file(let found, _)):
      let isText = found.digest == SHA256.digest(of: target)
      report(
        entry.path,
        .type(
          "is a file, expected \(Self.noun(for: entry))"
            + (isText ? "; it contains the link's target, as with git's core.symlinks=false" : "")))
    default:
      report(
        entry.path, .type("is \(Self.noun(for: item.kind)), expected \(Self.noun(for: entry))"))
    }
  }

  private static func problem(withMode contents: FileContents, isExecutable: Bool) -> String? {
    if contents.mode & 0o7000 != 0 {
      return "has the mode \(String(contents.mode, radix: 8)), expected "
        + "\(isExecutable ? "755" : "644"), without special bits"
    }
    guard contents.isExecutable != isExecutable else { return nil }
    return isExecutable
      ? "is not executable, expected mode 755" : "is executable, expected mode 644"
  }

  /// Reports clashes between listed and added names.
  private mutating func reportClashes() {
    guard !added.isEmpty else { return }
    let paths = (list.entries.map(\.path) + added).sorted()
    for clash in PathClashes.among(count: paths.count, path: { paths[$0] }) {
      report(clash.second, .clash(with: clash.first))
    }
  }

  private static func noun(for entry: FileList.Entry) -> String {
    switch entry.content {
    case .file: "a file"
    case .link(let target): "a symbolic link to '\(Printable.text(of: target))'"
    }
  }

  private static func noun(for kind: TreeItem.Kind) -> String {
    switch kind {
    case .file: "a file"
    case .link: "a symbolic link"
    case .special: "a device, socket or pipe"
    case .gitFolder: "a git repository's folder"
    case .unreadable: "unreadable"
    case .badName: "a name that cannot be vendored"
    }
  }
}
