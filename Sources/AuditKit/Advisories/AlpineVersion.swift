import VendorKit

/// A version in the order of apk (apk-package(5), "PACKAGE VERSION"):
/// `number{.number}…{letter}{_suffix{number}}…{~hash}{-r#}`.
struct AlpineVersion: Sendable {
  private var numbers: [Substring] = []
  private var letter: UInt8 = 0
  private var suffixes: [(rank: Int, number: DigitString)] = []
  private var hash: Substring = ""
  private var revision: DigitString = .zero

  /// Parses `text`; nil if it does not follow the grammar.
  init?(_ text: String) {
    var rest = Substring(text)
    repeat {
      if !numbers.isEmpty { rest = rest.dropFirst() }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard !digits.isEmpty else { return nil }
      numbers.append(digits)
      rest = rest[digits.endIndex...]
    } while rest.first == "."
    if let byte = rest.utf8.first, (97...122).contains(byte) {
      letter = byte
      rest = rest.dropFirst()
    }
    while rest.first == "_" {
      rest = rest.dropFirst()
      let word = rest.prefix(while: \.isLetter)
      guard let rank = Self.ranks[String(word)] else { return nil }
      rest = rest[word.endIndex...]
      suffixes.append((rank, rest.takeNumber() ?? .zero))
    }
    if rest.first == "~" {
      hash = rest.dropFirst().prefix(while: \.isHexDigit)
      rest = rest[hash.endIndex...]
    }
    if rest.hasPrefix("-r") {
      rest = rest.dropFirst(2)
      guard let number = rest.takeNumber() else { return nil }
      revision = number
    }
    guard rest.isEmpty else { return nil }
  }

  /// What announces a release is below zero, what follows one above.
  private static let ranks = [
    "alpha": -4, "beta": -3, "pre": -2, "rc": -1,
    "cvs": 1, "svn": 2, "git": 3, "hg": 4, "p": 5,
  ]

  func compare(_ other: AlpineVersion) -> Int {
    for index in 0..<min(numbers.count, other.numbers.count) {
      let order = Self.compare(numbers[index], other.numbers[index], isFirst: index == 0)
      if order != 0 { return order }
    }
    if numbers.count != other.numbers.count { return numbers.count - other.numbers.count }
    if letter != other.letter { return Int(letter) - Int(other.letter) }
    let none = (rank: 0, number: DigitString.zero)
    let order = compareLists(suffixes, other.suffixes, filler: none) { left, right in
      left.rank != right.rank ? left.rank - right.rank : left.number.compare(right.number)
    }
    if order != 0 { return order }
    let byHash = compareBytes(hash, other.hash)
    return byHash != 0 ? byHash : revision.compare(other.revision)
  }

  /// A component that begins with a zero is a decimal fraction: 1.05 comes before 1.1.
  private static func compare(_ left: Substring, _ right: Substring, isFirst: Bool) -> Int {
    if !isFirst, left.first == "0" || right.first == "0" { return compareBytes(left, right) }
    // Both are digits only.
    return (DigitString(left) ?? .zero).compare(DigitString(right) ?? .zero)
  }
}
