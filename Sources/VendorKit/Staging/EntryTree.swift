/// The tree of a source's files, in which no two names may clash on any file system.
///
/// Names are compared by ``CaseFolding``.
struct EntryTree {
  /// What a name refers to.
  enum Kind: Equatable {
    case directory
    case file
    case link
  }

  private struct Node {
    var name: ArraySlice<UInt8>
    var kind: Kind
  }

  private struct Key: Hashable {
    var parent: Int
    var name: String
  }

  /// The top folder is node 0.
  private var nodes = [Node(name: [], kind: .directory)]
  private var children: [Key: Int] = [:]
  /// The position of the last insertion: neighbours in an archive share most of their folders.
  private var lastPath: [(name: ArraySlice<UInt8>, node: Int)] = []

  /// Adds a file or link, and the folders above it.
  ///
  /// - Throws: `Refusal` when the name, or a folder above it, is taken or differs only in case or
  ///   composition from an existing one.
  mutating func insert(
    _ path: [ArraySlice<UInt8>], _ kind: Kind, entry: [UInt8]
  ) throws(Refusal) {
    var parent = 0
    var walked: [(name: ArraySlice<UInt8>, node: Int)] = []
    for (depth, name) in path.enumerated() {
      let isLast = depth == path.count - 1
      if !isLast, walked.count == depth, depth < lastPath.count, lastPath[depth].name == name,
        depth == 0 || walked[depth - 1].node == lastPath[depth - 1].node
      {
        walked.append(lastPath[depth])
        parent = lastPath[depth].node
        continue
      }
      let key = Key(parent: parent, name: CaseFolding.folded(name))
      if let existing = children[key] {
        guard nodes[existing].name == name else {
          throw clash(entry, name, with: nodes[existing].name)
        }
        guard nodes[existing].kind == .directory else {
          throw Refusal(
            entry, isLast ? "appears twice" : "is inside something that is not a folder")
        }
        guard !isLast else { throw Refusal(entry, "is both a folder and a file") }
        parent = existing
      } else {
        nodes.append(Node(name: name, kind: isLast ? kind : .directory))
        children[key] = nodes.count - 1
        parent = nodes.count - 1
      }
      if !isLast { walked.append((name, parent)) }
    }
    lastPath = walked
  }

  /// Checks an entry that will not be written itself against those that will.
  ///
  /// - Throws: `Refusal` when it is inside a file or link, or is something other than a folder
  ///   where a folder or file will be.
  func checkBeside(
    _ path: [ArraySlice<UInt8>], isDirectory: Bool, entry: [UInt8]
  ) throws(Refusal) {
    var parent = 0
    for (depth, name) in path.enumerated() {
      guard let node = children[Key(parent: parent, name: CaseFolding.folded(name))] else { return }
      let isLast = depth == path.count - 1
      if isLast, !isDirectory || nodes[node].kind != .directory {
        throw Refusal(entry, "is both a folder and a file")
      }
      guard nodes[node].kind == .directory else {
        throw Refusal(entry, "is inside something that is not a folder")
      }
      parent = node
    }
  }

  private func clash(
    _ entry: [UInt8], _ name: ArraySlice<UInt8>, with other: ArraySlice<UInt8>
  ) -> Refusal {
    Refusal(
      entry,
      "has a name that clashes on a disk that ignores case or accents: "
        + "\(Refusal.quoted(name)) and \(Refusal.quoted(other))",
      remedy: "leave one out with --exclude")
  }
}
