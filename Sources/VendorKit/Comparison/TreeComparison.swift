public import SafeFiles

/// How a released archive differs from the repository that it was made from.
///
/// What is in an archive and not in the tag was added by whoever made the archive, and nobody has
/// reviewed it there: the backdoor of xz 5.6.0 was in such a file.
public struct TreeComparison: Sendable {
  /// How a file differs.
  public enum Difference: String, CaseIterable, Sendable {
    /// It is in the archive and not in the repository.
    case onlyInArchive = "only-in-archive"
    /// It is in the repository and not in the archive.
    case onlyInRepository = "only-in-repository"
    /// Its contents differ, or one of the two is a link.
    case contents
    /// It is executable on one side.
    case mode
  }

  /// What git-archive(1) does by the repository's own attributes (gitattributes(5), "Creating an
  /// archive").
  public enum Explanation: String, Sendable {
    /// The repository leaves it out of archives.
    case exportIgnore = "export-ignore"
    /// It differs only in what stands for `$Format:…$`.
    case exportSubst = "export-subst"
  }

  /// A file that differs.
  public struct File: Sendable {
    /// Its path, without the folder around all files of the archive.
    public var path: RelativePath
    /// How it differs.
    public var difference: Difference
    /// Why it does, where the repository says so.
    public var explanation: Explanation?
    /// The first bytes of it in the archive, or else in the repository; empty for a link.
    public var head: [UInt8] = []
  }

  /// The commit that the ref names.
  public var commit: String
  /// How many files and links the archive has.
  public var archiveCount: Int
  /// How many the repository has.
  public var repositoryCount: Int
  /// Everything that differs, by path.
  public var files: [File] = []
  /// Remarks for the user: submodules that are left out.
  public var remarks: [String] = []

  /// The number of bytes in ``File/head``.
  static let headBytes = 1024

  /// A side of the comparison: its files and the folder that they are in.
  typealias Side = (list: FileList, folder: DirectoryHandle)

  /// Compares the two sides; `around` is the folder around all files of the archive.
  init(archive: Side, around: RelativePath?, repository: Side, commit: String) throws {
    self.commit = commit
    archiveCount = archive.list.entries.count
    repositoryCount = repository.list.entries.count
    let attributes = try ExportAttributes(repository.list, in: repository.folder)
    func place(_ path: RelativePath) -> RelativePath { around?.appending(path) ?? path }
    let archived = try archive.list.entries.map { entry in
      try RelativePath(bytes: entry.path.bytes.dropFirst(around.map { $0.bytes.count + 1 } ?? 0))
    }
    for path in Set(archived).union(repository.list.entries.map(\.path)).sorted() {
      let ours = archive.list[place(path)]?.content
      let theirs = repository.list[path]?.content
      guard ours != theirs else { continue }
      var file = File(path: path, difference: .contents)
      switch (ours, theirs) {
      case (_, nil): file.difference = .onlyInArchive
      case (nil, _):
        file.difference = .onlyInRepository
        if attributes.isIgnored(path) { file.explanation = .exportIgnore }
      case (.file(let one, _), .file(let other, _)) where one == other: file.difference = .mode
      case (.file, .file) where attributes.isSubstituted(path):
        let limit = ExportAttributes.limitBytes
        let template = try repository.folder.readFile(path, limitBytes: limit)
        let text = try archive.folder.readFile(place(path), limitBytes: limit)
        if ExportAttributes.isExpansion(text, of: template) { file.explanation = .exportSubst }
      default: break
      }
      if case .file = ours ?? theirs {
        let (folder, path) =
          ours != nil ? (archive.folder, place(path)) : (repository.folder, path)
        file.head = try ArchiveFile(
          path: "\(folder.name)/\(String(decoding: path.bytes, as: UTF8.self))", label: "\(path)"
        ).bytes(at: 0, count: Self.headBytes)
      }
      files.append(file)
    }
  }
}
