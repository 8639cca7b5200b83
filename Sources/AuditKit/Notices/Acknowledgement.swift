/// Sentences that licences require in the documentation of a product.
enum Acknowledgement {
  /// By licence; the sources are the licences' own texts.
  private static let byLicence: [String: String] = [
    // README of the IJG's release, "Legal issues", condition (2).
    "IJG": "This software is based in part on the work of the Independent JPEG Group.",
    "IJG-short": "This software is based in part on the work of the Independent JPEG Group.",
    // The FreeType Project License, section 2; its year is that of the release.
    "FTL": """
    Portions of this software are copyright \u{A9} The FreeType Project (www.freetype.org). All \
    rights reserved.
    """,
  ]

  /// The sentences for licences, and those that the texts themselves quote: "All advertising materials
  /// … must display the following acknowledgement: This product includes software developed by …".
  static func sentences(for identifiers: Set<String>, texts: [String]) -> [String] {
    var sentences = identifiers.sorted().compactMap { byLicence[$0] }
    for text in texts {
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if words.contains("the work of the Independent JPEG Group"), let sentence = byLicence["IJG"] {
        sentences.append(sentence)
      }
      for mark in ["following acknowledgement: ", "following acknowledgment: "] {
        var rest = words[...]
        while let range = rest.firstRange(of: mark) {
          rest = rest[range.upperBound...]
          if let sentence = sentence(at: rest) { sentences.append(sentence) }
        }
      }
    }
    var seen: Set<String> = []
    return sentences.filter { seen.insert($0).inserted }
  }

  private static let quotes: Set<Character> = ["\"", "'", "`", "\u{201C}", "\u{201D}"]

  /// A sentence, in quotes or not, that begins with "This product".
  private static func sentence(at text: Substring) -> String? {
    let opening = text.prefix { quotes.contains($0) || $0 == "*" || $0 == " " }
    let words = text[opening.endIndex...].prefix(400).split(separator: " ")
    guard words.starts(with: ["This", "product", "includes"]) else { return nil }
    var end: Int?
    if opening.contains(where: quotes.contains) {
      // What is quoted may be several sentences.
      end = words.firstIndex { $0.last.map(quotes.contains) ?? false }.map { $0 + 1 }
    }
    guard let end = end ?? sentenceEnd(in: words) else { return nil }
    var sentence = words[..<end].joined(separator: " ")
    let isOdd = sentence.count { $0 == "\"" } % 2 == 1
    while let last = sentence.last,
      last == "." || last != "\"" && quotes.contains(last)
        || last == "\"" && isOdd
    { sentence.removeLast() }
    return sentence + "."
  }

  /// How many words a sentence has: up to a dot that does not belong to an initial or an abbreviation,
  /// or up to the number of the next clause, before which some texts forget the dot.
  private static func sentenceEnd(in words: [Substring]) -> Int? {
    for (index, word) in words.enumerated() {
      if word.last == ".", Int(word.dropLast()) != nil { return index }
      let plain = word.reversed().drop(while: quotes.union([")"]).contains)
      guard plain.first == "." else { continue }
      let name = String(String(plain.dropFirst()).reversed())
      let isCompany = ["Inc", "Ltd", "Co", "Corp"].contains(name)
      if isCompany, index + 1 < words.count, beginnings.contains(words[index + 1]) {
        return index + 1
      }
      if name.count > 1, !isCompany, !["St", "Dr", "Mr", "Mrs", "Ms", "Prof", "Jr"].contains(name) {
        return index + 1
      }
    }
    return words.last?.last == "." ? words.count : nil
  }

  /// How clauses begin that follow the sentence.
  private static let beginnings: Set<Substring> = [
    "Neither", "The", "THE", "THIS", "This", "All", "Redistributions",
  ]
}
