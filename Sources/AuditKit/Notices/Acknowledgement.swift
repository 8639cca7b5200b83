/// Sentences that licences require in the documentation of a product.
enum Acknowledgement {
  /// By licence; the sources are the licences' own texts.
  private static let byLicence: [String: String] = [
    // README of the IJG's release, "Legal issues", condition (2).
    "IJG": "This software is based in part on the work of the Independent JPEG Group.",
    "IJG-short": "This software is based in part on the work of the Independent JPEG Group.",
    // The FreeType Project License, section 2.
    "FTL": "Portions of this software are copyright The FreeType Project (www.freetype.org).",
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

  /// A sentence, in quotes or not, that begins with "This product".
  private static func sentence(at text: Substring) -> String? {
    let quotes: Set<Character> = ["\"", "'", "`", "\u{201C}", "\u{201D}"]
    let start = text.drop { quotes.contains($0) || $0 == "*" || $0 == " " }
    guard start.hasPrefix("This product includes") else { return nil }
    let body = start.prefix(300)
    // It ends at a quote, or at the dot before the next sentence or clause.
    var end = body.firstIndex { $0 == "\"" || $0 == "\u{201D}" } ?? body.endIndex
    for stop in [". ", ".\"", ".'' "] {
      if let range = body.firstRange(of: stop), range.lowerBound < end { end = range.lowerBound }
    }
    guard end < body.endIndex || body.hasSuffix(".") else { return nil }
    var sentence = String(body[..<end])
    while let last = sentence.last, last == "." || quotes.contains(last) { sentence.removeLast() }
    return sentence + "."
  }
}
