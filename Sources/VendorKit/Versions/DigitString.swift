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
