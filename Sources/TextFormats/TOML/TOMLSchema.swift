/// What a document may contain; everything else is refused.
///
/// There are no schemas for floats, dates and times, because no document here needs them. Strings
/// with NUL characters are refused, because C functions would see their ends there.
public indirect enum TOMLSchema: Sendable {
  /// A string.
  case string
  /// One of these strings.
  case choice([String])
  /// An integer of 64 bits.
  case integer
  /// `true` or `false`.
  case boolean
  /// An array whose elements all fit the schema.
  case array(of: TOMLSchema)
  /// One value that fits the schema or an array of them; `Node.elements` is the same for both.
  case oneOrMore(of: TOMLSchema)
  /// A table with these keys and no others.
  case table([Field])
  /// A table with any keys, whose values all fit the schema.
  case map(of: TOMLSchema)
  /// A string, or a table that fits the schema.
  case stringOrTable(TOMLSchema)

  /// One key of a table.
  public struct Field: Sendable {
    /// The key.
    public let name: String
    /// What its value must be.
    public let schema: TOMLSchema
    /// Whether the key is required.
    public let isRequired: Bool
    /// What the value means, in a sentence for `assetkit help`; empty where it is said elsewhere.
    public let meaning: String
    /// What counts where the key is left out, as it would be written; nil where nothing does.
    public let defaultText: String?

    /// A key that may be left out.
    public static func optional(
      _ name: String, _ schema: TOMLSchema, _ meaning: String = "",
      default defaultText: String? = nil
    ) -> Field {
      Field(
        name: name, schema: schema, isRequired: false, meaning: meaning, defaultText: defaultText)
    }

    /// A key that is required.
    public static func required(
      _ name: String, _ schema: TOMLSchema, _ meaning: String = ""
    ) -> Field {
      Field(name: name, schema: schema, isRequired: true, meaning: meaning, defaultText: nil)
    }
  }

  /// The expected type as messages write it.
  var noun: String {
    switch self {
    case .string, .choice: "a string"
    case .integer: "an integer"
    case .boolean: "true or false"
    case .array: "an array"
    case .oneOrMore(let element): "\(element.noun) or an array"
    case .table, .map: "a table"
    case .stringOrTable: "a string or a table"
    }
  }
}
