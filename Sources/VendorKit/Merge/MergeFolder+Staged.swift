internal import SafeFiles

/// The copies of packages in which a person resolves conflicts.
extension MergeFolder {
  /// Copies a package's files, among them those with markers, and keeps their list.
  func stage(_ list: FileList, of package: String, from folder: DirectoryHandle) throws {
    let place = Self.tree.appending(RelativePath(known: package))
    try handle.createDirectories(place)
    let copy = try handle.subdirectory(place)
    for entry in list.entries {
      if let parent = entry.path.parent { try copy.createDirectories(parent) }
      switch entry.content {
      case .link(let target): try copy.createSymbolicLink(entry.path, to: target)
      case .file(_, let isExecutable):
        let bytes = try folder.readFile(entry.path, limitBytes: .max)
        try copy.createFile(entry.path, isExecutable: isExecutable).write(bytes)
      }
    }
    try write(list.text, at: Self.list(of: package))
  }

  /// Where the list of the files that were staged is kept.
  private static func list(of package: String) -> RelativePath {
    RelativePath(known: "staged/\(package).sums")
  }

  /// The staged files of a package; nil when it has no conflicts.
  func tree(of package: String) throws -> DirectoryHandle? {
    let place = Self.tree.appending(RelativePath(known: package))
    return try handle.statusIfPresent(of: place) == nil ? nil : try handle.subdirectory(place)
  }

  /// What was done to a package's staged files.
  struct Edits {
    /// Files that were not staged, in order.
    var added: [RelativePath] = []
    /// Files that were changed or removed, with what happened, in order.
    var changed: [(path: RelativePath, what: String)] = []
  }

  /// What was done to the staged files of a package; nil when it has no conflicts.
  func edits(of package: String) throws -> Edits? {
    guard let tree = try tree(of: package) else { return nil }
    let place = Self.list(of: package)
    let text = try ifPresent { () throws(FileError) in
      try handle.readFile(place, limitBytes: .max)
    }
    guard let text else { throw damaged }
    let staged = try FileList(parsing: text, named: "\(handle.name)/\(place)")
    let now = try FileList(scanning: tree, named: tree.name)
    var edits = Edits()
    edits.added = now.entries.map(\.path).filter { staged[$0] == nil }
    for entry in staged.entries where now[entry.path]?.content != entry.content {
      edits.changed.append((entry.path, now[entry.path] == nil ? "removal" : "change"))
    }
    return edits
  }
}
