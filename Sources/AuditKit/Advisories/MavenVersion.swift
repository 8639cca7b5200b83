import VendorKit

/// A version in the order of Maven (the POM reference, "Version Order Specification").
///
/// Dots, hyphens, underscores and changes between digits and letters separate tokens; a token keeps
/// whether it follows a dot. What stands for nothing (0, `ga`, `final`) means nothing at the end and before
/// a hyphen.
struct MavenVersion: Sendable {
  private struct Token: Sendable {
    var followsDot: Bool
    var segment: VersionSegment

    /// Whether it is a zero or a qualifier of the release itself.
    var isNothing: Bool {
      switch segment {
      case .number(let number): number.digits.isEmpty
      case .word(let word): word.isEmpty
      }
    }
  }

  private var tokens: [Token] = []

  /// Any text is a version.
  init(_ text: String) {
    var rest = Substring(text.lowercased())
    var followsDot = true
    while true {
      if let number = rest.takeNumber() {
        tokens.append(Token(followsDot: followsDot, segment: .number(number)))
      } else if let first = rest.first, !Self.isSeparator(first) {
        let run = rest.prefix { !Self.isSeparator($0) && !Self.isDigit($0) }
        rest = rest[run.endIndex...]
        let beforeDigit = rest.first.map(Self.isDigit) ?? false
        let word = Self.spelledOut(String(run), beforeDigit: beforeDigit)
        tokens.append(Token(followsDot: followsDot, segment: .word(word)))
      } else {
        tokens.append(Token(followsDot: followsDot, segment: .number(.zero)))
      }
      guard let next = rest.first else { break }
      // Without a separator, the change between digits and letters is a hyphen.
      followsDot = next == "."
      if Self.isSeparator(next) { rest = rest.dropFirst() }
    }
    trim()
  }

  private mutating func trim() {
    var kept: [Token] = []
    for token in tokens.reversed() {
      let isLastOfItsPart = kept.last.map { !$0.followsDot } ?? true
      if token.isNothing, isLastOfItsPart { continue }
      kept.append(token)
    }
    tokens = kept.reversed()
  }

  func compare(_ other: MavenVersion) -> Int {
    for index in 0..<max(tokens.count, other.tokens.count) {
      let left = index < tokens.count ? tokens[index] : nil
      let right = index < other.tokens.count ? other.tokens[index] : nil
      let order = Self.compare(left ?? Self.filler(for: right), right ?? Self.filler(for: left))
      if order != 0 { return order }
    }
    return 0
  }

  /// What a shorter version has where the longer one has `token`.
  private static func filler(for token: Token?) -> Token {
    let segment: VersionSegment =
      if case .word = token?.segment { .word("") } else { .number(.zero) }
    return Token(followsDot: token?.followsDot ?? true, segment: segment)
  }

  private static func compare(_ left: Token, _ right: Token) -> Int {
    switch (left.segment, right.segment) {
    case (.number(let a), .number(let b)):
      if left.followsDot != right.followsDot { return left.followsDot ? 1 : -1 }
      return a.compare(b)
    case (.number, .word): return 1
    case (.word, .number): return -1
    case (.word(let a), .word(let b)):
      // As Maven itself compares, unlike the reference: 1.RC2 before 1-RC1.
      if left.followsDot != right.followsDot { return left.followsDot ? -1 : 1 }
      let order = rank(a) - rank(b)
      return order != 0 ? order : compareBytes(a, b)
    }
  }

  private static let qualifiers = ["alpha", "beta", "milestone", "rc", "snapshot", "", "sp"]

  /// The rank of a qualifier; words that Maven does not know come last.
  private static func rank(_ word: String) -> Int {
    qualifiers.firstIndex(of: word) ?? qualifiers.count
  }

  private static func isSeparator(_ character: Character) -> Bool { ".-_".contains(character) }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }

  private static func spelledOut(_ word: String, beforeDigit: Bool) -> String {
    switch word {
    case "a" where beforeDigit: "alpha"
    case "b" where beforeDigit: "beta"
    case "m" where beforeDigit: "milestone"
    case "cr": "rc"
    case "ga", "final", "release": ""
    default: word
    }
  }
}
