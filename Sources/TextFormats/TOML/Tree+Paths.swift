extension Tree {
  /// The path to a value as messages write it: `package[2].license-files[0]`.
  ///
  /// - Complexity: O(depth).
  func path(to id: ID) -> String {
    var steps: [String] = []
    var id = id
    while id != Tree.root {
      let item = self[id]
      if case .table = self[item.parent].content {
        steps.append((item.parent == Tree.root ? "" : ".") + Tree.shown(item.key))
      } else {
        steps.append("[\(item.index)]")
      }
      id = item.parent
    }
    return steps.reversed().joined()
  }

  /// The path to a key, whether or not the table has it.
  func path(to key: String, in table: ID) -> String {
    (table == Tree.root ? "" : path(to: table) + ".") + Tree.shown(key)
  }

  /// A key in its shortest spelling; a long one is truncated.
  private static func shown(_ key: String) -> String {
    let start = key.unicodeScalars.prefix(80)
    let isWhole = start.endIndex == key.endIndex
    if isWhole, !key.isEmpty, key.utf8.allSatisfy(Key.isBare) { return key }
    return "\"\(start.map { $0.escaped(asASCII: false) }.joined())\(isWhole ? "" : "…")\""
  }
}
