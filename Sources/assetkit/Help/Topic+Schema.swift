import TextFormats

extension Topic {
  /// The tables of a file, outer ones first.
  ///
  /// - Parameters:
  ///   - others: tables at the top that another topic explains.
  ///   - former: keys at the top that new files do not have.
  static func tables(
    of schema: TOMLSchema, explainedIn others: [String: Topic] = [:], without former: [String] = []
  ) -> [Part] {
    guard var (fields, _) = fields(of: schema) else { return [] }
    fields.removeAll { former.contains($0.name) }
    let keys = fields.map { field in
      let item = item(for: field, at: "")
      guard let topic = others[field.name] else { return item }
      let text = "\(item.meaning) See 'assetkit help \(topic.rawValue)'."
      return Item(name: item.name, type: item.type, meaning: text)
    }
    let top = Table(path: "", isArray: false, meaning: "", keys: keys)
    return [.table(top)]
      + fields.filter { others[$0.name] == nil }.flatMap { tables(of: $0, at: $0.name) }
  }

  /// A table at the top of a file, and those inside it.
  static func tables(in schema: TOMLSchema, at name: String) -> [Part] {
    let field = fields(of: schema)?.fields.first { $0.name == name }
    return field.map { tables(of: $0, at: name) } ?? []
  }

  private static func tables(of field: TOMLSchema.Field, at path: String) -> [Part] {
    guard let (fields, isArray) = fields(of: field.schema) else { return [] }
    let table = Table(
      path: path, isArray: isArray, meaning: field.meaning,
      keys: fields.map { item(for: $0, at: path) })
    return [.table(table)] + fields.flatMap { tables(of: $0, at: "\(path).\($0.name)") }
  }

  /// The keys of a table, or of the tables of an array; nil where keys are free or it is neither.
  private static func fields(
    of schema: TOMLSchema
  ) -> (fields: [TOMLSchema.Field], isArray: Bool)? {
    switch schema {
    case .table(let fields): (fields, false)
    case .array(of: .table(let fields)): (fields, true)
    default: nil
    }
  }

  private static func item(for field: TOMLSchema.Field, at path: String) -> Item {
    if path == "icons", field.meaning.isEmpty, let option = OptionHelp.icons[field.name] {
      return Item(name: field.name, type: field.schema.typeName, meaning: option)
    }
    if path == "audit.severity" {
      let severity = field.defaultText.map { "\($0): " } ?? ""
      return Item(name: field.name, meaning: severity + field.meaning)
    }
    var notes: [String] = []
    if case .choice(let values) = field.schema {
      notes.append("values: \(values.joined(separator: ", "))")
    }
    if field.isRequired { notes.append("required") }
    if let value = field.defaultText { notes.append("default: \(value)") }
    let note = notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
    return Item(name: field.name, type: field.schema.typeName, meaning: field.meaning + note)
  }
}

extension TOMLSchema {
  /// The type of a value, as it stands behind the name of its key.
  fileprivate var typeName: String {
    switch self {
    case .string, .choice: "string"
    case .integer: "integer"
    case .boolean: "boolean"
    case .array(of: .table): "tables"
    case .array(let element): "\(element.typeName)s"
    case .oneOrMore(let element): "\(element.typeName)(s)"
    case .table, .map: "table"
    case .stringOrTable: "string or table"
    }
  }
}
