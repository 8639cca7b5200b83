import VendorKit

/// A version in the order of Maven's ComparableVersion: components are separated by `.`, `-` and changes
/// between digits and letters, qualifiers have an order of their own, and trailing zeros and empty
/// qualifiers are ignored.
///
/// Sublists after dashes are flattened, which changes the order only of versions that have both
/// separators at the same place.
struct MavenVersion: Sendable {
  private var items: [VersionSegment] = []

  init(_ text: String) {
    var rest = Substring(text.lowercased())
    while let first = rest.first {
      if first == "." || first == "-" || first == "_" {
        rest = rest.dropFirst()
      } else if let number = rest.takeNumber() {
        items.append(.number(number))
      } else {
        let run = rest.prefix { !".-_".contains($0) && !($0.isASCII && $0.isNumber) }
        rest = rest[run.endIndex...]
        let beforeDigit = rest.first.map { $0.isASCII && $0.isNumber } ?? false
        items.append(.word(Self.spelledOut(String(run), beforeDigit: beforeDigit)))
      }
    }
    while let last = items.last, Self.isNothing(last) {
      items.removeLast()
    }
  }

  func compare(_ other: MavenVersion) -> Int {
    for index in 0..<max(items.count, other.items.count) {
      let left = index < items.count ? items[index] : nil
      let right = index < other.items.count ? other.items[index] : nil
      let order = Self.compare(left, right)
      if order != 0 { return order }
    }
    return 0
  }

  private static func compare(_ left: VersionSegment?, _ right: VersionSegment?) -> Int {
    switch (left, right) {
    case (.number(let a), .number(let b)): return a.compare(b)
    case (.number(let a), nil): return a.compare(.zero)
    case (nil, .number(let b)): return DigitString.zero.compare(b)
    case (.number, .word): return 1
    case (.word, .number): return -1
    default:
      let order = rank(left) - rank(right)
      if order != 0 { return order }
      if case .word(let a) = left, case .word(let b) = right { return compareBytes(a, b) }
      return 0
    }
  }

  private static let qualifiers = ["alpha", "beta", "milestone", "rc", "snapshot", "", "sp"]

  /// The rank of a qualifier; words that Maven does not know come last.
  private static func rank(_ item: VersionSegment?) -> Int {
    guard case .word(let word) = item else { return 5 }
    return qualifiers.firstIndex(of: word) ?? qualifiers.count
  }

  private static func isNothing(_ item: VersionSegment) -> Bool {
    switch item {
    case .number(let number): number.compare(.zero) == 0
    case .word(let word): word.isEmpty
    }
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
