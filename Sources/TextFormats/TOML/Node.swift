/// A value in a document that fits its schema, with its position.
///
/// Asking for a type or a key that the schema does not guarantee is a mistake and traps.
public struct Node: Sendable {
  private let tree: Tree
  private let id: Tree.ID

  init(_ tree: Tree, _ id: Tree.ID = Tree.root) {
    self.tree = tree
    self.id = id
  }

  /// Where the value begins; for a table with a header, where its name begins in the header.
  public var position: TextPosition { tree[id].position }
  /// The line that the value begins on, from 1.
  public var line: Int { position.line }
  /// Where the key begins; for an element of an array where the element begins.
  public var keyPosition: TextPosition { tree[id].keyPosition }
  /// The key as messages write it, `package[2].name`; empty for the whole document.
  public var path: String { tree.path(to: id) }

  /// The value of an optional `key` in a table; nil when it is missing.
  public subscript(key: String) -> Node? {
    guard case .table = tree[id].content else { preconditionFailure("\(path) is not a table") }
    return tree.child(key, of: id).map { Node(tree, $0) }
  }

  /// The value of a required `key` in a table.
  public subscript(required key: String) -> Node {
    guard let node = self[key] else { preconditionFailure("\(path) has no \(key)") }
    return node
  }

  /// The string.
  public var string: String {
    guard case .string(let string) = tree[id].content else {
      preconditionFailure("\(path) is not a string")
    }
    return string
  }

  /// The integer.
  public var integer: Int {
    guard case .integer(let integer) = tree[id].content else {
      preconditionFailure("\(path) is not an integer")
    }
    return integer
  }

  /// The Boolean.
  public var boolean: Bool {
    guard case .boolean(let boolean) = tree[id].content else {
      preconditionFailure("\(path) is not a Boolean")
    }
    return boolean
  }

  /// The elements of an array; for `oneOrMore`, a single value is its own only element.
  public var elements: [Node] {
    switch tree[id].content {
    case .array, .arrayOfTables: tree.children(of: id).map { Node(tree, $0) }
    default: [self]
    }
  }
}
