public import SafeFiles

/// The differences between the pinned tree and the files, as unified diffs.
///
/// The pinned bytes come from the enclosing git repository's `HEAD` or index, and count only with
/// the digest that the list has for them. If git does not have them, the difference is reported but
/// not shown.
public struct TreeDiff: Sendable {
  /// One path that differs.
  public struct File: Sendable {
    /// The package.
    public let package: String
    /// The path from the root.
    public let path: RelativePath
    /// A unified diff with paths from the root, as `git apply` takes it; nil when there is none.
    public let text: [UInt8]?
    /// Why there is no diff: a binary file, not a file, pinned contents unavailable.
    public let note: String?
    /// Whether the diff is missing only because the pinned contents are unavailable.
    public let isUnavailable: Bool
  }

  /// Every path that differs, packages in the lock's order, paths by their bytes.
  public let files: [File]

  private static let limitBytes = 64 << 20

  /// Compares the tree with its pins.
  ///
  /// - Parameters:
  ///   - root: the folder that has the lock.
  ///   - lock: what it says.
  ///   - names: the packages to look at; none for all.
  /// - Throws: `VendorError` with `unknownPackage`; with `invalidList` when a list is not the pinned
  ///   one, because then the expected tree is unknown.
  public init(
    of root: DirectoryHandle, against lock: Lock, named names: [String] = []
  ) async throws {
    var files: [File] = []
    for package in try lock.packages(named: names) {
      files += try await Self.files(of: package, in: root)
    }
    self.files = files
  }

  private static func files(
    of package: Lock.Package, in root: DirectoryHandle
  ) async throws -> [File] {
    let list = try FileList(pinnedBy: package, in: root)
    let folder = try root.subdirectory(package.path)
    let drift = try TreeDrift(of: folder, from: list, readers: .pool(threads: nil))
    var wanted: [(path: RelativePath, digest: SHA256Digest)] = []
    for difference in drift.differences {
      if let path = difference.path, case .file(let digest, _)? = list[path]?.content {
        wanted.append((package.path.appending(path), digest))
      }
    }
    let contents = await CommittedFiles.contents(of: wanted, in: root)
    var files: [File] = []
    for difference in drift.differences {
      let path = difference.path.map { package.path.appending($0) } ?? package.path
      // A file with another mode and other bytes is one diff.
      if files.last?.path == path { continue }
      files.append(
        file(difference, at: path, of: package, list, folder, committed: contents[path]))
    }
    return files.sorted { $0.path < $1.path }
  }

  private static func file(
    _ difference: TreeDrift.Difference, at path: RelativePath, of package: Lock.Package,
    _ list: FileList, _ folder: DirectoryHandle, committed: [UInt8]?
  ) -> File {
    func note(_ text: String, isUnavailable: Bool = false) -> File {
      File(
        package: package.name, path: path, text: nil, note: text, isUnavailable: isUnavailable)
    }
    guard let place = difference.path else { return note("cannot be read") }
    switch difference.kind {
    case .type(let message): return note(message)
    case .unreadable(let error): return note(error.problem, isUnavailable: true)
    case .link(let expected, let found):
      return note(
        "points to '\(Printable.text(of: found))', expected '\(Printable.text(of: expected))'")
    case .clash(let other): return note("clashes with \(other)")
    case .added, .missing, .changed, .mode: break
    }
    var old: FileSnapshot?
    if let entry = list[place] {
      guard case .file(_, let isExecutable) = entry.content else {
        return note("is missing, expected a symbolic link")
      }
      guard let committed else {
        return note(
          "differs, but the pinned bytes are neither in git's HEAD nor in its index",
          isUnavailable: true)
      }
      old = FileSnapshot(bytes: committed, isExecutable: isExecutable)
    }
    var new: FileSnapshot?
    if case .missing = difference.kind {
    } else {
      do {
        let (file, status) = try folder.openFileWithStatus(place)
        new = FileSnapshot(
          bytes: try file.readAll(limitBytes: limitBytes), isExecutable: status.isExecutable)
      } catch {
        return note("was added and is not a file that can be shown")
      }
    }
    do {
      return File(
        package: package.name, path: path, text: try UnifiedDiff.text(of: path, from: old, to: new),
        note: nil, isUnavailable: false)
    } catch {
      return note("is a binary file that differs")
    }
  }
}
