public import SafeFiles
import Subprocess

/// The files of a repository's HEAD, byte for byte as they were committed.
///
/// Nothing is checked out: no filter, hook or line-ending conversion runs, and nothing is fetched. Every
/// object's id is computed again from its bytes, from the commit to the last file, so that neither a
/// damaged object nor `refs/replace` (git-replace(1)) can show other bytes than the commit id stands for.
public struct CommittedTree: Sendable {
  /// What a path of a commit is.
  public enum Kind: Hashable, Sendable {
    /// A file.
    case file(isExecutable: Bool)
    /// A symbolic link.
    case link
    /// Another repository's commit, of which nothing is here.
    case submodule
  }

  /// One path of the commit.
  public struct Entry: Hashable, Sendable {
    /// The path from the repository's top, as bytes.
    public let path: [UInt8]
    /// What it is.
    public let kind: Kind
    /// The id of the file's or the submodule's object.
    public let id: String

    /// The path; nil where no checkout should create it, such as one with `..` or `.git` in it.
    public var relativePath: RelativePath? {
      // A path that breaks a rule has no checked form.
      guard let path = try? RelativePath(bytes: path) else { return nil }
      return path.components.contains { CaseFolding.isGitFolder($0.bytes) } ? nil : path
    }
  }

  /// The full id of the commit.
  public let commit: String
  /// When the commit was made, in seconds since 1970, as its author's machine said.
  public let date: Int
  /// Whether the commit has a signature; it is not checked.
  public let isSigned: Bool
  /// Its paths, in git's order.
  public let entries: [Entry]

  private let objects: GitObjects

  /// The most paths that a commit may have, so that trees that repeat each other end.
  static let limit = 2_000_000

  /// Reads the trees of the commit that HEAD names.
  ///
  /// - Throws: `VendorError` with `nothingToCheck` outside of a repository with a commit, `program`
  ///   when an object is missing or is not what its id says, `limit`.
  public init(of repository: LocalRepository) async throws {
    objects = GitObjects(repository)
    commit = repository.head
    let text = try await objects.contents([commit], type: "commit")[0]
    let header = String(decoding: text, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
    func field(_ name: String) -> Substring? {
      header.first { $0.hasPrefix("\(name) ") }?.dropFirst(name.count + 1)
    }
    guard let tree = field("tree"), GitRef.isCommit(String(tree)) else {
      throw objects.unreadable
    }
    date = field("committer")?.split(separator: " ").dropLast().last.flatMap { Int($0) } ?? 0
    isSigned = header.contains { $0.hasPrefix("gpgsig") }
    entries = try await Self.entries(below: String(tree), objects)
  }

  /// Reads one level of folders after the other, each with one git process.
  private static func entries(
    below root: String, _ objects: GitObjects
  ) async throws -> [Entry] {
    var found: [Entry] = []
    var level: [(path: [UInt8], id: String)] = [([], root)]
    while !level.isEmpty {
      let texts = try await objects.contents(level.map(\.id), type: "tree")
      var next: [(path: [UInt8], id: String)] = []
      for (folder, text) in zip(level, texts) {
        var reader = GitTreeReader(text, idBytes: root.utf8.count / 2)
        while let item = try reader.next(orThrow: objects.unreadable) {
          let path = folder.path.isEmpty ? item.name : folder.path + [0x2f] + item.name
          switch item.mode {
          case "40000": next.append((path, item.id))
          case "160000": found.append(Entry(path: path, kind: .submodule, id: item.id))
          case "120000": found.append(Entry(path: path, kind: .link, id: item.id))
          case let mode:
            let isExecutable = mode == "100755"
            found.append(Entry(path: path, kind: .file(isExecutable: isExecutable), id: item.id))
          }
          guard found.count + next.count <= limit else {
            throw VendorError(.limit, at: "HEAD", "has more than \(limit) paths")
          }
        }
      }
      level = next
    }
    return found.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }

  /// What became of a path when the tree was written.
  public enum Written: Hashable, Sendable {
    /// It is there as committed.
    case written
    /// It is a link that leaves the folder, and was left out.
    case leavingLink(target: String)
    /// It was left out: a submodule, or a path that no checkout should create.
    case leftOut
  }

  /// Writes all files into an empty folder.
  ///
  /// - Parameters:
  ///   - folder: an empty folder; every write goes through its descriptor and follows no link.
  ///   - examine: called with the place of each file in `entries` and its contents, piece by piece.
  /// - Returns: what became of each path, in the order of `entries`.
  public func write(
    into folder: DirectoryHandle,
    examine: (_ index: Int, _ bytes: UnsafeRawBufferPointer, _ isLast: Bool) throws -> Void
  ) async throws -> [Written] {
    var results = [Written](repeating: .leftOut, count: entries.count)
    let files = entries.indices.filter { entries[$0].kind != .submodule }
    var made: Set<RelativePath> = []
    var open: OpenFile?
    var target: [UInt8] = []
    var links: [(index: Int, path: RelativePath, target: [UInt8])] = []
    try await objects.read(files.map { entries[$0].id }, type: "blob") { piece in
      let index = files[piece.index]
      let entry = entries[index]
      try examine(index, piece.bytes, piece.isLast)
      guard let path = entry.relativePath else { return }
      if entry.kind == .link {
        target += piece.bytes.prefix(4096)
        if piece.isLast {
          links.append((index, path, target))
          target = []
        }
        return
      }
      if open == nil {
        if let parent = path.parent, made.insert(parent).inserted {
          try folder.createDirectories(parent)
        }
        open = try folder.createFile(
          path, isExecutable: entry.kind == .file(isExecutable: true))
      }
      try open?.write(piece.bytes)
      if piece.isLast {
        open = nil
        results[index] = .written
      }
    }
    try LinkWriter(folder).write(links.map { ($0.path, $0.target) }) { place, leaves in
      let link = links[place]
      results[link.index] =
        leaves ? .leavingLink(target: Printable.text(of: link.target)) : .written
    }
    return results
  }
}
