import SafeFiles
import VendorKit

/// Lists the files to audit: those of the packages, and those of the host around them.
struct TreeWalk {
  /// The most files that a walk lists; beyond it, the list is cut.
  static let limitFiles = 1_000_000
  /// The deepest nesting of folders; each level keeps one descriptor open.
  static let limitDepth = 200

  /// What was found, sorted by path.
  private(set) var files: [AuditedFile] = []
  /// Folders that could not be listed or are nested too deeply, and why.
  private(set) var failures: [(path: RelativePath, problem: String)] = []
  /// Whether the limit was reached.
  private(set) var isCut = false

  /// The positions of the packages, by their folders.
  private let owners: [RelativePath: Int]
  /// What the lock takes from the host's own folders, which is audited as the packages made from it.
  private let origins: Set<RelativePath>

  /// Folders of the host that contain tools' own data.
  private static let skipped: Set<String> = [".git", ".hg", ".svn", ".jj", ".swiftpm"]

  /// Lists the tree below `root`.
  ///
  /// Of the host, version control folders, build folders (`.build…`, or with a `CACHEDIR.TAG`), and the
  /// folders, archives and patches that packages are made from are left out; of packages nothing is.
  init(root: DirectoryHandle, packages: [AuditPackage]) {
    owners = Dictionary(
      packages.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    origins = Set(packages.flatMap(\.origins)).filter { origin in
      !packages.contains { $0.path.isInside(origin) }
    }
    walk(root, prefix: nil, package: nil, depth: 0)
    files.sort { $0.path < $1.path }
  }

  private mutating func walk(
    _ folder: DirectoryHandle, prefix: RelativePath?, package: Int?, depth: Int
  ) {
    let here = prefix ?? .lock
    let entries: [DirectoryHandle.Entry]
    do {
      entries = try folder.entries()
    } catch {
      return failures.append((here, error.problem))
    }
    if package == nil, prefix != nil,
      entries.contains(where: { $0.name.elementsEqual("CACHEDIR.TAG".utf8) })
    {
      return
    }
    for entry in entries {
      guard files.count < Self.limitFiles else { return isCut = true }
      guard let name = try? entry.path() else {
        failures.append((here, "contains a file name that is not allowed: \(entry)"))
        continue
      }
      let path = prefix.map { $0.appending(name) } ?? name
      let owner = package ?? owners[path]
      if owner == nil, origins.contains(path) { continue }
      if entry.kind == .directory {
        if owner == nil, Self.isSkipped(entry.description) { continue }
        guard depth < Self.limitDepth else {
          failures.append((path, "is more than \(Self.limitDepth) folders deep"))
          continue
        }
        do {
          walk(
            try folder.subdirectory(name), prefix: path, package: owner, depth: depth + 1)
        } catch {
          failures.append((path, error.problem))
        }
        continue
      }
      do {
        guard let status = try folder.statusIfPresent(of: name) else { continue }
        files.append(
          AuditedFile(
            path: path, package: owner, kind: status.kind, size: status.size,
            isExecutable: status.isExecutable))
      } catch {
        failures.append((path, error.problem))
      }
    }
  }

  private static func isSkipped(_ name: String) -> Bool {
    skipped.contains(name) || name.hasPrefix(".build")
  }
}

extension RelativePath {
  /// The lock's file, which a finding about the whole repository points at.
  static let lock = RelativePath(known: Lock.fileName)
}
