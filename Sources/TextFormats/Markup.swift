/// A piece of HTML or XML in which interpolated text is escaped.
///
/// A literal is markup; interpolated strings are escaped, interpolated markup is not:
///
///     let name = "<a> & b"
///     let cell: Markup = "<td title=\"\(name)\">\(name)</td>"
///     let row: Markup = "<tr>\(cell)</tr>"
///
/// A `String` is not a `Markup`, so unescaped text cannot get into a document.
public struct Markup: Equatable, Sendable {
  /// The markup as text.
  public private(set) var text: String

  /// Text, escaped for elements and for attributes in quotes.
  public init(text: some StringProtocol) {
    self.text = ""
    append(text: text)
  }

  /// The markup's bytes, UTF-8.
  public var bytes: [UInt8] { Array(text.utf8) }

  /// Adds markup at the end.
  public static func += (markup: inout Markup, other: Markup) { markup.text += other.text }

  /// Adds text for elements and for attributes in quotes (HTML Standard, 13.1; XML 1.0, 2.4).
  ///
  /// Control characters, which XML cannot contain, become U+FFFD.
  private mutating func append(text: some StringProtocol) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": self.text += "&amp;"
      case "<": self.text += "&lt;"
      case ">": self.text += "&gt;"
      case "\"": self.text += "&quot;"
      case "'": self.text += "&#39;"
      case "\n", "\t": self.text.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": self.text += "\u{FFFD}"
      default: self.text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Markup: ExpressibleByStringInterpolation {
  /// Builds the markup of a literal and its interpolations.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = Markup(text: "")

    /// Reserves space for a literal of `literalCapacity` bytes.
    public init(literalCapacity: Int, interpolationCount: Int) {
      markup.text.reserveCapacity(literalCapacity)
    }

    /// Adds markup.
    public mutating func appendLiteral(_ literal: String) { markup.text += literal }

    /// Adds markup.
    public mutating func appendInterpolation(_ markup: Markup) { self.markup += markup }

    /// Adds one piece of markup after the other.
    public mutating func appendInterpolation(_ pieces: [Markup]) {
      for piece in pieces { markup += piece }
    }

    /// Adds text, escaped.
    public mutating func appendInterpolation(_ text: some StringProtocol) {
      markup.append(text: text)
    }

    /// Adds a number.
    public mutating func appendInterpolation(_ number: Int) { markup.text += String(number) }
  }

  /// The markup of a literal.
  public init(stringLiteral literal: String) { text = literal }

  /// The markup of a literal with its interpolations.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.markup }
}
