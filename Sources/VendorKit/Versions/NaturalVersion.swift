/// A version in any scheme: runs of digits are numbers, runs of letters words, all else separates.
///
/// A missing number is zero. A word comes before the end of the other version when it names something
/// unfinished (alpha, beta, dev, pre, rc), and after it otherwise: 1.0rc1 < 1.0 < 1.0a.
package struct NaturalVersion: Sendable {
  private enum Part {
    case number(DigitString)
    case word(String)
    case end
  }

  private var parts: [Part] = []

  /// Any text is a version.
  package init(_ text: String) {
    var rest = Substring(text)
    if rest.first == "v" || rest.first == "V" { rest = rest.dropFirst() }
    while let first = rest.first {
      if first.isASCII, first.isNumber {
        let run = rest.prefix { $0.isASCII && $0.isNumber }
        parts.append(DigitString(run).map(Part.number) ?? .end)
        rest = rest[run.endIndex...]
      } else if first.isLetter {
        let run = rest.prefix(while: \.isLetter)
        parts.append(.word(run.lowercased()))
        rest = rest[run.endIndex...]
      } else {
        rest = rest.dropFirst()
      }
    }
  }

  /// Whether it is a pre-release, judged by its words.
  package var isPrerelease: Bool {
    parts.contains { if case .word(let word) = $0 { Self.rank(word) < 0 } else { false } }
  }

  /// Below zero, zero or above: whether this comes before, with or after `other`.
  package func compare(_ other: NaturalVersion) -> Int {
    compareLists(parts, other.parts, filler: .end) { left, right in
      switch (left, right) {
      case (.number(let a), .number(let b)): a.compare(b)
      case (.word(let a), .word(let b)):
        Self.rank(a) != Self.rank(b) ? Self.rank(a) - Self.rank(b) : compareBytes(a, b)
      case (.end, .end): 0
      case (.number(let a), .end): a.compare(.zero)
      case (.end, .number(let b)): DigitString.zero.compare(b)
      case (.word(let a), .end): Self.rank(a)
      case (.end, .word(let b)): -Self.rank(b)
      case (.number, .word): 1
      case (.word, .number): -1
      }
    }
  }

  /// Below zero for words that announce a release, above for all others.
  private static func rank(_ word: String) -> Int {
    switch word {
    case "dev", "snapshot": -5
    case "alpha": -4
    case "beta": -3
    case "pre", "preview": -2
    case "rc", "candidate": -1
    default: 1
    }
  }
}

/// Numbers of any length, as digits without leading zeros.
package struct DigitString: Sendable {
  package let digits: Substring

  /// Parses a number from digits only; nil for anything else.
  package init?(_ text: some StringProtocol) {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    digits = Substring(text.drop { $0 == "0" })
  }

  package static let zero: DigitString = DigitString(digits: "")

  private init(digits: Substring) { self.digits = digits }

  package func compare(_ other: DigitString) -> Int {
    let byLength = digits.utf8.count - other.digits.utf8.count
    return byLength != 0 ? byLength : compareBytes(digits, other.digits)
  }
}

/// Compares as bytes, not as Swift compares text.
package func compareBytes(_ left: some StringProtocol, _ right: some StringProtocol) -> Int {
  if left.utf8.elementsEqual(right.utf8) { return 0 }
  return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
}

/// The first difference between two lists, the shorter padded with `filler`.
package func compareLists<Element>(
  _ left: [Element], _ right: [Element], filler: Element, by compare: (Element, Element) -> Int
) -> Int {
  for index in 0..<max(left.count, right.count) {
    let order = compare(
      index < left.count ? left[index] : filler, index < right.count ? right[index] : filler)
    if order != 0 { return order }
  }
  return 0
}
