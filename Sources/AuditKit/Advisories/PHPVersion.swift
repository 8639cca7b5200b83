import VendorKit

/// A version in the order of PHP's `version_compare`, which Composer applies to Packagist's versions.
///
/// The text falls into runs of digits and of anything else; the forms of an unfinished version have an
/// order of their own, before numbers, and `pl` comes after them (the PHP manual, `version_compare`).
struct PHPVersion: Sendable {
  private var segments: [VersionSegment] = []

  /// Any text is a version.
  init(_ text: String) {
    var rest = Substring(text.lowercased())
    if rest.first == "v" { rest = rest.dropFirst() }
    while let first = rest.first {
      if "-_+.".contains(first) {
        rest = rest.dropFirst()
      } else if let number = rest.takeNumber() {
        segments.append(.number(number))
      } else {
        let run = rest.prefix { !"-_+.".contains($0) && !($0.isASCII && $0.isNumber) }
        rest = rest[run.endIndex...]
        segments.append(.word(String(run)))
      }
    }
  }

  func compare(_ other: PHPVersion) -> Int {
    for (left, right) in zip(segments, other.segments) {
      let order =
        switch (left, right) {
        case (.number(let a), .number(let b)): a.compare(b)
        default: Self.rank(left) - Self.rank(right)
        }
      if order != 0 { return order }
    }
    if segments.count == other.segments.count { return 0 }
    // What is left over is compared with a number: 1.0 is after 1.0rc1 and before 1.0.1 and 1.0pl1.
    let isLonger = segments.count > other.segments.count
    let (longer, shorter) = isLonger ? (segments, other.segments) : (other.segments, segments)
    let rest = longer[shorter.count]
    let order =
      if case .number = rest { 1 } else { Self.rank(rest) < Self.numberRank ? -1 : 1 }
    return isLonger ? order : -order
  }

  private static let numberRank = 5

  private static func rank(_ segment: VersionSegment) -> Int {
    guard case .word(let word) = segment else { return numberRank }
    // As PHP does, by how the word begins: `post` counts as `p`.
    let forms = [("dev", 1), ("a", 2), ("b", 3), ("rc", 4), ("p", 6)]
    return forms.first { word.hasPrefix($0.0) }?.1 ?? 0
  }
}
