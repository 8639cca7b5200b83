/// The word or sign at which a copyright statement begins.
struct CopyrightMark {
  /// Where it begins and where the years or the holder follow.
  let start: Int
  let end: Int
  /// Whether a sign or "by" makes it a statement without a year.
  let isStrong: Bool
  /// Whether nothing but comment marks precedes it.
  let beginsLine: Bool
  /// Whether it is in capitals, as headings are.
  let isShouted: Bool

  /// The marks in a line, in reading order.
  static func all(in text: CopyrightText) -> [CopyrightMark] {
    var marks: [CopyrightMark] = []
    var index = 0
    while index < text.count {
      guard let mark = mark(in: text, at: index) else {
        index += 1
        continue
      }
      marks.append(mark)
      index = max(mark.end, index + 1)
    }
    return marks
  }

  private static func mark(in text: CopyrightText, at start: Int) -> CopyrightMark? {
    var index = start
    var isStrong = false
    for tag in ["spdx-filecopyrighttext", "spdx-snippetcopyrighttext"]
    where text.continues(tag, at: start) {
      index += tag.count
      isStrong = true
    }
    let isWordBefore = start > 0 && CopyrightText.isWord(text.at(start - 1))
    if !isStrong, text.continues("copyright", at: index), !isWordBefore {
      index += 9
      for ending in ["ed", "s"] where text.continues(ending, at: index) { index += ending.count }
      if index < text.count, CopyrightText.isWord(text.at(index)) { return nil }
    } else if !isStrong {
      guard !isWordBefore, let end = sign(in: text, at: index) else { return nil }
      // A sign alone counts only before a year: "(c)" also numbers paragraphs.
      var year = end
      while year < text.count, text.at(year) == " " { year += 1 }
      guard text.year(at: year) != nil else { return nil }
      index = end
      isStrong = true
    }
    let word = index
    let end = skip(text, from: index, &isStrong)
    if text.at(min(word, text.count - 1)) == "-", word < text.count, end == word { return nil }
    return CopyrightMark(
      start: start, end: end, isStrong: isStrong,
      beginsLine: (0..<start).allSatisfy { !CopyrightText.isWord(text.at($0)) },
      isShouted: start + 1 < text.count && text.at(start + 1) == "O")
  }

  /// Skips signs, "by" and punctuation.
  private static func skip(_ text: CopyrightText, from start: Int, _ isStrong: inout Bool) -> Int {
    var index = start
    while index < text.count {
      if let end = sign(in: text, at: index) {
        index = end
        isStrong = true
      } else if text.continues("by ", at: index), index > 0, text.at(index - 1) == " " {
        index += 3
        isStrong = true
      } else if text.continues("copyright ", at: index) {
        index += 10
      } else if ["u'", "u\""].contains(where: { text.continues($0, at: index) }) {
        // A string of Python 2.
        index += 2
      } else if " \t:,.=\"'[".unicodeScalars.contains(text.at(index)) {
        index += 1
      } else {
        break
      }
    }
    return index
  }

  /// Where the text continues after a copyright sign; nil if there is none.
  fileprivate static func sign(in text: CopyrightText, at index: Int) -> Int? {
    for sign in ["(c)", "\u{A9}", "&copy;", "&#169;", "\\(co", "@copyright{}", "{\\copyright}"]
    where text.continues(sign, at: index) {
      return index + sign.unicodeScalars.count
    }
    return nil
  }
}

extension CopyrightText {
  /// Drops a copyright sign at the front, which some write behind the years.
  mutating func skipSign() {
    let start = (0..<count).first { at($0) != " " } ?? count
    if let end = CopyrightMark.sign(in: self, at: start) { self = self[end..<count] }
  }
}
