import VendorKit

/// The order of versions in one ecosystem: each registry has its own rules, on which the meaning of a
/// range depends.
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

  /// The scheme of an OSV ecosystem, whose release is ignored (`Debian:12`).
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
  /// Defined for all strings: those that do not follow the scheme's grammar are ordered as ``natural``.
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

/// A part of a version: a number, or a word beside it.
enum VersionSegment: Sendable {
  case number(DigitString)
  case word(String)
}

extension Substring {
  /// Removes the ASCII digits that the text begins with; nil if there are none.
  mutating func takeNumber() -> DigitString? {
    let digits = prefix { $0.isASCII && $0.isNumber }
    self = self[digits.endIndex...]
    return DigitString(digits)
  }
}
