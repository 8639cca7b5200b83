/// A line of text in lower case, reduced to letters, digits and ASCII punctuation.
///
/// It borrows its bytes and is valid only during the call by `forEach`.
struct FoldedLine {
  /// The line with its line ending, if it has one.
  let text: UnsafeBufferPointer<UInt8>
  /// The number of the line in the file.
  let number: Int32

  /// Replaces a carriage return, which ends a line but does not count as one.
  private static let carriageReturn: UInt8 = 0x0B
  private static let newline: UInt8 = 0x0A

  /// Calls `body` with every line of `bytes`, the first of which has number `firstNumber`.
  static func forEach(
    in bytes: UnsafeRawBufferPointer, firstNumber: Int, _ body: (FoldedLine) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { buffer in
      let text = UnsafeBufferPointer(rebasing: buffer[..<fold(bytes, into: buffer)])
      var number = Int32(clamping: firstNumber)
      var start = 0
      for index in 0..<text.count where isLineEnd(text[index]) {
        body(FoldedLine(text: UnsafeBufferPointer(rebasing: text[start...index]), number: number))
        start = index + 1
        if text[index] == newline { number &+= 1 }
      }
      if start < text.count {
        body(FoldedLine(text: UnsafeBufferPointer(rebasing: text[start...]), number: number))
      }
    }
  }

  /// Copies text in lower case; punctuation of two and three bytes becomes a space.
  ///
  /// - Returns: how many bytes were written.
  private static func fold(
    _ bytes: UnsafeRawBufferPointer, into text: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var (index, count) = (0, 0)
    /// Whether the byte so far ahead is there and ends no line.
    func isInLine(_ distance: Int) -> Bool {
      index + distance < bytes.count && bytes[index + distance] != newline
        && bytes[index + distance] != UInt8(ascii: "\r")
    }
    while index < bytes.count {
      var byte = bytes[index].lowercased
      // Nearly all text is between these two; below are spaces, line ends and control characters.
      if byte <= UInt8(ascii: "\r") || byte >= 0xC2 {
        switch byte {
        case UInt8(ascii: "\r"): byte = carriageReturn
        case carriageReturn: byte = UInt8(ascii: " ")
        // Quotes, dashes and bullets begin with E2, the copyright sign and guillemets with C2.
        case 0xE2 where isInLine(1) && isInLine(2):
          byte = UInt8(ascii: " ")
          index += 2
        case 0xC2 where isInLine(1):
          byte = UInt8(ascii: " ")
          index += 1
        default: break
        }
      }
      text[count] = byte
      count += 1
      index += 1
    }
    return count
  }

  // MARK: - What is in a line

  /// Where the first word begins; nil if there is none.
  var firstWord: Int? { text.firstIndex(where: Self.isWordByte) }

  /// Whether a word can contain `byte`; beyond ASCII every byte is a letter.
  static func isWordByte(_ byte: UInt8) -> Bool {
    // Text is in lower case, and what is left between z and 80 are four marks.
    byte >= UInt8(ascii: "a") ? byte <= UInt8(ascii: "z") || byte >= 0x80 : byte.isDigit
  }

  /// Whether `word`, in lower case, is at `start`.
  func continues(_ word: StaticString, at start: Int) -> Bool {
    guard start + word.utf8CodeUnitCount <= text.count else { return false }
    for offset in 0..<word.utf8CodeUnitCount
    where text[start + offset] != word.utf8Start[offset] { return false }
    return true
  }

  /// Whether the line names a holder from `start` on: `Copyright (c) 2020 …`, not the words
  /// "copyright notice" at the start of a line of prose.
  func isCopyright(at start: Int) -> Bool {
    var index = start
    if continues("portions ", at: index) { index += 9 }
    guard continues("copyright", at: index) else { return false }
    index += 9
    while index < text.count, text[index] == UInt8(ascii: " ") { index += 1 }
    guard index < text.count else { return false }
    switch text[index] {
    case UInt8(ascii: "<"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: ","): return true
    case UInt8(ascii: "("): return continues("(c)", at: index)
    case UInt8(ascii: "b"): return continues("by ", at: index)
    default: return index + 4 <= text.count && text[index..<index + 4].allSatisfy(\.isDigit)
    }
  }

  /// Whether a line that names a holder goes on, after a year, with its licence: `copyright 2020 by us,
  /// licensed under …`. A placeholder for the year is part of a licence's own text.
  func grants(after start: Int) -> Bool {
    let year = (start..<max(start, text.count - 3)).first { index in
      text[index..<index + 4].allSatisfy(\.isDigit)
    }
    guard let year else { return false }
    return (year..<text.count).contains { index in
      Self.granting.contains { continues($0, at: index) }
    }
  }

  /// Not "distributed under the terms of use", which is in texts of the list.
  private static let granting: [StaticString] = [
    "under the terms of the ", "licensed under ", "released under ",
  ]

  /// Where the text continues after a bullet such as `1.`, `a)` or `iv.` at `start`; nil if there
  /// is none.
  func endOfBullet(at start: Int) -> Int? {
    let digits = text[start...].prefix(2).prefix(while: \.isDigit).count
    if digits > 0, let end = endOfMark(at: start + digits) { return end }
    if text[start].isLetter, let end = endOfMark(at: start + 1) { return end }
    let roman = text[start...].prefix(4).prefix(while: "ivx".utf8.contains).count
    return roman > 0 ? endOfMark(at: start + roman) : nil
  }

  /// Where the text continues after `. ` or `) ` at `mark`; nil if neither is there.
  private func endOfMark(at mark: Int) -> Int? {
    guard mark + 1 < text.count, text[mark] == UInt8(ascii: ".") || text[mark] == UInt8(ascii: ")")
    else { return nil }
    let next = text[mark + 1]
    guard next.isBlank || Self.isLineEnd(next) else {
      return nil
    }
    return mark + 2
  }

  /// Where the text continues after a tag at `start`, `<[/a-z!][^<>\n]{0,120}>`; nil when there is
  /// none.
  func endOfTag(at start: Int) -> Int? {
    guard start + 1 < text.count else { return nil }
    let first = text[start + 1]
    guard first.isLetter || first == UInt8(ascii: "/") || first == UInt8(ascii: "!") else {
      return nil
    }
    for index in start + 2..<min(start + 123, text.count) {
      if text[index] == UInt8(ascii: ">") { return index + 1 }
      if text[index] == UInt8(ascii: "<") || Self.isLineEnd(text[index]) { return nil }
    }
    return nil
  }

  /// Where the text continues after an entity at `start`, `&[a-z#0-9]{1,8};`; nil if there is none.
  func endOfEntity(at start: Int) -> Int? {
    for index in start + 1..<max(start + 1, min(start + 10, text.count)) {
      let byte = text[index]
      if byte == UInt8(ascii: ";") { return index > start + 1 ? index + 1 : nil }
      guard byte.isLetter || byte.isDigit || byte == UInt8(ascii: "#") else {
        return nil
      }
    }
    return nil
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == newline || byte == carriageReturn
  }
}
