import VendorKit

/// A version by Semantic Versioning 2.0.0, with any number of components: NuGet has four, tags often
/// two.
struct SemanticVersion: Sendable {
  let numbers: [DigitString]
  let prerelease: [Substring]
  /// Empty unless it counts.
  let build: [Substring]

  /// Parses `text`; a leading `v` is ignored.
  ///
  /// - Parameters:
  ///   - countsBuild: whether the metadata after `+` counts, as on pub.dev.
  ///   - revisesAfterDash: whether a number after the dash is a further component, as Bitnami's.
  init?(_ text: String, countsBuild: Bool = false, revisesAfterDash: Bool = false) {
    var rest = Substring(text)
    if rest.first == "v" || rest.first == "V" { rest = rest.dropFirst() }
    let plus = rest.firstIndex(of: "+") ?? rest.endIndex
    let metadata = rest[plus...].dropFirst()
    rest = rest[..<plus]
    let core = rest.prefix { $0 != "-" }
    var numbers: [DigitString] = []
    for part in core.split(separator: ".", omittingEmptySubsequences: false) {
      guard let number = DigitString(part) else { return nil }
      numbers.append(number)
    }
    var prerelease: [Substring] = []
    if core.endIndex < rest.endIndex {
      let tail = rest[rest.index(after: core.endIndex)...]
      if revisesAfterDash, numbers.count <= 3, let revision = DigitString(tail) {
        numbers += Array(repeating: .zero, count: 3 - numbers.count) + [revision]
      } else {
        prerelease = tail.split(separator: ".", omittingEmptySubsequences: false)
      }
    }
    self.numbers = numbers
    self.prerelease = prerelease
    build =
      countsBuild && !metadata.isEmpty
      ? metadata.split(separator: ".", omittingEmptySubsequences: false) : []
  }

  /// Precedence by section 11 of the specification, then by the build where that counts.
  func compare(_ other: SemanticVersion) -> Int {
    let order = compareLists(numbers, other.numbers, filler: .zero) { $0.compare($1) }
    if order != 0 { return order }
    if prerelease.isEmpty != other.prerelease.isEmpty { return prerelease.isEmpty ? 1 : -1 }
    let byPrerelease = compareIdentifiers(prerelease, other.prerelease, numbersFirst: true)
    if byPrerelease != 0 { return byPrerelease }
    return compareIdentifiers(build, other.build, numbersFirst: true)
  }
}
