import CAuditKit

/// Scans source text for what its display hides: bidirectional controls, invisible characters and
/// words with look-alike letters. Also counts lines and measures the longest one.
struct TextScan: Sendable {
  /// A hidden character or a look-alike word, with its line.
  struct Site: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case unpairedBidi
      case pairedBidi
      case invisible
      case lookalike
    }
    let kind: Kind
    let line: Int
    let detail: String
  }

  /// The most sites of one file that are kept.
  static let limitSites = 50

  private(set) var sites: [Site] = []
  /// How many sites were found, kept or not.
  private(set) var siteCount = 0
  private(set) var longestLineBytes = 0
  private(set) var byteCount = 0
  private(set) var lineCount = 1

  private var line = 1
  private var lineStart = 0
  /// The controls that would close those that are open on this line.
  private var openControls: [UInt32] = []
  private var firstControl: UInt32?
  private var word: [UInt32] = []
  private var pending: [UInt8] = []
  private var isFirstScalar = true

  /// Scans the next bytes of the text.
  ///
  /// - Complexity: O(bytes); of a line in ASCII only its end and the bytes' high bits are checked.
  mutating func scan(_ bytes: UnsafeRawBufferPointer) {
    var index = 0
    while index < bytes.count {
      if let end = endOfPlainLine(bytes, from: index) {
        endLine(at: byteCount + end)
        isFirstScalar = false
        index = end + 1
      } else {
        index = scanLine(bytes, from: index)
      }
    }
    byteCount += bytes.count
  }

  /// The end of the line at `start` if it is complete and all ASCII, so that nothing is hidden in it.
  private func endOfPlainLine(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard word.isEmpty, pending.isEmpty, firstControl == nil else { return nil }
    guard let base = bytes.baseAddress else { preconditionFailure("bytes[start] exists") }
    let count = byte_plain_line(base + start, bytes.count - start)
    return count < 0 ? nil : start + count
  }

  /// Scans byte by byte up to the end of a line; returns where the next one begins.
  private mutating func scanLine(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte < 0x80 {
        pending = []
        isFirstScalar = false
        if byte == UInt8(ascii: "\n") {
          endWord()
          endLine(at: byteCount + index - 1)
          break
        }
        if !word.isEmpty || Self.isWordByte(byte) { takeASCII(byte) }
      } else {
        pending.append(byte)
        if let scalar = completeScalar() { take(scalar) }
      }
    }
    return index
  }

  /// Ends the last word and the last line.
  mutating func finish() {
    endWord()
    endLine(at: byteCount)
    lineCount = line
  }

  /// Adds an ASCII byte to the word that it belongs to, or ends the word.
  private mutating func takeASCII(_ byte: UInt8) {
    if Self.isWordByte(byte) {
      if word.count < 64 { word.append(UInt32(byte)) }
    } else {
      endWord()
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (65...90).contains(byte & 0xDF) || (48...57).contains(byte) || byte == UInt8(ascii: "_")
  }

  /// The scalar that the pending bytes encode; nil while bytes are missing. Invalid ones are dropped.
  private mutating func completeScalar() -> UInt32? {
    let first = pending[0]
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0
    guard length > 0 else {
      pending = []
      return nil
    }
    guard pending.count == length else { return nil }
    defer { pending = [] }
    var scalar = UInt32(first) & (0x7F >> UInt32(length))
    for byte in pending.dropFirst() {
      guard byte & 0xC0 == 0x80 else { return nil }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    return scalar
  }

  private mutating func take(_ scalar: UInt32) {
    defer { isFirstScalar = false }
    switch scalar {
    case 0x202A, 0x202B, 0x202D, 0x202E:
      open(scalar, closedBy: 0x202C)
    case 0x2066, 0x2067, 0x2068:
      open(scalar, closedBy: 0x2069)
    case 0x202C, 0x2069:
      if let opened = openControls.lastIndex(of: scalar) { openControls.removeSubrange(opened...) }
    case 0xFEFF where isFirstScalar:
      break  // A byte order mark.
    case 0x00AD, 0x180E, 0x200B, 0x2060...0x2064, 0xFEFF, 0xE0000...0xE007F, 0x3164, 0x115F, 0x1160,
      0xFFA0:
      add(.invisible, "U+\(Self.hex(scalar))")
    default:
      if Self.script(of: scalar) != nil {
        if word.count < 64 { word.append(scalar) }
      } else {
        endWord()
      }
    }
  }

  private mutating func open(_ control: UInt32, closedBy closing: UInt32) {
    if openControls.count < 256 { openControls.append(closing) }
    firstControl = firstControl ?? control
  }

  private mutating func endLine(at end: Int) {
    if let firstControl {
      let name = "U+\(Self.hex(firstControl))"
      add(openControls.isEmpty ? .pairedBidi : .unpairedBidi, name)
    }
    openControls = []
    firstControl = nil
    longestLineBytes = max(longestLineBytes, end - lineStart)
    lineStart = end + 1
    line += 1
  }

  /// Reports the word if it mixes Latin letters with look-alike letters of another script.
  private mutating func endWord() {
    defer { word.removeAll(keepingCapacity: true) }
    guard let foreign = Self.foreignLookalike(in: word) else { return }
    let text = String(String.UnicodeScalarView(word.compactMap(Unicode.Scalar.init)))
    add(.lookalike, "\(text) with U+\(Self.hex(foreign))")
  }

  /// The first letter of `word` that is not Latin but looks so, beside Latin ones; nil if there is
  /// none.
  static func foreignLookalike(in word: [UInt32]) -> UInt32? {
    guard word.contains(where: { $0 >= 0x80 }),
      word.contains(where: { script(of: $0) == .latin }),
      // Real words of the other script have letters that resemble no Latin one.
      word.allSatisfy({
        script(of: $0) == .latin || script(of: $0) == .none || lookalikes.contains($0)
      })
    else { return nil }
    return word.first { lookalikes.contains($0) }
  }

  private enum Script { case latin, greek, cyrillic }

  private static func script(of scalar: UInt32) -> Script? {
    switch scalar {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F: .latin
    case 0x370...0x3FF: .greek
    case 0x400...0x52F: .cyrillic
    default: nil
    }
  }

  /// Cyrillic and Greek letters that look like a Latin one (Unicode TS 39, confusables: single
  /// letters whose prototype is one ASCII letter).
  private static let lookalikes: Set<UInt32> = [
    0x430, 0x435, 0x43E, 0x440, 0x441, 0x443, 0x445, 0x455, 0x456, 0x458, 0x4BB, 0x501, 0x51B,
    0x51D,
    0x410, 0x412, 0x415, 0x41A, 0x41C, 0x41D, 0x41E, 0x420, 0x421, 0x422, 0x425, 0x405, 0x406,
    0x408,
    0x391, 0x392, 0x395, 0x396, 0x397, 0x399, 0x39A, 0x39C, 0x39D, 0x39F, 0x3A1, 0x3A4, 0x3A5,
    0x3A7,
    0x3BF, 0x3BD, 0x3C5, 0x3F2, 0x3F3,
  ]

  private static func hex(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private mutating func add(_ kind: Site.Kind, _ detail: String) {
    let site = Site(kind: kind, line: line, detail: detail)
    guard sites.last != site else { return }
    siteCount += 1
    if sites.count < Self.limitSites { sites.append(site) }
  }
}
