/// Opens the tables that headers and dotted keys name
/// (TOML 1.0, "Keys", "Table", "Array of Tables").
extension Tree {
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
