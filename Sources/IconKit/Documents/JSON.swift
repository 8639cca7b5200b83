/// A JSON value that keeps what it does not understand: numbers stay the text that they were.
indirect enum JSON: Equatable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  subscript(key: String) -> JSON? {
    get { if case .object(let members) = self { members[key] } else { nil } }
    set {
      guard case .object(var members) = self else { return }
      members[key] = newValue
      self = .object(members)
    }
  }

  var elements: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// An object of those members that there are.
  static func object(_ members: KeyValuePairs<String, String?>) -> JSON {
    var object: [String: JSON] = [:]
    for (key, value) in members { object[key] = value.map { .string($0) } }
    return .object(object)
  }
}

extension JSON {
  /// The text as Xcode writes it: two spaces a level, a space before each colon, keys sorted, a
  /// line's end at the end.
  var formatted: String {
    var text = ""
    write(to: &text, indent: "")
    return text + "\n"
  }

  private func write(to text: inout String, indent: String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let number): text += number
    case .string(let string): JSON.write(string, to: &text)
    case .array(let elements):
      JSON.write(elements, between: ("[", "]"), to: &text, indent: indent) {
        $0.write(to: &$1, indent: $2)
      }
    case .object(let members):
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      JSON.write(sorted, between: ("{", "}"), to: &text, indent: indent) {
        JSON.write($0.key, to: &$1)
        $1 += " : "
        $0.value.write(to: &$1, indent: $2)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], between brackets: (String, String), to text: inout String,
    indent: String, _ write: (Element, inout String, String) -> Void
  ) {
    text += brackets.0
    for (i, element) in elements.enumerated() {
      text += i == 0 ? "\n\(indent)  " : ",\n\(indent)  "
      write(element, &text, indent + "  ")
    }
    text += (elements.isEmpty ? "\n\n" : "\n") + indent + brackets.1
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
