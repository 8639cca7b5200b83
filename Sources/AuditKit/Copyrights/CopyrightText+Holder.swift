extension CopyrightText {
  /// The holder at the front: what precedes the next sentence, the end of the comment or of a string.
  var holder: String {
    var text = withoutTags(self.text)
    for end in [
      "*/", "-->", "\\n", "\\r", "\\0", "\\\"", "\"", "<br", "\t", "|", "  --", "#}", "]]",
    ] {
      if let range = text.firstRange(of: end), !text[..<range.lowerBound].isEmpty {
        text = String(text[..<range.lowerBound])
      }
    }
    text = Self.upToUnmatched(text)
    let lowered = text.lowercased()
    // Only letters that keep their length when lowered can be counted from the front.
    guard lowered.unicodeScalars.count == text.unicodeScalars.count else { return text }
    var limit = lowered.unicodeScalars.count
    for phrase in Self.phrases {
      guard let range = lowered.firstRange(of: phrase) else { continue }
      let start = lowered.unicodeScalars.distance(
        from: lowered.startIndex, to: range.lowerBound)
      // The dot may be that of "Inc."
      limit = min(limit, phrase.hasPrefix(".") ? start + 1 : start)
    }
    text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))
    return Self.collapsed(text)
  }

  /// What follows a holder on the same line.
  private static let phrases = [
    "all rights reserved", "all right reserved", "all rights are reserved", "some rights reserved",
    "rights reserved", "licensed under", "released under", "distributed under", "is licensed",
    "are licensed", "dual licensed", "published under", ". see ", ". this ", ". please ",
    ". licensed", ". license", ". use ", ". permission", ". released", ". distributed", ". for ",
    ". portions", ". the ", ". it ", ". you ", ". redistribution", ". contact", "; see ",
    ", see ", " - see ", ". under ", " under the ", ". written", ". modified", ". based ",
    " (see ", "; licen", ", licen", ". subject to", ", and is ", " and is ", ", are derived",
    ", is ", " -- see", ". copying", ". no rights", ". http", ". mit ", ". free ",
    ", under ", ", released", ", distributed", ", all rights",
  ]

  /// The text before a bracket that closes what was opened before the holder: the end of a string in
  /// PostScript, `(Copyright 1997 Example Society) readonly def`.
  private static func upToUnmatched(_ text: String) -> String {
    var depth = 0
    var hasName = false
    for index in text.unicodeScalars.indices {
      switch text.unicodeScalars[index] {
      case "(", "{": depth += 1
      case ")", "}":
        depth -= 1
        if depth < 0, hasName { return String(text.unicodeScalars[..<index]) }
        depth = max(depth, 0)
      case let scalar: hasName = hasName || scalar.properties.isAlphabetic
      }
    }
    return text
  }

  private static func collapsed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Without markup such as `<a href="…">` and `</b>`; an address `<jane@example.org>` stays.
  private func withoutTags(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "<") {
      result += rest[..<open]
      guard let close = rest[open...].firstIndex(of: ">") else { return result + rest[open...] }
      let inside = rest[rest.index(after: open)..<close]
      let name = inside.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
      if name == "br" {
        // A line ends there as it does at a tab.
        result += "\t"
      } else if ![
        "a", "b", "i", "p", "em", "tt", "td", "tr", "span", "div", "strong", "small",
        "center", "code", "li", "h1", "h2", "h3", "copyright", "holder", "year", "font", "title",
        "para",
      ].contains(name) {
        result += rest[open...close]
      }
      rest = rest[rest.index(after: close)...]
    }
    let entities = [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&nbsp;", " "), ("&ouml;", "ö"),
      ("&uuml;", "ü"), ("&auml;", "ä"), ("&eacute;", "é"), ("&amp;", "&"), ("@@", "@"),
    ]
    return entities.reduce(result + rest) { $0.replacing($1.0, with: $1.1) }
  }

  /// A holder without punctuation around it; the dot of `Inc.` stays.
  static func trimmedHolder(_ text: String) -> String {
    var scalars = Array(collapsed(text).unicodeScalars)[...]
    func dropFront() {
      while let first = scalars.first, " ,;:.-*/#=)]!~_+'`".unicodeScalars.contains(first) {
        scalars.removeFirst()
      }
    }
    func dropBack() {
      while let last = scalars.last, " ,;:-*/#=([{<!~_+\\'`|".unicodeScalars.contains(last) {
        scalars.removeLast()
      }
    }
    dropFront()
    for word in ["by ", "and ", "& "]
    where CopyrightText(Array(scalars)).continues(word, at: 0) {
      scalars = scalars.dropFirst(word.unicodeScalars.count)
      dropFront()
    }
    dropBack()
    // "reserved" is on the next line.
    for tail in [". All rights", " All rights", ". All", ". all"] {
      let tail = Array(tail.unicodeScalars)
      if scalars.count > tail.count, scalars.suffix(tail.count).elementsEqual(tail) {
        scalars.removeLast(tail.first == "." ? tail.count - 1 : tail.count)
      }
    }
    for (open, close) in [("(", ")"), ("<", ">"), ("[", "]")] as [(Unicode.Scalar, Unicode.Scalar)]
    where scalars.last == close && !scalars.contains(open) {
      scalars.removeLast()
      dropBack()
    }
    if scalars.last == "." {
      let word = String(
        String.UnicodeScalarView(
          scalars.dropLast().reversed().prefix { isWord($0) || $0 == "." }.reversed()))
      if !abbreviations.contains(word.lowercased()), word.count != 1, !word.contains(".") {
        scalars.removeLast()
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  private static let abbreviations: Set<String> = [
    "inc", "ltd", "co", "corp", "jr", "sr", "al", "bros",
  ]
}
