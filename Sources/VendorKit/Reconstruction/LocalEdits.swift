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
  /// - Parameter folder: the package's folder; nil when there is none.
  public init(in folder: DirectoryHandle?, comparedWith list: FileList) throws {
    let present = try folder.map { try PresentFiles(in: $0) } ?? PresentFiles()
    var seen: Set<RelativePath> = []
    for (path, content) in present.contents.sorted(by: { $0.key < $1.key }) {
      seen.insert(path)
      if let entry = list[path] {
        if entry.content != content { changed.append(path) }
      } else {
        added.append(path.description)
      }
    }
    added += present.strangers
    missing = list.entries.map(\.path).filter { !seen.contains($0) }
  }

  /// The first few of them, for a message.
  var summary: String {
    var all = changed.map { "\($0) (changed)" }
    all += added.map { "\($0) (added)" }
    all += missing.map { "\($0) (missing)" }
    let shown = all.prefix(8).joined(separator: ", ")
    return all.count > 8 ? "\(shown) and \(all.count - 8) more" : shown
  }
}

/// The contents of a package's folder, as far as a list can represent them.
struct PresentFiles {
  var contents: [RelativePath: FileList.Entry.Content] = [:]
  /// Devices, pipes, names that are not valid paths.
  var strangers: [String] = []

  init() {}

  init(in folder: DirectoryHandle) throws {
    var buffer = [UInt8](repeating: 0, count: 1 << 17)
    try add(folder, nil, &buffer)
  }

  private mutating func add(
    _ folder: DirectoryHandle, _ prefix: RelativePath?, _ buffer: inout [UInt8]
  ) throws {
    for entry in try folder.entries() {
      try Interrupts.check()
      guard let name = try? entry.path() else {
        strangers.append("\(prefix.map { "\($0)/" } ?? "")\(entry)")
        continue
      }
      let path = prefix?.appending(name) ?? name
      switch entry.kind {
      case .directory: try add(try folder.subdirectory(name), path, &buffer)
      case .symbolicLink: contents[path] = .link(target: try folder.readLink(name))
      case .file:
        let file = try folder.openFile(name)
        var hash = SHA256()
        while case let count = try buffer.withUnsafeMutableBytes({ try file.read(into: $0) }),
          count > 0
        {
          buffer.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
        contents[path] = .file(
          digest: hash.finish(), isExecutable: try file.status().isExecutable)
      case .other: strangers.append(path.description)
      }
    }
  }
}
