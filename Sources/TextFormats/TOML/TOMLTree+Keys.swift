/// Opens the tables that headers and dotted keys name
/// (TOML 1.0, "Keys", "Table", "Array of Tables").
extension TOMLTree {
  /// The table of a part of a header that is not the last, `[key.…]`.
  mutating func implyTable(_ key: Key, in table: ID) throws(Fault) -> ID {
    guard let found = child(key.text, of: table) else { return try addTable(.implied, key, table) }
    switch self[found].content {
    case .table(.inline): throw taken(key, found)
    case .table: return found
    case .arrayOfTables: return self[found].lastChild
    default: throw taken(key, found)
    }
  }

  /// The table of the last part of a header, `[key]`.
  mutating func openTable(_ key: Key, in table: ID) throws(Fault) -> ID {
    guard let found = child(key.text, of: table) else { return try addTable(.header, key, table) }
    guard self[found].content == .table(.implied) else { throw taken(key, found) }
    define(found, as: .header, at: key.position)
    return found
  }

  /// A new element of the array of the last part of a header, `[[key]]`.
  mutating func appendTable(_ key: Key, in table: ID) throws(Fault) -> ID {
    let array: ID
    if let found = child(key.text, of: table) {
      guard self[found].content == .arrayOfTables else { throw taken(key, found) }
      array = found
    } else {
      array = try add(
        .arrayOfTables, key: key.text, keyPosition: key.position, position: key.position, to: table)
    }
    return try add(
      .table(.header), keyPosition: key.position, position: key.position, to: array)
  }

  /// The table of a part of a dotted key that is not the last, `key.… = `.
  mutating func extendTable(_ key: Key, in table: ID) throws(Fault) -> ID {
    guard let found = child(key.text, of: table) else {
      return try addTable(.dottedKey, key, table)
    }
    switch self[found].content {
    case .table(.dottedKey): break
    case .table(.implied): define(found, as: .dottedKey, at: key.position)
    default: throw taken(key, found)
    }
    return found
  }

  /// Throws if the table already has the key.
  func checkIsNew(_ key: Key, in table: ID) throws(Fault) {
    if let found = child(key.text, of: table) { throw taken(key, found) }
  }

  private mutating func addTable(
    _ origin: TableOrigin, _ key: Key, _ table: ID
  ) throws(Fault) -> ID {
    try add(
      .table(origin), key: key.text, keyPosition: key.position, position: key.position, to: table)
  }

  private func taken(_ key: Key, _ found: ID) -> Fault {
    let line = self[found].keyPosition.line
    return Fault(
      position: key.position,
      problem: "the key \(path(to: found)) is already defined on line \(line)")
  }
}

extension TOMLTree {
  /// The path to a value as messages write it: `package[2].license-files[0]`.
  ///
  /// - Complexity: O(depth).
  func path(to id: ID) -> String {
    var steps: [String] = []
    var id = id
    while id != TOMLTree.root {
      let item = self[id]
      if case .table = self[item.parent].content {
        steps.append((item.parent == TOMLTree.root ? "" : ".") + TOMLTree.shown(item.key))
      } else {
        steps.append("[\(item.index)]")
      }
      id = item.parent
    }
    return steps.reversed().joined()
  }

  /// The path to a key, whether or not the table has it.
  func path(to key: String, in table: ID) -> String {
    (table == TOMLTree.root ? "" : path(to: table) + ".") + TOMLTree.shown(key)
  }

  /// A key in its shortest spelling; a long one is truncated.
  private static func shown(_ key: String) -> String {
    let start = key.unicodeScalars.prefix(80)
    let isWhole = start.endIndex == key.endIndex
    if isWhole, !key.isEmpty, key.utf8.allSatisfy(Key.isBare) { return key }
    return "\"\(start.map { $0.escaped(asASCII: false) }.joined())\(isWhole ? "" : "…")\""
  }
}

/// One part of a dotted key, with its position.
struct Key {
  let text: String
  let position: TextPosition

  /// Whether a key may contain `byte` without quotes (TOML 1.0, "Keys").
  static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
