/// The normal words of a text, as hashes with the lines that they are on.
///
/// After SPDX's matching guidelines: case, punctuation, quotes and dashes of any kind, comment marks,
/// markup, list bullets and copyright lines make no difference, nor does British spelling.
/// `Scripts/spdx-license-data` does the same to the texts of the list; `words(_:)` there is this.
struct LicenseWords {
  /// The most words that are kept of one file; a licence has at most some ten thousand.
  static let limit = 200_000

  /// A word that no text has: stands where a part was left out.
  static let gap: UInt32 = 0

  private(set) var hashes: [UInt32] = []
  private(set) var lines: [Int32] = []
  /// Whether the limit was reached.
  private(set) var isCut = false

  /// Adds the words of a run of lines, the first of which has number `line`.
  mutating func append(_ bytes: UnsafeRawBufferPointer, line: Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { buffer in
      let text = UnsafeBufferPointer(rebasing: buffer[..<Self.fold(bytes, into: buffer)])
      var number = Int32(clamping: line)
      var start = 0
      for index in 0..<text.count where Self.isLineEnd(text[index]) {
        appendLine(UnsafeBufferPointer(rebasing: text[start...index]), number)
        start = index + 1
        if text[index] == 0x0A { number &+= 1 }
      }
      if start < text.count {
        appendLine(UnsafeBufferPointer(rebasing: text[start...]), number)
      }
    }
  }

  /// The lines of the file that a run of words is on.
  func lines(of words: Range<Int>) -> ClosedRange<Int> {
    Int(lines[words.lowerBound])...Int(lines[words.upperBound - 1])
  }

  /// Notes that something was left out here, so that no run of words bridges it.
  mutating func appendGap() {
    guard hashes.last != Self.gap, !hashes.isEmpty else { return }
    hashes.append(Self.gap)
    lines.append(lines.last ?? 1)
  }

  private mutating func appendLine(_ text: UnsafeBufferPointer<UInt8>, _ number: Int32) {
    guard hashes.count < Self.limit else { return isCut = true }
    var start = 0
    while start < text.count, !Self.isWordByte(text[start]) { start += 1 }
    if start == text.count || Self.isCopyright(text, start) { return }
    // Without a bullet from the beginning: what stands before the first letter may open a tag.
    let end = Self.afterBullet(text, start)
    appendWords(text, end == start ? 0 : end, number)
  }

