/// Compares two texts word by word, where they have as many words.
struct WordPairs {
  private let values: VariedValues
  private let times: TimeSearch
  private(set) var causes: [Cause] = []

  init(_ values: VariedValues, _ times: TimeSearch) {
    (self.values, self.times) = (values, times)
  }

  /// The bytes from the first difference to the last, with the words around them.
  static func differing(_ one: [UInt8], _ other: [UInt8]) -> ([UInt8], [UInt8]) {
    let common = min(one.count, other.count)
    var start = 0
    while start < common, one[start] == other[start] { start += 1 }
    var end = 0
    while end < common - start, one[one.count - 1 - end] == other[other.count - 1 - end] {
      end += 1
    }
    start = max(0, start - context)
    end = max(0, end - context)
    return (
      Array(one[start..<min(one.count - end, start + limit)]),
      Array(other[start..<min(other.count - end, start + limit)])
    )
  }

  private static let context = 48
  private static let limit = 8 << 20

  mutating func compare(_ one: [UInt8], _ other: [UInt8]) {
    let (words, others) = (Self.words(one), Self.words(other))
    guard words.count == others.count else {
      // A word of one build only; what it stands beside is unknown.
      let (only, otherOnly) = (Set(words), Set(others))
      for pair in values.words
      where pair.first.count > 3 && only.contains(pair.first) && otherOnly.contains(pair.second) {
        add(pair.kind, "\(pair.what) \(Self.text(pair.first))")
      }
      return
    }
    for (word, match) in zip(words, others) where word != match { classify(word, match) }
  }

  /// Letters, digits and what stands inside paths, times and numbers; a comma only between digits.
  private static func words(_ bytes: [UInt8]) -> [[UInt8]] {
    func isDigit(_ index: Int) -> Bool {
      bytes.indices.contains(index) && 0x30...0x39 ~= bytes[index]
    }
    return bytes.indices.split { index in
      switch bytes[index] {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: false
      case UInt8(ascii: ","): !isDigit(index - 1) || !isDigit(index + 1)
      default: !marks.contains(bytes[index])
      }
    }
    .map { Array(bytes[$0.startIndex..<$0.endIndex]) }
  }

  private static let marks = Array("_+:./<>%-".utf8)

  private mutating func classify(_ word: [UInt8], _ match: [UInt8]) {
    if let pair = values.words.first(where: { $0.first == word && $0.second == match }) {
      add(pair.kind, "\(pair.what) \(Self.text(word))")
      return
    }
    let (text, other) = (Self.text(word), Self.text(match))
    if word.map({ $0 == 0x2E ? 0x2C : $0 }) == match, word.contains(0x2E) {
      add(.locale, "a number with the locale's decimal sign, \(text) and \(other)")
    } else if Self.isUUID(word), Self.isUUID(match) {
      add(.random, "a random identifier, \(text)")
    } else if text.hasPrefix("0x"), other.hasPrefix("0x"), min(word.count, match.count) > 10 {
      add(.aslr, "an address in memory, \(text)")
    } else if text.hasPrefix("/tmp/") || text.hasPrefix("/var/tmp/"),
      !text.hasPrefix(values.workFolder)
    {
      add(.temporaryName, "the name of a temporary file, \(text)")
    } else if word.count == match.count, word.count >= 16, Self.isHexadecimal(word + match) {
      let isDigest = [32, 40, 56, 64, 96, 128].contains(word.count)
      add(
        isDigest ? .digest : .random,
        isDigest ? "a digest, \(text)" : "a random number, \(text)")
    } else {
      classifyNumbers(word, match)
    }
  }

  /// Compares the first run of digits that differs.
  private mutating func classifyNumbers(_ word: [UInt8], _ match: [UInt8]) {
    let runs = zip(Self.numbers(word), Self.numbers(match))
    guard let (number, other) = runs.first(where: { $0 != $1 }) else { return }
    if let first = values.firstProcess, let value = Int(number), let second = Int(other),
      first.0...first.0 + 9999 ~= value, first.1...first.1 + 9999 ~= second
    {
      add(.pid, "a process ID, \(number)")
    } else if let pair = values.words.first(where: {
      $0.kind == .processors && Self.text($0.first) == number && Self.text($0.second) == other
    }) {
      add(pair.kind, "\(pair.what), \(number)")
    }
  }

  private static func numbers(_ word: [UInt8]) -> [String] {
    word.split { !(0x30...0x39 ~= $0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// RFC 9562: 8, 4, 4, 4 and 12 hexadecimal digits.
  private static func isUUID(_ word: [UInt8]) -> Bool {
    let parts = word.split(separator: 0x2D, omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { isHexadecimal(Array($0)) }
  }

  private static func isHexadecimal(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 || 0x41...0x46 ~= $0 }
  }

  private mutating func add(_ kind: Cause.Kind, _ what: String) {
    if !causes.contains(where: { $0.kind == kind }) {
      causes.append(Cause(kind: kind, what: what, places: []))
    }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
