/// A JSON value that prints itself (RFC 8259), keys in the order in which they were given.
///
/// Written out here because JSONEncoder sorts or shuffles keys and is full Foundation on macOS.
public indirect enum JSONValue: Sendable, ExpressibleByStringLiteral {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// An integer.
  case integer(Int)
  /// A decimal number as text, such as `0.125`.
  case decimal(String)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object, its members in the order of the document.
  case object([(String, JSONValue)])

  /// A string.
  public init(stringLiteral text: String) { self = .string(text) }

  /// The string, or null.
  public static func optional(_ string: String?) -> JSONValue {
    string.map(JSONValue.string) ?? .null
  }

  /// An object without the members that are nil.
  static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { key, value in value.map { (key, $0) } })
  }

  /// The array; nil if it is empty.
  static func some(of values: [JSONValue]) -> JSONValue? { values.isEmpty ? nil : .array(values) }

  /// The document, indented by two spaces, with a newline at the end.
  public var document: String { text(indentation: "") + "\n" }

  private func text(indentation: String) -> String {
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .integer(let value): return String(value)
    case .decimal(let text): return text
    case .string(let text): return Self.quoted(text)
    case .array(let values):
      return Self.lines(values.map { (nil, $0) }, "[", "]", indentation)
    case .object(let members):
      return Self.lines(members.map { (Self.quoted($0.0) + ": ", $0.1) }, "{", "}", indentation)
    }
  }

  private static func lines(
    _ values: [(key: String?, value: JSONValue)], _ open: String, _ close: String,
    _ indentation: String
  ) -> String {
    if values.isEmpty { return open + close }
    let inner = indentation + "  "
    let lines = values.map { inner + ($0.key ?? "") + $0.value.text(indentation: inner) }
    return "\(open)\n\(lines.joined(separator: ",\n"))\n\(indentation)\(close)"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
