import TOMLKit

/// Goes through a parsed document along its schema and collects whatever does not fit.
struct SchemaWalk {
  private let lines: KeyLines
  private(set) var problems: [TOMLError.Problem] = []

  init(lines: KeyLines) {
    self.lines = lines
  }

  /// The problems in the order of lines, those without a line last.
  var problemsByLine: [TOMLError.Problem] {
    problems.sorted { ($0.line ?? .max, $0.text) < ($1.line ?? .max, $1.text) }
  }

  /// The node for `value`, nil when it is of the wrong type.
  mutating func node(_ value: TOMLValue, at path: KeyPath, _ schema: Schema) -> Node? {
    let content: Node.Value
    switch schema {
    case .string:
      guard let string = value.string else { return wrongType(value, path, schema) }
      content = .string(string)
    case .integer:
      guard let integer = value.int else { return wrongType(value, path, schema) }
      content = .integer(integer)
    case .boolean:
      guard let boolean = value.bool else { return wrongType(value, path, schema) }
      content = .boolean(boolean)
    case .array(let element):
      guard let array = value.array else { return wrongType(value, path, schema) }
      var elements: [Node] = []
      for index in 0..<array.count {
        if let node = node(array[index].tomlValue, at: path.element(index), element) {
          elements.append(node)
        }
      }
      content = .array(elements)
    case .oneOrMore(let element):
      if value.array != nil { return node(value, at: path, .array(of: element)) }
      content = .array(node(value, at: path, element).map { [$0] } ?? [])
    case .table(let fields):
      guard let table = value.table else { return wrongType(value, path, schema) }
      content = .table(values(of: table, at: path, fields))
    case .foreign:
      content = .table([:])
    }
    return Node(value: content, path: path.description, line: lines[path])
  }

  private mutating func values(
    of table: TOMLTable, at path: KeyPath, _ fields: [Schema.Field]
  ) -> [String: Node] {
    var values: [String: Node] = [:]
    for key in table.keys where !fields.contains(where: { $0.name == key }) {
      let known = fields.map(\.name).joined(separator: ", ")
      report(path.key(key), "the key \(path.key(key)) is unknown, expected one of \(known)")
    }
    for field in fields {
      if let value = table[field.name]?.tomlValue {
        values[field.name] = node(value, at: path.key(field.name), field.schema)
      } else if field.isRequired {
        report(path, "the key \(path.key(field.name)) is missing")
      }
    }
    return values
  }

  private mutating func wrongType(_ value: TOMLValue, _ path: KeyPath, _ schema: Schema) -> Node? {
    report(path, "\(path) is \(Self.noun(for: value.type)), expected \(schema.noun)")
    return nil
  }

  private mutating func report(_ path: KeyPath, _ text: String) {
    problems.append(TOMLError.Problem(line: lines[path], text: text))
  }

  private static func noun(for type: TOMLType) -> String {
    switch type {
    case .table: "a table"
    case .array: "an array"
    case .string: "a string"
    case .int: "an integer"
    case .double: "a number with a fraction"
    case .bool: "true or false"
    case .date: "a date"
    case .time: "a time"
    case .dateTime: "a date with a time"
    }
  }
}
