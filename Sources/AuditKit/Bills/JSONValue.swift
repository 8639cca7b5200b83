/// A JSON document made of parts, for formats whose keys come and go.
public enum JSONValue: Encodable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// A string.
  case string(String)
  /// An integer.
  case integer(Int)
  /// `true` or `false`.
  case boolean(Bool)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object([String: JSONValue])

  /// A string.
  public init(stringLiteral text: String) { self = .string(text) }

  /// An object without the members that are nil.
  static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    var object: [String: JSONValue] = [:]
    for (key, value) in members { if let value { object[key] = value } }
    return .object(object)
  }

  /// The array; nil if it is empty.
  static func some(of values: [JSONValue]) -> JSONValue? { values.isEmpty ? nil : .array(values) }

  /// Writes the value by itself.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let text): try container.encode(text)
    case .integer(let number): try container.encode(number)
    case .boolean(let flag): try container.encode(flag)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }
}
