/// Reads the copyright statements of one line, which the lines below may continue.
///
/// A statement is the word "Copyright" or the sign, years and a holder in any order that people use:
/// `Copyright (c) 1995, 1998-2003 by Jane Doe <jane@example.org>, 2005 John Roe`. Prose about
/// copyright (`the above copyright notice`) and templates (`Copyright (C) <year>`) are none.
struct CopyrightParser {
  private(set) var statements: [CopyrightStatement] = []
  /// The lines below, without comment marks, that were not used yet.
  private var below: ArraySlice<CopyrightText>

  /// Reads the first of `lines`.
  init(_ lines: [String]) {
    below = lines.dropFirst().map { CopyrightText(line: $0) }[...]
    guard let first = lines.first else { return }
    let text = CopyrightText(line: first)
    var marks = CopyrightMark.all(in: text)[...]
    while let mark = marks.popFirst() {
      read(text, mark, until: marks.first?.start ?? text.count, isLast: marks.isEmpty)
    }
  }

  private mutating func read(
    _ text: CopyrightText, _ mark: CopyrightMark, until end: Int, isLast: Bool
  ) {
    var rest = text[mark.end..<end]
    if let first = rest.words.first, Self.prose.contains(first), !mark.isStrong { return }
    var years = rest.takeYears()
    if !years.isEmpty { rest.skipSign() }
    if isLast, rest.trimmed.isEmpty, !years.isEmpty || mark.isStrong { takeMore(&rest, &years) }
    var holder = rest.holder
    if isLast { takeContinuation(of: &holder) }
    for part in Self.parts(of: holder, years) where Self.isStatement(part, mark) {
      statements.append(part)
    }
  }

  /// Years and holders may go on in the line below.
  private mutating func takeMore(_ rest: inout CopyrightText, _ years: inout CopyrightYears) {
    guard let next = below.first, !next.isNewSentence else { return }
    below.removeFirst()
    rest = next
    years.formUnion(rest.takeYears())
    if rest.trimmed.isEmpty, let last = below.first, !last.isNewSentence {
      below.removeFirst()
      rest = last
    }
  }

  private mutating func takeContinuation(of holder: inout String) {
    for _ in 0..<2 {
      guard let next = below.first, !next.isNewSentence, !holder.isEmpty else { return }
      let words = next.words
      let isOpen =
        holder.hasSuffix(",") || holder.hasSuffix("&") || holder.hasSuffix(" and")
        || holder == "Free" || holder.hasSuffix("Free Software") || holder.hasSuffix(" of")
        || holder.hasSuffix(" the") || holder.hasSuffix(" for")
      let goesOn = words.first == "and" && words.count < 8 && words.count > 1 || words.first == "&"
      guard isOpen || goesOn else { return }
      below.removeFirst()
      holder += " " + next.holder
    }
  }

  /// The statements in `2009 Jane Doe, 2011 John Roe` or `Jane Doe, 2009`.
  private static func parts(of holder: String, _ years: CopyrightYears) -> [CopyrightStatement] {
    var parts: [CopyrightStatement] = []
    var years = years
    var name = ""
    var rest = CopyrightText(Array(holder.unicodeScalars))
    while !rest.isEmpty {
      let isBoundary = name.isEmpty || !CopyrightText.isWord(name.unicodeScalars.last ?? " ")
      var ahead = rest
      if isBoundary {
        let more = ahead.takeYears()
        if !more.isEmpty {
          let label = CopyrightText.trimmedHolder(name)
          if ahead.trimmed.isEmpty || label.isEmpty || years.isEmpty {
            // Years behind the name.
            years.formUnion(more)
          } else {
            parts.append(CopyrightStatement(holder: label, years: years))
            (years, name) = (more, "")
          }
          rest = ahead
          continue
        }
      }
      name.unicodeScalars.append(rest.removeFirst())
    }
    parts.append(CopyrightStatement(holder: CopyrightText.trimmedHolder(name), years: years))
    return parts
  }

  private static func isStatement(_ part: CopyrightStatement, _ mark: CopyrightMark) -> Bool {
    let holder = part.holder
    guard holder.unicodeScalars.contains(where: \.properties.isAlphabetic),
      !holder.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
      holder.utf8.count <= 250, !isTemplate(holder)
    else { return false }
    let name = holder.prefix { $0 != "<" }
    let words = CopyrightText(Array((name.isEmpty ? holder[...] : name).unicodeScalars)).words
    guard let first = words.first else { return false }
    if !part.years.isEmpty { return words.count > 1 || !prose.contains(first) }
    guard !prose.contains(first), mark.isStrong || mark.beginsLine, words.count <= 12,
      let letter = holder.unicodeScalars.first,
      letter.properties.isUppercase || letter.value >= 0x80 || letter == "@"
    else { return false }
    // `{ "COPYRIGHT", ATOM, 1, { 0 } }` is code.
    if words.contains(where: { sentence.contains($0) }) || holder.contains("{") { return false }
    return mark.isStrong || !mark.isShouted || words.count > 1
  }

  private static func isTemplate(_ holder: String) -> Bool {
    let lowered = holder.lowercased()
    if holder.hasPrefix("[") || holder.hasPrefix("{") || holder.hasPrefix("$")
      || holder.hasPrefix("%") || holder.hasPrefix("<")
    {
      return true
    }
    return [
      "<year", "<name", "[name", "[year", "[fullname", "<copyright", "<owner", "<holder",
      "<your", "<author", "yyyy", "name of author", "name of copyright owner", "year name",
      "19xx", "20xx", "<dates>", "%s", "%d",
    ].contains { lowered.contains($0) }
  }

  /// Words that follow "copyright" in prose.
  private static let prose: Set<String> = [
    "above", "act", "agreement", "all", "and", "any", "are", "as", "assignment", "attribution",
    "authorship", "be", "been", "belongs", "below", "block", "blurb", "bsd", "but", "by", "can",
    "check",
    "claim", "claims", "comment", "comments", "conditions", "date", "dates", "declaration",
    "details", "disclaimed", "disclaimer", "disclaimers", "field", "file", "files", "for", "from",
    "gpl", "grant", "has", "have", "header", "headers", "holder", "holders", "if", "in", "info",
    "information", "infringement", "interest", "interests", "is", "issues", "it", "law", "laws",
    "licence", "licences", "license", "licensed", "licenses", "licensing", "line", "lines", "mark",
    "material", "may", "message", "messages", "must", "not", "notice", "notices", "of", "on", "or",
    "other", "owner", "owners", "ownership", "page", "patent", "patents", "permission",
    "permissions", "proprietor", "protected", "protection", "range", "remains", "restrictions",
    "rights", "section", "shall", "should", "sign", "statement", "statements", "status", "string",
    "strings", "subsists", "symbol", "tag", "term", "terms", "text", "that", "this", "to",
    "trademark", "trademarks", "treaties", "treaty", "under", "update", "updates", "violation",
    "waived", "was", "where", "which", "will", "with", "work", "works", "year", "years",
  ]
  /// Words of a sentence, which no name without a year has.
  private static let sentence: Set<String> = [
    "is", "are", "may", "shall", "must", "not", "can", "license", "licence", "notice", "law",
    "laws", "that", "this", "which", "should", "be", "has", "have", "was", "were", "will",
  ]
}
