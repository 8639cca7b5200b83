/// The normalised words of a text, as hashes with their line numbers.
///
/// After SPDX's matching guidelines: case, punctuation, quotes and dashes of any kind, comment marks,
/// markup, list bullets and copyright lines make no difference, nor does British spelling.
/// `words(_:)` in `Scripts/spdx-license-data` does the same with the texts of the list.
struct LicenseWords {
  /// The most words that are kept of one file; a licence has at most some ten thousand.
  static let limit = 200_000

  /// A word that no text contains, in place of an omitted part.
  static let gap: UInt32 = 0

  private(set) var hashes: [UInt32] = []
  private(set) var lines: [Int32] = []
  /// The punctuation around each word, which the texts of the list are compared without.
  private(set) var marks: [Marks] = []

  /// What stands directly before or after a word.
  struct Marks: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    /// A `+` follows: `GPLv2+`.
    static let plus = Marks(rawValue: 1)
    /// A colon follows: `License: MIT`.
    static let colon = Marks(rawValue: 2)
    /// It is the first word of its line.
    static let lineStart = Marks(rawValue: 4)
    /// A full stop follows that ends a sentence or an abbreviation.
    static let stop = Marks(rawValue: 8)
    /// A bullet with a number or letter stands before it, which is no word: `2.`, `(b)`.
    static let bullet = Marks(rawValue: 16)
    /// That bullet is the first of its kind: `1.`, `a)`, `i.`.
    static let firstBullet = Marks(rawValue: 32)
  }

  /// Adds the words of a run of lines, the first of which has number `line`.
  mutating func append(_ bytes: UnsafeRawBufferPointer, line: Int) {
    // After each word there is another byte, or the end.
    withUnsafeTemporaryAllocation(
      of: (hash: UInt32, line: Int32, marks: Marks).self, capacity: bytes.count / 2 + 1
    ) { buffer in
      var batch = Batch(words: buffer, lastLine: lines.last)
      FoldedLine.forEach(in: bytes, firstNumber: line) { line in
        if hashes.count + batch.count < Self.limit { batch.append(line) }
      }
      let words = buffer[..<batch.count]
      hashes.append(contentsOf: words.lazy.map(\.hash))
      lines.append(contentsOf: words.lazy.map(\.line))
      marks.append(contentsOf: words.lazy.map(\.marks))
    }
  }

  /// The lines of the file that a range of words covers.
  func lines(of words: Range<Int>) -> ClosedRange<Int> {
    Int(lines[words.lowerBound])...Int(lines[words.upperBound - 1])
  }

  /// Marks omitted text here, so that no run of words spans it.
  mutating func appendGap() {
    guard let last = lines.last, hashes.last != Self.gap else { return }
    hashes.append(Self.gap)
    lines.append(last)
    marks.append([])
  }

  /// The same words without a range of them.
  func removing(_ range: Range<Int>) -> LicenseWords {
    var words = self
    words.hashes.removeSubrange(range)
    words.lines.removeSubrange(range)
    words.marks.removeSubrange(range)
    return words
  }

  /// The hash of one word in lower case.
  static func hash(_ word: String) -> UInt32 {
    word.utf8.reduce(WordHash.start, WordHash.adding)
  }

  // MARK: - Reading

  /// Words that are read from one run of lines, before they are added all at once.
  private struct Batch {
    let words: UnsafeMutableBufferPointer<(hash: UInt32, line: Int32, marks: Marks)>
    var count = 0
    /// The line of the last word.
    var lastLine: Int32?

    mutating func append(_ hash: UInt32, _ line: Int32, _ after: Marks) {
      guard let hash = WordHash.ofUsualSpelling(hash) else { return }
      words[count] = (hash, line, lastLine == line ? after : after.union(.lineStart))
      lastLine = line
      count += 1
    }

    mutating func append(_ line: FoldedLine) {
      guard let start = line.firstWord, !line.isCopyright(at: start) || line.grants(after: start)
      else { return }
      // Skip a leading bullet; what precedes the first letter may open a tag.
      let end = line.endOfBullet(at: start)
      let first = count
      appendWords(of: line, from: end ?? 0)
      guard end != nil, first < count else { return }
      let isFirst =
        "1ai".utf8.contains(line.text[start]) && !FoldedLine.isWordByte(line.text[start + 1])
      words[first].marks.formUnion(isFirst ? [.bullet, .firstBullet] : .bullet)
    }

    private mutating func appendWords(of line: FoldedLine, from start: Int) {
      let text = line.text
      var index = start
      while index < text.count {
        let byte = text[index]
        if FoldedLine.isWordByte(byte) {
          if byte == UInt8(ascii: "a"), line.continues("all rights reserved", at: index) {
            index += "all rights reserved".utf8.count
            continue
          }
          var hash = WordHash.start
          while index < text.count, FoldedLine.isWordByte(text[index]) {
            hash = WordHash.adding(hash, text[index])
            index += 1
          }
          append(hash, line.number, line.marks(after: index))
        } else if byte == UInt8(ascii: "<"), let end = line.endOfTag(at: index) {
          index = end
        } else if byte == UInt8(ascii: "&"), let end = line.endOfEntity(at: index) {
          index = end
        } else {
          index += 1
        }
      }
    }
  }
}

extension FoldedLine {
  /// The punctuation that follows a word which ends at `end`.
  fileprivate func marks(after end: Int) -> LicenseWords.Marks {
    guard end < text.count else { return [] }
    switch text[end] {
    case UInt8(ascii: "+"): return .plus
    case UInt8(ascii: ":"): return .colon
    case UInt8(ascii: "."):
      return end + 1 == text.count || text[end + 1] <= UInt8(ascii: " ") ? .stop : []
    default: return []
    }
  }
}

/// Hashes of words: 32-bit FNV-1a of their bytes.
enum WordHash {
  /// The hash of no bytes.
  static let start: UInt32 = 0x811C_9DC5

  /// The hash of the bytes so far and one more.
  static func adding(_ hash: UInt32, _ byte: UInt8) -> UInt32 {
    (hash ^ UInt32(byte)) &* 0x0100_0193
  }

  /// The hash of a word's American spelling, by its own; nil for a word that only marks comments.
  ///
  /// Written as numbers, because it is called for every word of every file.
  static func ofUsualSpelling(_ hash: UInt32) -> UInt32? {
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
