/// Checks a document against its schema and collects the problems.
struct SchemaWalk {
  /// The most problems that are reported; a file of another kind has one on every line.
  private static let maxProblems = 50

  private let tree: TOMLTree
  /// The problems, in the order of the text.
  private(set) var problems: [TOMLError.Problem] = []

  /// The problems of `tree`; empty when it fits `schema`.
  static func problems(of tree: TOMLTree, _ schema: TOMLSchema) -> [TOMLError.Problem] {
    var walk = SchemaWalk(tree: tree)
    walk.check(TOMLTree.root, schema)
    return walk.problems.sorted {
      ($0.line ?? .max, $0.column ?? 0, $0.text) < ($1.line ?? .max, $1.column ?? 0, $1.text)
    }
  }

  private init(tree: TOMLTree) {
    self.tree = tree
  }

  private mutating func check(_ id: TOMLTree.ID, _ schema: TOMLSchema) {
    guard problems.count < Self.maxProblems else { return }
    switch (schema, tree[id].content) {
    case (.string, .string(let string)):
      var text = string
      if text.withUTF8({ $0.contains(0) }) {
        report(id, "\(tree.path(to: id)) contains a NUL character")
      }
    case (.choice(let choices), .string(let string)):
      if !choices.contains(string) {
        let expected = choices.joined(separator: ", ")
        let found = TOMLValue.string(string).text
        report(id, "\(tree.path(to: id)) is \(found), expected one of \(expected)")
      }
    case (.integer, .integer), (.boolean, .boolean): break
    case (.array(let element), .array), (.array(let element), .arrayOfTables),
      (.oneOrMore(let element), .array), (.oneOrMore(let element), .arrayOfTables):
      for child in tree.children(of: id) { check(child, element) }
    case (.oneOrMore(let element), _): check(id, element)
    case (.table(let fields), .table): checkKeys(of: id, fields)
    case (.map(let value), .table):
      for child in tree.children(of: id) { check(child, value) }
    case (.stringOrTable, .string): check(id, .string)
    case (.stringOrTable(let table), .table): check(id, table)
    case (.array(.table), .table):
      let path = tree.path(to: id)
      report(id, "\(path) is a table, expected an array of tables, which begin with [[\(path)]]")
    case (_, let content):
      report(id, "\(tree.path(to: id)) is \(content.noun), expected \(schema.noun)")
    }
  }

  private mutating func checkKeys(of table: TOMLTree.ID, _ fields: [TOMLSchema.Field]) {
    // Keys mostly come in the order of the fields.
    var next = 0
    for child in tree.children(of: table) {
      let key = tree[child].key
      if let place = fields[next...].firstIndex(where: { $0.name.hasSameBytes(as: key) })
        ?? fields[..<next].firstIndex(where: { $0.name.hasSameBytes(as: key) })
      {
        next = place + 1
        check(child, fields[place].schema)
      } else if problems.count < Self.maxProblems {
        reportUnknown(child, fields.map(\.name))
      }
    }
    for field in fields where field.isRequired && tree.child(field.name, of: table) == nil {
      let text = "the key \(tree.path(to: field.name, in: table)) is missing"
      // A key that the whole document lacks has no position.
      if table == TOMLTree.root {
        problems.append(TOMLError.Problem(line: nil, column: nil, text: text))
      } else {
        report(table, text)
      }
    }
  }

  private mutating func reportUnknown(_ id: TOMLTree.ID, _ known: [String]) {
    let hint = NearestName.hint(for: tree[id].key, among: known)
    let position = tree[id].keyPosition
    problems.append(
      TOMLError.Problem(position, "the key \(tree.path(to: id)) is unknown; \(hint)"))
  }

  private mutating func report(_ id: TOMLTree.ID, _ text: String) {
    problems.append(TOMLError.Problem(tree[id].position, text))
  }
}

extension TOMLTree.Content {
  /// The type of the value as messages write it.
  fileprivate var noun: String {
    switch self {
    case .string: "a string"
    case .integer: "an integer"
    case .float: "a number with a fraction"
    case .boolean: "true or false"
    case .moment(.localDate, _): "a date"
    case .moment(.localTime, _): "a time"
    case .moment: "a date with a time"
    case .array, .arrayOfTables: "an array"
    case .table: "a table"
    }
  }
}
