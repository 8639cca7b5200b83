import VendorKit

/// The order of versions in one ecosystem: each registry has its own rules, on which the meaning of a
/// range depends.
enum VersionScheme: Sendable, Hashable, CaseIterable {
  /// Semantic Versioning 2.0.0, section 11.
  case semantic
  /// NuGet's, where pre-releases are equal whatever their case.
  case nuget
  /// pub.dev's, where the build after `+` counts.
  case pub
  /// Bitnami's: semantic, and a revision of the package after a dash.
  case bitnami
  /// PEP 440, as PyPI orders.
  case python
  /// deb-version(7), as dpkg orders.
  case debian
  /// rpmvercmp with epochs, as rpm orders.
  case rpm
  /// apk-package(5), as apk orders.
  case alpine
  /// Maven's ComparableVersion.
  case maven
  /// `Gem::Version`.
  case ruby
  /// PHP's `version_compare`, as Packagist orders.
  case php
  /// Conan 2's.
  case conan
  /// Numbers between dots and dashes, of which the longer list is the greater: CRAN's and Hackage's.
  case numbers
  /// Numbers as numbers and words as words, for ecosystems without published rules.
  case natural

  /// Reads a version; nil where `text` is not one.
  ///
  /// - Complexity: O(length).
  func parse(_ text: String) -> OrderedVersion? {
    guard text.utf8.contains(where: \.isDigit) else { return nil }
    return switch self {
    case .semantic: SemanticVersion(text).map(OrderedVersion.semantic)
    case .nuget: SemanticVersion(text.lowercased()).map(OrderedVersion.semantic)
    case .pub: SemanticVersion(text, countsBuild: true).map(OrderedVersion.semantic)
    case .bitnami: SemanticVersion(text, revisesAfterDash: true).map(OrderedVersion.semantic)
    case .python: PythonVersion(text).map(OrderedVersion.python)
    case .debian: .debian(PackageManagerVersion(text))
    case .rpm: .rpm(PackageManagerVersion(text))
    case .alpine: AlpineVersion(text).map(OrderedVersion.alpine)
    case .maven: .maven(MavenVersion(text))
    case .ruby: .ruby(RubyVersion(text))
    case .php: .php(PHPVersion(text))
    case .conan: .conan(ConanVersion(text))
    case .numbers: NumberedVersion(text).map(OrderedVersion.numbers)
    case .natural: .natural(NaturalVersion(text))
    }
  }

  /// Whether `left` comes before, is the same as, or comes after `right`.
  ///
  /// Defined for all strings: those that do not follow the scheme's grammar are ordered as ``natural``.
  ///
  /// - Returns: a negative number, zero or a positive one.
  /// - Complexity: O(length).
  func compare(_ left: String, _ right: String) -> Int {
    guard let a = parse(left), let b = parse(right) else {
      return NaturalVersion(left).compare(NaturalVersion(right))
    }
    return a.compare(b)
  }
}

/// A version that was read by the rules of its ecosystem.
enum OrderedVersion: Sendable {
  case semantic(SemanticVersion)
  case python(PythonVersion)
  case debian(PackageManagerVersion)
  case rpm(PackageManagerVersion)
  case alpine(AlpineVersion)
  case maven(MavenVersion)
  case ruby(RubyVersion)
  case php(PHPVersion)
  case conan(ConanVersion)
  case numbers(NumberedVersion)
  case natural(NaturalVersion)

  /// Below zero, zero or above: whether this comes before, with or after `other`.
  ///
  /// - Precondition: both are of one scheme.
  func compare(_ other: OrderedVersion) -> Int {
    switch (self, other) {
    case (.semantic(let a), .semantic(let b)): a.compare(b)
    case (.python(let a), .python(let b)): a.compare(b)
    case (.debian(let a), .debian(let b)): a.compareAsDebian(b)
    case (.rpm(let a), .rpm(let b)): a.compareAsRPM(b)
    case (.alpine(let a), .alpine(let b)): a.compare(b)
    case (.maven(let a), .maven(let b)): a.compare(b)
    case (.ruby(let a), .ruby(let b)): a.compare(b)
    case (.php(let a), .php(let b)): a.compare(b)
    case (.conan(let a), .conan(let b)): a.compare(b)
    case (.numbers(let a), .numbers(let b)): a.compare(b)
    case (.natural(let a), .natural(let b)): a.compare(b)
    default: preconditionFailure("versions of different schemes")
    }
  }
}
