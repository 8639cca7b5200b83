/// Reads TOML 1.0 documents strictly: whatever a schema does not allow is an error.
public enum TOMLDocument {
  /// Parses `text` and checks it against a schema.
  ///
  /// - Parameters:
  ///   - text: the document; any bytes are allowed, and checked.
  ///   - name: what messages call the document.
  ///   - schema: what it may contain.
  ///   - versions: the values that the key `version` may have, if the document has it; where the
  ///     schema requires it, the error tells how to write it. It is
  ///     checked before the schema, because a newer document may have keys that this program does
  ///     not know.
  ///   - limitBytes: a longer text is refused.
  ///   - limitValues: a text with more values is refused; each takes about a hundred bytes.
  /// - Returns: the table of the whole document.
  /// - Throws: `TOMLError` with the line and column of whatever is wrong.
  /// - Complexity: O(length) time and memory, for a schema of bounded size.
  public static func read(
    _ text: [UInt8], named name: String, schema: TOMLSchema, versions: ClosedRange<Int>? = nil,
    limitBytes: Int = 16 << 20, limitValues: Int = 1 << 20
  ) throws(TOMLError) -> TOMLNode {
    guard text.count <= limitBytes else {
      throw TOMLError(
        name, line: nil, "is \(text.count) bytes long, expected at most \(limitBytes)")
    }
    if let line = ConflictMarker.firstLine(in: text) {
      throw TOMLError(
        name, line: line, "is a conflict marker of an unfinished merge",
        remedy: "resolve the merge first")
    }
    let tree = try tree(of: text, named: name, limitValues: limitValues)
    if let versions, let id = tree.child("version", of: TOMLTree.root),
      case .integer(let version) = tree[id].content, !versions.contains(version)
    {
      throw TOMLError(
        name,
        [
          TOMLError.Problem(
            tree[id].position,
            "has the version \(version), this program reads up to \(versions.upperBound)")
        ], remedy: version > versions.upperBound ? "use a newer assetkit" : nil)
    }
    let problems = SchemaWalk.problems(of: tree, schema)
    guard problems.isEmpty else {
      let lacksVersion = tree.child("version", of: TOMLTree.root) == nil
      throw TOMLError(
        name, problems,
        remedy: versions.flatMap {
          lacksVersion ? "begin it with the line 'version = \($0.upperBound)'" : nil
        })
    }
    return TOMLNode(tree, of: name)
  }

  /// The document without a schema.
  static func tree(
    of text: [UInt8], named name: String, limitValues: Int = 1 << 20
  ) throws(TOMLError) -> TOMLTree {
    guard isUTF8(text) else {
      throw TOMLError(name, line: firstLineThatIsNotUTF8(in: text), "is not UTF-8")
    }
    do {
      return try TOMLParser.tree(of: text, limitValues: limitValues)
    } catch {
      throw TOMLError(name, at: error.position, "is not TOML: \(error.problem)")
    }
  }

  private static func isUTF8(_ text: some Sequence<UInt8>) -> Bool {
    String(validating: text, as: UTF8.self) != nil
  }

  private static func firstLineThatIsNotUTF8(in text: [UInt8]) -> Int? {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.firstIndex { !isUTF8($0) }.map { $0 + 1 }
  }
}

/// A value in a document that fits its schema, with its position.
///
/// Asking for a type or a key that the schema does not guarantee is a mistake and traps.
public struct TOMLNode: Sendable {
  private let tree: TOMLTree
  private let id: TOMLTree.ID
  private let document: String

  init(_ tree: TOMLTree, _ id: TOMLTree.ID = TOMLTree.root, of document: String) {
    self.tree = tree
    self.id = id
    self.document = document
  }

  /// An error at this value, which begins with its path.
  public func error(_ problem: String) -> TOMLError {
    TOMLError(document, at: position, "\(path): \(problem)")
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
  public subscript(key: String) -> TOMLNode? {
    guard case .table = tree[id].content else { preconditionFailure("\(path) is not a table") }
    return tree.child(key, of: id).map { TOMLNode(tree, $0, of: document) }
  }

  /// The value of a required `key` in a table.
  public subscript(required key: String) -> TOMLNode {
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
  public var elements: [TOMLNode] {
    switch tree[id].content {
    case .array, .arrayOfTables:
      tree.children(of: id).map { TOMLNode(tree, $0, of: document) }
    default: [self]
    }
  }

  /// The keys of a table with their values, in the order of the text; nil for any other value.
  public var pairs: [(key: String, value: TOMLNode)]? {
    guard case .table = tree[id].content else { return nil }
    return tree.children(of: id).map { (tree[$0].key, TOMLNode(tree, $0, of: document)) }
  }
}
