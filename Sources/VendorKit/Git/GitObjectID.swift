public import SafeFiles

/// Ids of git objects that need not be in any repository: the SHA-1 of type, size, a zero and the
/// content (git-hash-object(1)).
///
/// `swh:1:dir:` and a tree's id identify a folder for Software Heritage (ISO/IEC 18670, "SWHID").
public enum GitObjectID {
  /// What precedes the content of a file of `size` bytes.
  public static func blobHeader(size: Int) -> [UInt8] { header("blob", size) }

  /// The id of a file or of a link's target.
  public static func blob(_ content: [UInt8]) -> SHA1Digest {
    SHA1.digest(of: blobHeader(size: content.count) + content)
  }

  /// A file or link of a tree.
  public struct Entry: Sendable {
    /// The path from the tree.
    public let path: RelativePath
    /// What git calls its mode.
    public let mode: Mode
    /// The id of its content.
    public let id: SHA1Digest

    /// The kinds of entry, with the modes that git writes.
    public enum Mode: String, Sendable {
      /// A file.
      case file = "100644"
      /// A file that may be executed.
      case executable = "100755"
      /// A symbolic link, whose content is its target.
      case link = "120000"
    }

    /// An entry of these parts.
    public init(path: RelativePath, mode: Mode, id: SHA1Digest) {
      self.path = path
      self.mode = mode
      self.id = id
    }
  }

  /// The id of the tree that has these entries, in any order; no path twice, none inside another.
  ///
  /// - Complexity: O(n log n) for paths of a bounded depth.
  public static func tree(of entries: [Entry]) -> SHA1Digest {
    let parts = entries.map { (names: $0.path.bytes.split(separator: slash), entry: $0) }
    return tree(of: parts[...], depth: 0)
  }

  private static func tree(
    of parts: ArraySlice<(names: [ArraySlice<UInt8>], entry: Entry)>, depth: Int
  ) -> SHA1Digest {
    var children: [(sortKey: [UInt8], line: [UInt8])] = []
    for (name, inside) in Dictionary(grouping: parts, by: { $0.names[depth] }) {
      let (mode, id): (String, SHA1Digest) =
        if let leaf = inside.first, leaf.names.count == depth + 1 {
          (leaf.entry.mode.rawValue, leaf.entry.id)
        } else {
          ("40000", tree(of: inside[...], depth: depth + 1))
        }
      // A folder is sorted as if its name ended with a slash (git's base_name_compare).
      let isFolder = mode == "40000"
      children.append(
        (Array(name) + (isFolder ? [slash] : []), Array("\(mode) ".utf8) + name + [0] + id.bytes))
    }
    children.sort { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }
    let content = children.flatMap(\.line)
    return SHA1.digest(of: header("tree", content.count) + content)
  }

  private static func header(_ type: String, _ size: Int) -> [UInt8] {
    Array("\(type) \(size)\0".utf8)
  }

  private static let slash = UInt8(ascii: "/")
}
