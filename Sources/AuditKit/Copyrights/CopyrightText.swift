/// A line of a comment as characters, for reading copyright statements.
struct CopyrightText {
  private var scalars: ArraySlice<Unicode.Scalar>

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars[...] }

  /// A line of a file without the comment marks at its beginning.
  init(line: String) {
    var scalars = Array(line.unicodeScalars)[...]
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

  // MARK: - Years

  /// The year at `index`: four digits, and none beside them.
  func year(at index: Int) -> Int? {
    guard index >= 0, let value = number(at: index, digits: 4) else { return nil }
    return CopyrightYears.plausible.contains(value) ? value : nil
  }

  private func number(at index: Int, digits: Int) -> Int? {
    guard index + digits <= count else { return nil }
    var value = 0
    for offset in 0..<digits {
      guard ("0"..."9").contains(at(index + offset)) else { return nil }
      value = value * 10 + Int(at(index + offset).value - 0x30)
    }
    if index + digits < count, Self.isWord(at(index + digits)) { return nil }
    return value
  }

  /// Takes years from the front: `1995, 1998-2003, 2005-06`, with what separates them.
  mutating func takeYears() -> CopyrightYears {
    var years = CopyrightYears()
    var index = skipSeparators(from: 0)
    var last: Int?
    while index < count {
      if let year = year(at: index) ?? shortYear(at: index, after: last) {
        let length = self.year(at: index) == nil ? 2 : 4
        index += length
        if let end = rangeEnd(at: index, from: year, &years) {
          index = end
        } else {
          years.insert(year...year)
        }
        last = year
        scalars = scalars.dropFirst(index)
        index = skipSeparators(from: 0)
      } else {
        break
      }
    }
    return years
  }

  private func shortYear(at index: Int, after last: Int?) -> Int? {
    guard let last, let value = number(at: index, digits: 2) else { return nil }
    let year = last / 100 * 100 + value
    return year > last ? year : nil
  }

  /// Takes `-2003`, `- 03` or `-present` after a year.
  private func rangeEnd(at start: Int, from first: Int, _ years: inout CopyrightYears) -> Int? {
    var index = start
    var isRange = false
    while index < count {
      if " -\u{2013}\u{2014}~\u{2D}".unicodeScalars.contains(at(index)) {
        isRange = isRange || at(index) != " "
        index += 1
      } else if !isRange, continues("to ", at: index), index > start {
        isRange = true
        index += 3
      } else {
        break
      }
    }
    guard isRange else {
      if start < count, at(start) == "+" {
        years.insert(first...first)
        years.isOpen = true
        return start + 1
      }
      return nil
    }
    for word in ["present", "now", "today", "current"] where continues(word, at: index) {
      years.insert(first...first)
      years.isOpen = true
      return index + word.count
    }
    if let last = year(at: index), last >= first {
      years.insert(first...last)
      return index + 4
    }
    if let last = shortYear(at: index, after: first) {
      years.insert(first...last)
      return index + 2
    }
    return nil
  }

  /// Skips what may stand before a year; where no year follows, nothing is skipped.
  private func skipSeparators(from start: Int) -> Int {
    var index = start
    while index < count {
      if " \t,;&/-(\u{2013}".unicodeScalars.contains(at(index)) {
        index += 1
      } else if continues("and ", at: index) {
        index += 4
      } else {
        break
      }
    }
    return index
  }
}
