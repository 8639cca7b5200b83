public import SafeFiles

/// The differences between a package's folder and its committed list.
public struct LocalEdits: Equatable, Sendable {
  /// Files, links and other things that exist but are not listed.
  public var added: [String] = []
  /// Files and links whose contents, mode or kind differ from the list.
  public var changed: [RelativePath] = []
  /// Listed files that are missing.
  public var missing: [RelativePath] = []

  /// No difference.
  static let none = LocalEdits()

  private init() {}

  /// Whether everything matches the list.
  public var isEmpty: Bool { added.isEmpty && changed.isEmpty && missing.isEmpty }

  /// Whether restoring the listed files would lose local edits.
  public var wouldBeLost: Bool { !added.isEmpty || !changed.isEmpty }

  /// Compares the files below `folder` with `list`; every file is read.
  ///
  /// - Parameters:
  ///   - folder: the package's folder; nil when there is none.
  ///   - list: the files as they were committed.
  public init(in folder: DirectoryHandle?, comparedWith list: FileList) throws {
    // A short list is not worth the start of a pool.
    let readers: FileHasher.Readers =
      list.entries.count <= 256
      ? .caller(FileHasher.Buffers(), limitBytes: .max) : .pool(threads: nil)
    let present = try folder.map { try PresentFiles(in: $0, readers: readers) } ?? PresentFiles()
    for entry in present.entries.sorted(by: { $0.path < $1.path }) where list[entry.path] != entry {
      if list[entry.path] == nil {
        added.append(entry.path.description)
      } else {
        changed.append(entry.path)
      }
    }
    added += present.others.map(\.path)
    let seen = Set(present.entries.map(\.path))
    missing = list.entries.map(\.path).filter { !seen.contains($0) }
  }

  /// The first few of them, for a message.
  public var summary: String {
    var all = changed.map { "\($0) (changed)" }
    all += added.map { "\($0) (added)" }
    all += missing.map { "\($0) (missing)" }
    let shown = all.prefix(8).joined(separator: ", ")
    return all.count > 8 ? "\(shown) and \(all.count - 8) more" : shown
  }
}
