/// The text of a TOML document, written from top to bottom.
public struct TOMLText: Sendable {
  /// The document so far.
  public private(set) var text: String

  /// A document that begins with `start`, lines of TOML.
  public init(_ start: StaticString = "") {
    text = start.description
  }

  /// Adds an element to an array of tables: an empty line, its header, then a line for each key
  /// that has a value.
  ///
  /// - Precondition: the array's name and the keys need no quotes.
  public mutating func appendElement(
    of array: StaticString, _ fields: KeyValuePairs<StaticString, TOMLValue?>
  ) {
    text += "\n[[\(array)]]\n"
    for case (let key, let value?) in fields { text += "\(key) = \(value.text)\n" }
  }
}
