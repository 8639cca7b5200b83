/// A line of a comment as characters, for reading copyright statements.
struct CopyrightText {
  var scalars: ArraySlice<Unicode.Scalar>

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars[...] }

  /// A line of a file without the comment marks at its beginning.
  init(line: String) {
    var scalars = Array(Self.unescaped(line).unicodeScalars)[...]
    while let first = scalars.first {
      if "\u{A9}&@(\\".unicodeScalars.contains(first) || Self.isWord(first) || first == "$" {
        // (c), &copy;, \(co and @copyright{} begin statements.
        if first == "(", scalars.dropFirst().first == "*" {
          scalars = scalars.dropFirst(2)
        } else {
          break
        }
      } else {
        scalars.removeFirst()
      }
    }
    for word in ["dnl ", "rem "] where CopyrightText(Array(scalars)).continues(word, at: 0) {
      scalars = scalars.dropFirst(4)
    }
    self.scalars = Array(scalars)[...]
  }

  /// A line in which signs are not written as in strings of PostScript and C: `\050c\051`, `\251`.
  private static func unescaped(_ line: String) -> String {
    guard line.utf8.contains(UInt8(ascii: "\\")) else { return line }
    let escapes = [
      ("\\302\\251", "\u{A9}"), ("\\251", "\u{A9}"), ("\\050", "("), ("\\051", ")"),
    ]
    return escapes.reduce(line) { $0.replacing($1.0, with: $1.1) }
  }

  private init(slice: ArraySlice<Unicode.Scalar>) { scalars = Array(slice)[...] }

  var count: Int { scalars.count }
  var isEmpty: Bool { scalars.isEmpty }

  func at(_ index: Int) -> Unicode.Scalar { scalars[scalars.startIndex + index] }

  subscript(range: Range<Int>) -> CopyrightText {
    CopyrightText(
      slice: scalars[
        (scalars.startIndex + range.lowerBound)..<(scalars.startIndex + range.upperBound)])
  }

  mutating func removeFirst() -> Unicode.Scalar { scalars.removeFirst() }

  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
  }

  /// Whether `word`, in lower case, is at `index`.
  func continues(_ word: String, at index: Int) -> Bool {
    var index = index
    for scalar in word.unicodeScalars {
      guard index < count else { return false }
      let here = at(index)
      let lowered =
        ("A"..."Z").contains(here) ? Unicode.Scalar(UInt8(here.value) | 0x20) : here
      guard lowered == scalar else { return false }
      index += 1
    }
    return true
  }

  var text: String { String(String.UnicodeScalarView(scalars)) }
  var trimmed: String { text.filter { $0.isLetter || $0.isNumber } }

  /// The words in lower case.
  var words: [String] {
    text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "'") }.map(String.init)
  }

  /// Whether this begins with something else than a name: a licence or the next statement.
  var isNewSentence: Bool {
    guard let first = words.first else { return true }
    return !CopyrightMark.all(in: self).isEmpty || count > 120
      || Self.openers.contains(first) || (scalars.first == "@" || scalars.first == "\\")
      || words.starts(with: ["all", "rights"])
  }

  private static let openers: Set<String> = [
    "permission", "redistribution", "licensed", "license", "licence", "this", "see", "use",
    "released", "distributed", "published", "please", "everyone", "includes", "include", "define",
    "ifndef", "ifdef", "pragma", "import", "package", "namespace", "class", "int", "void", "static",
    "spdx", "written", "author", "authors", "version", "file", "date", "description", "note",
    "based", "you", "these", "it", "is", "in", "if", "for", "to", "contributed", "modified",
    "originally", "portions", "parts", "some", "support", "such", "website", "http", "https",
  ]
}
