import SafeFiles

/// Which packages are used, and which of their folders contain only headers that nothing includes.
struct Usage {
  /// The packages that are used, by position; complete after ``followIncludes()``.
  private(set) var used: Set<Int> = []

  private var packages: [Package]
  /// What the host's build files and sources mention.
  private var host: Set<UInt64> = []

  private struct Package {
    let path: RelativePath
    /// The names that mention it: its own and those of its modules.
    var names: Set<UInt64>
    /// The names of its headers that no other library would choose, and of all with their folders.
    var headers: Set<UInt64> = []
    var includes: Set<UInt64> = []
    /// What its tests, examples and documentation include, which connects no packages.
    var includesOfTests: Set<UInt64> = []
    /// What its manifest mentions.
    var needs: Set<UInt64> = []
    var folders: [RelativePath: Folder] = [:]
  }

  private struct Folder {
    var headers: Set<UInt64> = []
    var hasSource = false
  }

  init(of packages: [AuditPackage]) {
    self.packages = packages.map { package in
      var names = [package.name, LibraryCopies.plainName(package.name, package.version)]
      names.append(package.path.lastComponent.description)
      var hashes = Set(names.map { Mentions.hash($0) })
      if let parent = package.path.parent?.lastComponent {
        hashes.insert(Mentions.hash(parent.bytes + Array("/*".utf8)))
      }
      return Package(path: package.path, names: hashes)
    }
  }

  /// Adds what one file mentions, and for a package's file that it exists.
  mutating func add(_ mentions: Mentions, of file: AuditedFile) {
    guard let index = file.package else { return host.formUnion(mentions.hashes) }
    let ending = file.fileExtension
    if case .packageManifest = MentioningFile(file) {
      // Those of its benchmarks and tools are not part of a build.
      guard file.path.parent == packages[index].path else { return }
      return packages[index].needs.formUnion(mentions.hashes)
    }
    guard MentioningFile.isCFamily(ending: ending) else {
      return packages[index].names.formUnion(mentions.hashes)
    }
    let isOfTests = isOfTests(file.path, in: packages[index].path)
    if isOfTests {
      packages[index].includesOfTests.formUnion(mentions.hashes)
    } else {
      packages[index].includes.formUnion(mentions.hashes)
    }
    let folder = file.path.parent ?? file.path
    guard MentioningFile.isHeader(ending: ending) else {
      return packages[index].folders[folder, default: Folder()].hasSource = true
    }
    let bytes = file.path.lastComponent.bytes
    let name = Mentions.hash(bytes)
    packages[index].folders[folder, default: Folder()].headers.insert(name)
    if isOfTests { return }
    if !CommonHeaders.hashes.contains(name) { packages[index].headers.insert(name) }
    if folder != packages[index].path,
      !CommonHeaders.folders.contains(folder.lastComponent.description.lowercased())
    {
      packages[index].headers.insert(
        Mentions.hash(folder.lastComponent.bytes + [UInt8(ascii: "/")] + bytes))
    }
  }

  /// Whether a file of a package is only for its tests, examples or documentation.
  private func isOfTests(_ path: RelativePath, in package: RelativePath) -> Bool {
    var folder = path.parent
    while let inner = folder, inner != package {
      if BuildOccasion.isTestFolder(inner.lastComponent.description.lowercased()) { return true }
      folder = inner.parent
    }
    return false
  }

  /// Marks the packages that the host mentions, and those whose headers a used package includes or
  /// that its manifest names.
  mutating func followIncludes() {
    var waiting: [Int] = []
    for (index, package) in packages.enumerated()
    where !package.names.isDisjoint(with: host) || !package.headers.isDisjoint(with: host) {
      used.insert(index)
      waiting.append(index)
    }
    while let user = waiting.popLast() {
      let wanted = packages[user].includes.subtracting(packages[user].headers)
      for (index, package) in packages.enumerated()
      where !used.contains(index)
        && (!package.headers.isDisjoint(with: wanted)
          || !package.names.isDisjoint(with: packages[user].needs))
      {
        used.insert(index)
        waiting.append(index)
      }
    }
  }

  /// The folders of used packages that contain only headers that nothing includes: the outermost
  /// ones, in the order of packages and paths.
  var unusedFolders: [(package: Int, folder: RelativePath)] {
    let included = packages.reduce(into: host) {
      $0.formUnion($1.includes)
      $0.formUnion($1.includesOfTests)
    }
    var unusedFolders: [(Int, RelativePath)] = []
    for index in used.sorted() {
      let package = packages[index]
      let unused = package.folders.filter { path, folder in
        !folder.headers.isEmpty && !folder.hasSource && path != package.path
          && folder.headers.isDisjoint(with: included)
          && folder.headers.isDisjoint(with: package.names)
          && !host.contains(Mentions.hash(path.lastComponent.bytes))
          && !package.names.contains(Mentions.hash(path.lastComponent.bytes))
      }
      for path in unused.keys.sorted()
      where !unused.keys.contains(where: { $0 != path && path.isInside($0) }) {
        unusedFolders.append((index, path))
      }
    }
    return unusedFolders
  }
}