  /// What stands for a carriage return, which ends a line and does not count one.
  private static let carriageReturn: UInt8 = 0x0B

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == carriageReturn }

  /// Copies text in lower case; punctuation of two and three bytes becomes a space.
  ///
  /// - Returns: how many bytes were written.
  private static func fold(
    _ bytes: UnsafeRawBufferPointer, into text: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var (index, count) = (0, 0)
    func isLine(_ offset: Int) -> Bool {
      index + offset < bytes.count && bytes[index + offset] != 0x0A && bytes[index + offset] != 0x0D
    }
    while index < bytes.count {
      var byte = bytes[index]
      switch byte {
      case 0x41...0x5A: byte |= 0x20
      case 0x0D: byte = carriageReturn
      case carriageReturn: byte = 0x20
      case 0xE2 where isLine(1) && isLine(2):
        byte = 0x20
        index += 2
      case 0xC2 where isLine(1):
        byte = 0x20
        index += 1
      default: break
      }
      text[count] = byte
      count += 1
      index += 1
    }
    return count
  }

  private mutating func appendWords(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ number: Int32
  ) {
    var index = start
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "<"), let end = Self.endOfTag(text, index) {
        index = end
      } else if byte == UInt8(ascii: "&"), let end = Self.endOfEntity(text, index) {
        index = end
      } else if !Self.isWordByte(byte) {
        index += 1
      } else if byte == UInt8(ascii: "a"), Self.matches(text, index, "all rights reserved") {
        index += "all rights reserved".utf8.count
      } else {
        var hash: UInt32 = 0x811C_9DC5
        while index < text.count, Self.isWordByte(text[index]) {
          hash = (hash ^ UInt32(text[index])) &* 0x0100_0193
          index += 1
        }
        append(hash, number)
      }
    }
  }

  private mutating func append(_ hash: UInt32, _ number: Int32) {
    guard let hash = Self.usual(hash) else { return }
    hashes.append(hash)
    lines.append(number)
  }

  /// Whether a line that names a holder begins at `start`: `Copyright (c) 2020 …`, not the words
  /// "copyright notice" at the begin of a line of prose.
  private static func isCopyright(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    var index = start
    if matches(text, index, "portions ") { index += 9 }
    guard matches(text, index, "copyright") else { return false }
    index += 9
    while index < text.count, text[index] == 0x20 { index += 1 }
    guard index < text.count else { return false }
    switch text[index] {
    case UInt8(ascii: "<"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: ","): return true
    case UInt8(ascii: "("): return matches(text, index, "(c)")
    case UInt8(ascii: "b"): return matches(text, index, "by ")
    case 0x30...0x39:
      return index + 4 <= text.count
        && text[index..<(index + 4)].allSatisfy { (0x30...0x39).contains($0) }
    default: return false
    }
  }

  /// Where the text after a bullet such as `1.`, `a)` or `iv.` goes on; `start` if there is none.
  private static func afterBullet(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    func ends(_ count: Int) -> Int? {
      let mark = start + count
      guard mark + 1 < text.count,
        text[mark] == UInt8(ascii: ".") || text[mark] == UInt8(ascii: ")"),
        text[mark + 1] == 0x20 || text[mark + 1] == 0x09 || isLineEnd(text[mark + 1])
      else { return nil }
      return mark + 2
    }
    var digits = 0
    while digits < 2, start + digits < text.count, (0x30...0x39).contains(text[start + digits]) {
      digits += 1
    }
    if digits > 0, let end = ends(digits) { return end }
    if (0x61...0x7A).contains(text[start]), let end = ends(1) { return end }
    var roman = 0
    while roman < 4, start + roman < text.count,
      [UInt8(ascii: "i"), UInt8(ascii: "v"), UInt8(ascii: "x")].contains(text[start + roman])
    { roman += 1 }
    return roman > 0 ? ends(roman) ?? start : start
  }

  /// `<[/a-z!][^<>\n]{0,120}>`
  private static func endOfTag(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    guard start + 1 < text.count else { return nil }
    let first = text[start + 1]
    guard (0x61...0x7A).contains(first) || first == UInt8(ascii: "/") || first == UInt8(ascii: "!")
    else { return nil }
    var index = start + 2
    while index < text.count, index <= start + 122 {
      switch text[index] {
      case UInt8(ascii: ">"): return index + 1
      case UInt8(ascii: "<"), 0x0A, carriageReturn: return nil
      default: index += 1
      }
    }
    return nil
  }

  /// `&[a-z#0-9]{1,8};`
  private static func endOfEntity(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    var index = start + 1
    while index < text.count, index <= start + 9 {
      let byte = text[index]
      if byte == UInt8(ascii: ";") { return index > start + 1 ? index + 1 : nil }
      guard (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x23 else {
        return nil
      }
      index += 1
    }
    return nil
  }

  private static func matches(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ word: StaticString
  ) -> Bool {
    guard start + word.utf8CodeUnitCount <= text.count else { return false }
    for offset in 0..<word.utf8CodeUnitCount
    where text[start + offset] != word.utf8Start[offset] { return false }
    return true
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7A, 0x30...0x39, 0x80...0xFF: true
    default: false
    }
  }

  /// FNV-1a of 32 bits.
  static func hash(_ word: String) -> UInt32 {
    word.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }

  /// The usual spelling of a word, by hashes; nil for a word that only marks comments.
  ///
  /// Numbers and not names: this is asked for every word of every file.
  private static func usual(_ hash: UInt32) -> UInt32? {
    switch hash {
    case 0xD16A_DA91, 0x49F4_8F07: nil  // dnl, rem
    case 0x2817_5634: 0x083E_3344  // licence, license
    case 0x63BC_D1C5: 0x30EA_9F95  // licences, licenses
    case 0x6CBC_DFF0: 0x19EA_7B60  // licenced, licensed
    case 0xCA90_8F64: 0xEA69_B254  // sublicence, sublicense
    case 0xDEDE_A8E2: 0xC964_48A5  // https, http
    default: hash
    }
  }
}
