import VendorKit

/// A part of a version: a number, or a word beside it.
enum VersionSegment: Sendable {
  case number(DigitString)
  case word(String)
}

/// Compares the identifiers of two versions one by one; of those that are equal so far, the longer
/// list is the greater.
///
/// - Parameter numbersFirst: whether a number comes before a word.
func compareIdentifiers(_ left: [Substring], _ right: [Substring], numbersFirst: Bool) -> Int {
  for (left, right) in zip(left, right) {
    let order =
      switch (DigitString(left), DigitString(right)) {
      case (let a?, let b?): a.compare(b)
      case (_?, nil): numbersFirst ? -1 : 1
      case (nil, _?): numbersFirst ? 1 : -1
      case (nil, nil): compareBytes(left, right)
      }
    if order != 0 { return order }
  }
  return left.count - right.count
}

extension Substring {
  /// Removes the ASCII digits that the text begins with; nil if there are none.
  mutating func takeNumber() -> DigitString? {
    let digits = prefix { $0.isASCII && $0.isNumber }
    self = self[digits.endIndex...]
    return DigitString(digits)
  }
}
