import VendorKit

/// A version of numbers alone, separated by dots and dashes; of two that are equal so far, the longer
/// one is the greater.
///
/// R's `package_version` ("Writing R Extensions", 1.1.1) and Cabal's `Version` both compare so.
struct NumberedVersion: Sendable {
  private let numbers: [DigitString]

  /// Parses `text`; nil if there is anything but numbers between the separators.
  init?(_ text: String) {
    var numbers: [DigitString] = []
    for part in text.split(omittingEmptySubsequences: false, whereSeparator: { ".-".contains($0) })
    {
      guard let number = DigitString(part) else { return nil }
      numbers.append(number)
    }
    self.numbers = numbers
  }

  func compare(_ other: NumberedVersion) -> Int {
    for (left, right) in zip(numbers, other.numbers) {
      let order = left.compare(right)
      if order != 0 { return order }
    }
    return numbers.count - other.numbers.count
  }
}
