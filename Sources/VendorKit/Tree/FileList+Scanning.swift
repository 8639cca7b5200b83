public import SafeFiles

extension FileList {
  /// Lists everything below `folder`, digesting files in parallel.
  ///
  /// - Parameters:
  ///   - name: the list's name in messages.
  ///   - threads: the maximum number of threads; nil for the number of processors.
  /// - Throws: `VendorError` with `invalidList` for what a list cannot represent (a device, a
  ///   folder of git's, a name that is refused), `inputOutput` for what cannot be read; as
  ///   `init(_:named:)`.
  /// - Complexity: O(bytes + n log n).
  public init(
    scanning folder: DirectoryHandle, named name: String, threads: Int? = nil
  ) throws {
    var entries: [Entry] = []
    try FileHasher.walk(folder, threads: threads) { item, outcome in
      let place = item.path?.description ?? folder.name
      func refusal(_ problem: String) -> VendorError {
        VendorError(.invalidList, at: name, "\(place) \(problem)", remedy: "remove it")
      }
      switch (item.kind, outcome) {
      case (.badName(let problem), _): throw refusal("contains a name that is refused: \(problem)")
      case (.special, _): throw refusal("is a device, socket or pipe")
      case (.gitFolder, _): throw refusal("is a git repository's own folder")
      case (.unreadable(let error), _), (_, .failed(let error)): throw error
      case (_, .putAside): return
      case (.link(let target), _):
        guard let path = item.path else { return }
        entries.append(Entry(path: path, content: .link(target: target)))
      case (.file, .file(let contents)):
        guard let path = item.path else { return }
        entries.append(
          Entry(
            path: path,
            content: .file(digest: contents.digest, isExecutable: contents.isExecutable)))
      case (.file, .notAFile): return
      }
    }
    try self.init(entries, named: name)
  }
}
