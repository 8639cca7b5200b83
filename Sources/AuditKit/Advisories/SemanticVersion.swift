import VendorKit

/// A version by Semantic Versioning 2.0.0, with any number of components: NuGet has four, tags often
/// two.
struct SemanticVersion: Sendable {
  let numbers: [DigitString]
  let prerelease: [Substring]

  /// Parses `text`; a leading `v` and build metadata after `+` are ignored.
  init?(_ text: String) {
    var rest = Substring(text)
    if rest.first == "v" || rest.first == "V" { rest = rest.dropFirst() }
    rest = rest.prefix { $0 != "+" }
    let core = rest.prefix { $0 != "-" }
    var numbers: [DigitString] = []
    for part in core.split(separator: ".", omittingEmptySubsequences: false) {
      guard let number = DigitString(part) else { return nil }
      numbers.append(number)
    }
    self.numbers = numbers
    prerelease =
      core.endIndex == rest.endIndex
      ? []
      : rest[rest.index(after: core.endIndex)...].split(
        separator: ".", omittingEmptySubsequences: false)
  }

  /// Precedence by section 11 of the specification.
  func compare(_ other: SemanticVersion) -> Int {
    let order = compareLists(numbers, other.numbers, filler: .zero) { $0.compare($1) }
    if order != 0 { return order }
    switch (prerelease.isEmpty, other.prerelease.isEmpty) {
    case (true, true): return 0
    case (true, false): return 1
    case (false, true): return -1
    case (false, false): break
    }
    return compareIdentifiers(prerelease, other.prerelease, numbersFirst: true)
  }
}
