/// Puts staged files in place, in one of the three ways that `StagedOutput` describes.
struct Commit {
  /// The files by their path below `base`.
  private(set) var files: [RelativePath: StagedFile] = [:]
  /// The files that go, by their path below `base`.
  let removed: Set<RelativePath>
  let destination: Destination
  /// The folder of the staged files that have a name.
  private let container: StagingFolder?
  var base: DirectoryHandle { destination.base }

  init(
    _ files: [RelativePath: StagedFile], removing removed: Set<RelativePath> = [],
    from container: StagingFolder? = nil, to destination: Destination
  ) {
    self.container = container
    self.removed = Set(removed.map(destination.fromBase))
    self.destination = destination
    for (path, file) in files { self.files[destination.fromBase(path)] = file }
  }

  mutating func run(fileByFile: Bool = false) throws(FileError) {
    if let missing = try firstMissingFolder() {
      try place(missing)
    } else if !fileByFile, files.count + removed.count > 1, let exchange = FolderExchange(self) {
      try exchange.run(&self)
    } else {
      try FileReplacement.run(self)
    }
  }

  /// The innermost folder that holds all files; nil when that is `base` itself.
  var commonFolder: RelativePath? {
    let paths = Array(files.keys) + removed
    guard var common = paths.first?.parent?.components[...] else { return nil }
    for path in paths {
      let same = zip(common, path.components.dropLast()).prefix { $0 == $1 }.count
      common = common.prefix(same)
    }
    return Self.path(common)
  }

  /// The first folder on the way to the common one that does not exist yet.
  private func firstMissingFolder() throws(FileError) -> RelativePath? {
    var way: RelativePath?
    for component in commonFolder?.components ?? [] {
      let path = way?.appending(component) ?? component
      if try base.statusIfPresent(of: path) == nil { return path }
      way = path
    }
    return nil
  }

  /// Way 1: builds the complete folder under another name and renames it to `folder`.
  private mutating func place(_ folder: RelativePath) throws(FileError) {
    let staging = try StagingFolder(in: base)
    defer { staging.discard() }
    do {
      try fill(staging.handle, below: folder)
      try base.renameExclusively(staging.name, to: folder)
    } catch  where error.code == .crossDevice || error.code == .unsupported {
      try FileReplacement.run(self)
    }
  }

  /// Gives every file its name in `folder`, which will become the folder at `top`.
  ///
  /// If this way fails later, another one can take the files from there.
  mutating func fill(_ folder: DirectoryHandle, below top: RelativePath?) throws(FileError) {
    for (path, file) in files.sorted(by: { $0.key < $1.key }) {
      let components = path.components.dropFirst(top?.components.count ?? 0)
      guard let name = Self.path(components) else {
        preconditionFailure("a file is below the folder that is filled")
      }
      if let parent = name.parent { try folder.createDirectories(parent) }
      try file.appear(as: name, in: folder)
      files[path] = .named(name, in: folder)
    }
    // It is empty now, and may be inside the folder that is about to be exchanged.
    container?.discard()
  }

  private static func path(_ components: ArraySlice<RelativePath>) -> RelativePath? {
    guard let first = components.first else { return nil }
    return components.dropFirst().reduce(first) { $0.appending($1) }
  }
}
