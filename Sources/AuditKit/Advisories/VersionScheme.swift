/// How versions of one ecosystem are ordered: each registry has rules of its own, and a range means
/// nothing without them.
enum VersionScheme: Sendable, Hashable {
  /// Semantic Versioning 2.0.0, section 11.
  case semantic
  /// PEP 440, as PyPI orders.
  case python
  /// deb-version(7), as dpkg orders.
  case debian
  /// rpmvercmp with epochs, as rpm orders.
  case rpm
  /// Maven's ComparableVersion.
  case maven
  /// `Gem::Version`.
  case ruby
  /// Numbers as numbers and words as words, for ecosystems without published rules.
  case natural

  /// The scheme of an OSV ecosystem; what follows a colon, a release such as `Debian:12`, does not matter.
  init(ecosystem: String) {
    let name = ecosystem.prefix { $0 != ":" }
    self =
      switch name {
      case "npm", "crates.io", "Go", "Hex", "Pub", "SwiftURL", "NuGet", "Packagist",
        "GitHub Actions", "Julia":
        .semantic
      case "PyPI": .python
      case "Debian", "Ubuntu", "Echo": .debian
      case "Red Hat", "Rocky Linux", "AlmaLinux", "SUSE", "openSUSE", "Mageia", "openEuler",
        "Photon OS", "Azure Linux":
        .rpm
      case "Maven": .maven
      case "RubyGems": .ruby
      default: .natural
      }
  }

  /// Whether `left` comes before, is the same as, or comes after `right`.
  ///
  /// Total for all strings: what does not follow the scheme's grammar is ordered naturally.
  ///
  /// - Returns: a negative number, zero or a positive one.
  /// - Complexity: O(length).
  func compare(_ left: String, _ right: String) -> Int {
    switch self {
    case .semantic:
      return compareParsed(left, right, SemanticVersion.init) { $0.compare($1) }
    case .python:
      return compareParsed(left, right, PythonVersion.init) { $0.compare($1) }
    case .debian:
      return PackageManagerVersion.compareDebian(left, right)
    case .rpm:
      return PackageManagerVersion.compareRPM(left, right)
    case .maven:
      return MavenVersion(left).compare(MavenVersion(right))
    case .ruby:
      return RubyVersion(left).compare(RubyVersion(right))
    case .natural:
      return NaturalVersion(left).compare(NaturalVersion(right))
    }
  }

  private func compareParsed<Version>(
    _ left: String, _ right: String, _ parse: (String) -> Version?,
    _ compare: (Version, Version) -> Int
  ) -> Int {
    guard let a = parse(left), let b = parse(right) else {
      return NaturalVersion(left).compare(NaturalVersion(right))
    }
    return compare(a, b)
  }
}

/// Numbers of any length, as digits without leading zeros.
struct DigitString: Sendable {
  let digits: Substring

  /// The number that `text`, digits only, spells; nil for anything else.
  init?(_ text: some StringProtocol) {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    digits = Substring(text.drop { $0 == "0" })
  }

  static let zero: DigitString = DigitString(digits: "")

  private init(digits: Substring) { self.digits = digits }

  func compare(_ other: DigitString) -> Int {
    let byLength = digits.utf8.count - other.digits.utf8.count
    return byLength != 0 ? byLength : compareBytes(digits, other.digits)
  }
}

/// Compares as bytes, not as Swift compares text.
func compareBytes(_ left: some StringProtocol, _ right: some StringProtocol) -> Int {
  if left.utf8.elementsEqual(right.utf8) { return 0 }
  return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
}

/// The first difference between two lists, the shorter filled up with `filler`.
func compareLists<Element>(
  _ left: [Element], _ right: [Element], filler: Element, by compare: (Element, Element) -> Int
) -> Int {
  for index in 0..<max(left.count, right.count) {
    let order = compare(
      index < left.count ? left[index] : filler, index < right.count ? right[index] : filler)
    if order != 0 { return order }
  }
  return 0
}
