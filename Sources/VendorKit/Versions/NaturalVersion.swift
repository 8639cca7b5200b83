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
