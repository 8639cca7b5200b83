/// Years in copyright statements.
extension CopyrightText {
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
      index = skipDayAndMonth(from: index)
      if let year = year(at: index) ?? shortYear(at: index, after: last) {
        let length = self.year(at: index) == nil ? 2 : 4
        index += length
        if length == 4, let end = dateEnd(at: index) {
          years.insert(year...year)
          index = end
        } else if let end = rangeEnd(at: index, from: year, &years) {
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

  /// Where `-11-28` or `/11/28` after a year ends; nil where it is not a date.
  private func dateEnd(at start: Int) -> Int? {
    guard start + 6 <= count, "-/.".unicodeScalars.contains(at(start)), at(start + 3) == at(start),
      let month = number(at: start + 1, digits: 2), (1...12).contains(month),
      let day = number(at: start + 4, digits: 2), (1...31).contains(day)
    else { return nil }
    return start + 6
  }

  /// Skips the day and the month before the year of a date: `28 November 2006`, `Nov. 28th, 2006`.
  private func skipDayAndMonth(from start: Int) -> Int {
    var index = start
    var hasMonth = false
    for _ in 0..<2 where index < count && year(at: index) == nil {
      var end = index
      while end < count, Self.isWord(at(end)) { end += 1 }
      let word = self[index..<end].text.lowercased()
      if Self.isMonth(word), !hasMonth {
        hasMonth = true
      } else if !Self.isDay(word) {
        return start
      }
      while end < count, " .,".unicodeScalars.contains(at(end)) { end += 1 }
      index = end
    }
    return hasMonth && year(at: index) != nil ? index : start
  }

  private static func isMonth(_ word: String) -> Bool {
    word.utf8.count >= 3 && months.contains { $0.hasPrefix(word) }
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  private static func isDay(_ word: String) -> Bool {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    let ending = word[digits.endIndex...]
    guard let day = Int(digits), (1...31).contains(day) else { return false }
    return ["", "st", "nd", "rd", "th"].contains(ending)
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
