/// A JSON value (RFC 8259) to read, change and write; numbers keep their text and members their
/// order.
///
///     let document: JSON = ["schema": 2, "name": .string(name), "line": line.map(JSON.integer)]
public indirect enum JSON: Equatable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number as its text, such as `0.125`; the caller ensures that the text is a number.
  case number(String)
  /// A string.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object.
  case object(Members)

  /// `integer` as a number.
  public static func integer(_ integer: Int) -> JSON { .number(String(integer)) }

  /// An array of strings.
  public static func strings(_ strings: [String]) -> JSON { .array(strings.map(JSON.string)) }

  /// The member of an object; nil if there is none, or this is not an object.
  ///
  /// Setting nil removes the member; on a value that is not an object, setting does nothing.
  /// - Complexity: O(members).
  public subscript(key: String) -> JSON? {
    get { if case .object(let members) = self { members[key] } else { nil } }
    set {
      guard case .object(var members) = self else { return }
      members[key] = newValue
      self = .object(members)
    }
  }

  /// The elements; nil if this is not an array.
  public var elements: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The string; nil if this is not a string.
  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  public init(stringLiteral text: String) { self = .string(text) }

  /// A number.
  public init(integerLiteral integer: Int) { self = .integer(integer) }

  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// An array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }

  /// An object of those members that are not nil.
  public init(dictionaryLiteral members: (String, JSON?)...) {
    self = .object(Members(members))
  }
}
