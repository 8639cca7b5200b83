/// What a document may contain; whatever it does not name is refused.
///
/// TOML's floats, dates and times have no place in it, because nothing here needs them. Nor have NUL
/// characters, at which C functions would take a string to end.
public indirect enum Schema: Sendable {
  /// A string.
  case string
  /// An integer of 64 bits.
  case integer
  /// `true` or `false`.
  case boolean
  /// An array whose elements are all such.
  case array(of: Schema)
  /// One such value or an array of them; `Node.elements` is the same for both.
  case oneOrMore(of: Schema)
  /// A table with these keys and no others.
  case table([Field])
  /// Anything at all, which is for another reader of the same document: it is not looked into.
  case foreign

  /// One key of a table.
  public struct Field: Sendable {
    /// The key.
    public let name: String
    /// What its value must be.
    public let schema: Schema
    /// Whether the key must be there.
    public let isRequired: Bool

    /// A key that may be left out.
    public static func optional(_ name: String, _ schema: Schema) -> Field {
      Field(name: name, schema: schema, isRequired: false)
    }

    /// A key that must be there.
    public static func required(_ name: String, _ schema: Schema) -> Field {
      Field(name: name, schema: schema, isRequired: true)
    }
  }

  /// How a message says what was expected.
  var noun: String {
    switch self {
    case .string: "a string"
    case .integer: "an integer"
    case .boolean: "true or false"
    case .array: "an array"
    case .oneOrMore(let element): "\(element.noun) or an array"
    case .table: "a table"
    case .foreign: "a value"
    }
  }
}
