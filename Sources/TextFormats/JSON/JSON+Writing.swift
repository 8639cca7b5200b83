extension JSON {
  /// The layout of a document; both indent by two spaces a level and end with a newline.
  public enum Layout: Sendable {
    /// `"key": value`, members in their order, `[]` for an empty array.
    case standard
    /// As Xcode writes asset catalogs: `"key" : value`, members sorted by name, an empty array over
    /// three lines.
    case xcode
    /// As older versions of Xcode wrote them: the same with members in their order.
    case xcodeUnsorted

    /// The layout that comes nearest to a document's: Xcode's where it has Xcode's colons, or is not
    /// in lines.
    public init(of document: [UInt8]) {
      let text = String(decoding: document, as: UTF8.self)
      let isInLines = text.contains("\n")
      if text.contains("\" : ") || !text.contains("\": ") || !isInLines {
        self = isInLines && JSON(document)?.isSorted == false ? .xcodeUnsorted : .xcode
      } else {
        self = .standard
      }
    }

    fileprivate var isXcodes: Bool { self != .standard }
    fileprivate var colon: String { isXcodes ? " : " : ": " }
    fileprivate var empty: String { isXcodes ? "\n\n" : "" }
  }

  /// The document as text.
  public func text(as layout: Layout = .standard) -> String {
    var text = ""
    write(to: &text, layout, indentation: "")
    return text + "\n"
  }

  /// Whether all members are in the order of their names.
  private var isSorted: Bool {
    switch self {
    case .object(let members):
      zip(members.pairs, members.sorted).allSatisfy { $0.key == $1.key }
        && members.pairs.allSatisfy { $0.value.isSorted }
    case .array(let elements): elements.allSatisfy(\.isSorted)
    case .null, .bool, .number, .string: true
    }
  }

  /// The document in the layout of `document`, with or without a newline at the end as that.
  public func bytes(like document: [UInt8]) -> [UInt8] {
    let text = Array(text(as: Layout(of: document)).utf8)
    return document.last == UInt8(ascii: "\n") ? text : text.dropLast()
  }

  private func write(to text: inout String, _ layout: Layout, indentation: String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let number): text += number
    case .string(let string): JSON.write(string, to: &text)
    case .array(let elements):
      JSON.write(elements, between: ("[", "]"), to: &text, layout, indentation) {
        $0.write(to: &$1, layout, indentation: $2)
      }
    case .object(let members):
      let pairs = layout == .xcode ? members.sorted : members.pairs
      JSON.write(pairs, between: ("{", "}"), to: &text, layout, indentation) {
        JSON.write($0.key, to: &$1)
        $1 += layout.colon
        $0.value.write(to: &$1, layout, indentation: $2)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], between brackets: (String, String), to text: inout String,
    _ layout: Layout, _ indentation: String, _ write: (Element, inout String, String) -> Void
  ) {
    text += brackets.0
    let inner = indentation + "  "
    for (i, element) in elements.enumerated() {
      text += i == 0 ? "\n" : ",\n"
      text += inner
      write(element, &text, inner)
    }
    if elements.isEmpty {
      text += layout.empty
      if layout.isXcodes { text += indentation }
    } else {
      text += "\n" + indentation
    }
    text += brackets.1
  }

  /// Writes a string with its quotes. All control characters are escaped, including U+007F to
  /// U+009F, which the standard allows, so that a document is safe on a terminal.
  private static func write(_ string: String, to text: inout String) {
    text.appendQuoted(string) { scalar in
      switch scalar {
      case "\u{8}": "\\b"
      case "\u{C}": "\\f"
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": scalar.fourDigitEscape()
      default: nil
      }
    }
  }
}
