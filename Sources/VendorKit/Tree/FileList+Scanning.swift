public import SafeFiles

/// Everything below a folder: what a list can represent, and what it cannot.
struct PresentFiles {
  /// Files and links, in no particular order.
  private(set) var entries: [FileList.Entry] = []
  /// Devices, pipes, folders of git's and names that are not valid paths.
  private(set) var others: [(path: String, problem: String)] = []

  /// Nothing.
  init() {}

  /// What is below `folder`; every file is read.
  ///
  /// - Throws: `FileError` for what cannot be read.
  init(in folder: DirectoryHandle, readers: FileHasher.Readers = .pool(threads: nil)) throws {
    try FileHasher.walk(folder, readers: readers) { item, outcome in
      switch (item.kind, outcome) {
      case (.unreadable(let error), _), (_, .failed(let error)): throw error
      case (.badName(let name, let problem), _):
        others.append((item.path.map { "\($0)/\(name)" } ?? name, problem))
      case (.special, _): add(item, "is a device, socket or pipe")
      case (.gitFolder, _): add(item, "is a git repository's own folder")
      case (.link(let target), _): add(item, .link(target: target))
      case (.file, .file(let contents, _)):
        add(item, .file(digest: contents.digest, isExecutable: contents.isExecutable))
      case (.file, .deferred), (.file, .notAFile): break
      }
    }
  }

  private mutating func add(_ item: TreeItem, _ problem: String) {
    others.append(("\(path(of: item))", problem))
  }

  private mutating func add(_ item: TreeItem, _ content: FileList.Entry.Content) {
    entries.append(FileList.Entry(path: path(of: item), content: content))
  }

  private func path(of item: TreeItem) -> RelativePath {
    guard let path = item.path else { preconditionFailure("only the top folder has no path") }
    return path
  }
}

extension FileList {
  /// Lists everything below `folder`, digesting files in parallel.
  ///
  /// - Parameters:
  ///   - folder: the package's folder.
  ///   - name: the list's name in messages.
  ///   - threads: the maximum number of threads; nil for the number of processors.
  /// - Throws: `VendorError` with `invalidList` for what a list cannot represent (a device, a
  ///   folder of git's, a name that is refused); `FileError` for what cannot be read; as
  ///   `init(_:named:)`.
  /// - Complexity: O(bytes + n log n).
  public init(
    scanning folder: DirectoryHandle, named name: String, threads: Int? = nil
  ) throws {
    let present = try PresentFiles(in: folder, readers: .pool(threads: threads))
    if let other = present.others.first {
      throw VendorError(
        .invalidList, at: name, "\(other.path) \(other.problem)", remedy: "remove it")
    }
    try self.init(present.entries, named: name)
  }
}
