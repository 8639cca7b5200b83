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

extension JSON {
  /// The members of an object in the order of the document, each name once.
  ///
  /// Two are equal if they contain the same members in any order.
  public struct Members: Equatable, Sendable, ExpressibleByDictionaryLiteral {
    /// The members, in their order.
    public private(set) var pairs: [(key: String, value: JSON)]

    /// The members that are not nil.
    ///
    /// - Precondition: each name appears once.
    public init(_ members: [(String, JSON?)]) {
      pairs = members.compactMap { key, value in value.map { (key, $0) } }
      precondition(Set(pairs.map(\.key)).count == pairs.count, "a name appears twice")
    }

    /// The members that are not nil.
    public init(dictionaryLiteral members: (String, JSON?)...) {
      self.init(members)
    }

    /// The value of that name. Setting it keeps its place; a new name is appended.
    ///
    /// - Complexity: O(n).
    public subscript(key: String) -> JSON? {
      get { pairs.first { $0.key == key }?.value }
      set {
        let place = pairs.firstIndex { $0.key == key }
        switch (place, newValue) {
        case (let place?, let value?): pairs[place].value = value
        case (let place?, nil): pairs.remove(at: place)
        case (nil, let value?): pairs.append((key, value))
        case (nil, nil): break
        }
      }
    }

    /// These members and then those of `other`.
    ///
    /// - Precondition: they have no name in common.
    public static func + (left: Members, right: Members) -> Members {
      Members((left.pairs + right.pairs).map { ($0.key, $0.value) })
    }

    /// The members in the order of the UTF-8 bytes of their names.
    var sorted: [(key: String, value: JSON)] {
      pairs.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    /// Whether both contain the same members, in any order.
    ///
    /// - Complexity: O(n log n).
    public static func == (left: Members, right: Members) -> Bool {
      left.pairs.count == right.pairs.count
        && left.sorted.elementsEqual(right.sorted, by: ==)
    }
  }
}
