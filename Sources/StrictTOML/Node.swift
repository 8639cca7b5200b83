/// A value of a document, and where it stands.
public struct Node: Sendable {
  /// What a value can be.
  public enum Value: Sendable {
    /// A string.
    case string(String)
    /// An integer.
    case integer(Int)
    /// A Boolean.
    case boolean(Bool)
    /// The elements of an array, in order.
    case array([Node])
    /// The values of a table by their keys.
    case table([String: Node])
  }

  /// The value.
  public let value: Value
  /// The key as messages write it, `package[2].name`; empty for the whole document.
  public let path: String
  /// The line that the value begins on, from 1; nil where that cannot be told.
  public let line: Int?

  /// The value of `key` in a table; nil when it is missing or this is no table.
  public subscript(key: String) -> Node? {
    guard case .table(let values) = value else { return nil }
    return values[key]
  }

  /// The string; nil when it is something else.
  public var string: String? {
    guard case .string(let string) = value else { return nil }
    return string
  }

  /// The integer; nil when it is something else.
  public var integer: Int? {
    guard case .integer(let integer) = value else { return nil }
    return integer
  }

  /// The Boolean; nil when it is something else.
  public var boolean: Bool? {
    guard case .boolean(let boolean) = value else { return nil }
    return boolean
  }

  /// The elements; empty when it is no array.
  public var elements: [Node] {
    guard case .array(let elements) = value else { return [] }
    return elements
  }
}
