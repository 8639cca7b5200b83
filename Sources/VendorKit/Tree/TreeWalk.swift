import SafeFiles

/// Walks everything below a folder except folders themselves, in bytewise path order.
///
/// The order is that of a list, so the two can be compared in one pass and no second list of
/// 200,000 paths is needed. Folders are opened one after the other, relative to the one before, and
/// no link is followed; a folder is closed when its last item is released. Of nested folders only the
/// innermost stay open meanwhile.
struct TreeWalk: Sequence, IteratorProtocol {
  /// The maximum nesting of folders: no path of a list has more.
  static let maxDepth = PathPolicy.maxBytes / 2 + 1
  /// How many nested folders are kept open; the ones above are opened again on the way back.
  private static let maxOpen = 32

  private struct Level {
    var folder: DirectoryHandle?
    var path: RelativePath?
    var entries: [DirectoryHandle.Entry]
    var next = 0
  }

  private let top: DirectoryHandle
  private var levels: [Level] = []
  /// The error from opening the top folder, reported first.
  private var failure: TreeItem?

  init(_ folder: DirectoryHandle) {
    top = folder
    enter(folder, at: nil)
  }

  mutating func next() -> TreeItem? {
    if let item = failure {
      failure = nil
      return item
    }
    while let level = levels.last {
      guard level.next < level.entries.count else {
        levels.removeLast()
        continue
      }
      let folder: DirectoryHandle
      do {
        folder = try self.folder(of: level)
      } catch {
        levels.removeLast()
        return TreeItem(path: level.path, kind: .unreadable(error), folder: top, name: nil)
      }
      levels[levels.count - 1].folder = folder
      levels[levels.count - 1].next += 1
      if let item = item(level.entries[level.next], in: folder, at: level.path) { return item }
    }
    return nil
  }

  private func folder(of level: Level) throws(FileError) -> DirectoryHandle {
    if let folder = level.folder { return folder }
    guard let path = level.path else { return top }
    return try top.subdirectory(path)
  }

  /// The item for an entry of a folder; nil for a folder that has been entered.
  private mutating func item(
    _ entry: DirectoryHandle.Entry, in folder: DirectoryHandle, at place: RelativePath?
  ) -> TreeItem? {
    let name: RelativePath
    do {
      name = try entry.path()
    } catch {
      return TreeItem(
        path: place, kind: .badName("\(entry)", problem: "\(error)"), folder: folder, name: nil)
    }
    let path = place?.appending(name) ?? name
    func item(_ kind: TreeItem.Kind) -> TreeItem {
      TreeItem(path: path, kind: kind, folder: folder, name: name)
    }
    switch entry.kind {
    case .file: return item(.file)
    case .other: return item(.special)
    case .symbolicLink:
      do {
        return item(.link(target: try folder.readLink(name)))
      } catch {
        return item(.unreadable(error))
      }
    case .directory:
      if CaseFolding.isGitFolder(entry.name) { return item(.gitFolder) }
      guard levels.count < Self.maxDepth else {
        let problem = "is more than \(Self.maxDepth) folders deep"
        return item(
          .unreadable(FileError(.unsupported, at: path.description, problem)))
      }
      do {
        enter(try folder.subdirectory(name), at: path)
      } catch {
        return item(.unreadable(error))
      }
      defer { failure = nil }
      return failure
    }
  }

  private mutating func enter(_ folder: DirectoryHandle, at path: RelativePath?) {
    do {
      var entries = try folder.entries()
      // A folder stands where its files stand: "a/b" comes after "a.c", and "a" would not.
      if entries.contains(where: { $0.kind == .directory }) {
        entries.sort { Self.sortKey($0).lexicographicallyPrecedes(Self.sortKey($1)) }
      }
      levels.append(Level(folder: folder, path: path, entries: entries))
      if levels.count > Self.maxOpen { levels[levels.count - 1 - Self.maxOpen].folder = nil }
    } catch {
      failure = TreeItem(path: path, kind: .unreadable(error), folder: folder, name: nil)
    }
  }

  private static func sortKey(_ entry: DirectoryHandle.Entry) -> [UInt8] {
    entry.kind == .directory ? entry.name + [UInt8(ascii: "/")] : entry.name
  }
}

/// An item found while walking a package's folder.
struct TreeItem: Sendable {
  /// What it is.
  enum Kind: Sendable {
    /// A regular file that can be opened.
    case file
    /// A symbolic link with this text.
    case link(target: [UInt8])
    /// A device, socket or named pipe.
    case special
    /// A folder that git treats as its own; it was not entered.
    case gitFolder
    /// A folder that could not be listed, or a link that could not be read.
    case unreadable(FileError)
    /// An invalid name, made printable, with the problem; reads as a sentence about the name.
    case badName(String, problem: String)
  }

  /// Its path below the package's folder; for an invalid name, the path of its folder.
  let path: RelativePath?
  /// What it is.
  let kind: Kind
  /// Its parent folder.
  let folder: DirectoryHandle
  /// Its name there; nil for a bad one.
  let name: RelativePath?
}
