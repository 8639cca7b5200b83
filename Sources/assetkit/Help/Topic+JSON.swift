import TextFormats

extension Topic {
  /// All topics as one document, from which `Scripts/manual-pages` and `Scripts/reference` are written.
  ///
  /// `schema` 1: `topics`, each with `name`, `summary`, `page` (`name` and `section` of the manual) and
  /// `parts`: a `paragraph`, an `example`, a `list` (`heading`, `items`) or a `table` (`path`,
  /// `is-array`, `header`, `meaning`, `items`). An item has a `name`, a `meaning` and, for a key, a `type`.
  static var document: JSON {
    ["schema": 1, "topics": .array(allCases.map(\.json))]
  }

  private var json: JSON {
    let page: JSON = [
      "name": .string(manualPage.name), "section": .integer(manualPage.section),
    ]
    return [
      "name": .string(rawValue), "summary": .string(summary), "page": page,
      "parts": .array(parts.map(\.json)),
    ]
  }
}

extension Topic.Part {
  fileprivate var json: JSON {
    switch self {
    case .paragraph(let text): ["paragraph": .string(text)]
    case .example(let text): ["example": .string(text)]
    case .list(let heading, let items):
      ["list": ["heading": .string(heading), "items": .array(items.map(\.json))]]
    case .table(let table):
      [
        "table": [
          "path": .string(table.path), "is-array": .bool(table.isArray),
          "header": .string(table.path.isEmpty ? "" : table.header),
          "meaning": .string(table.meaning), "items": .array(table.keys.map(\.json)),
        ]
      ]
    }
  }
}

extension Topic.Item {
  fileprivate var json: JSON {
    ["name": .string(name), "type": type.map(JSON.string), "meaning": .string(meaning)]
  }
}
