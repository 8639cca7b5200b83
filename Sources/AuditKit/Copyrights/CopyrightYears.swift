/// The years of copyright statements, as ranges.
struct CopyrightYears: Hashable, Sendable {
  /// Years in which something was published.
  private(set) var years: Set<Int> = []
  /// Whether a statement goes on "to the present".
  var isOpen = false

  var isEmpty: Bool { years.isEmpty }
  var first: Int? { years.min() }

  /// Adds a range of years; an implausible one is left out.
  mutating func insert(_ range: ClosedRange<Int>) {
    guard Self.plausible.contains(range.lowerBound), Self.plausible.contains(range.upperBound)
    else { return }
    years.formUnion(range)
  }

  mutating func formUnion(_ other: CopyrightYears) {
    years.formUnion(other.years)
    isOpen = isOpen || other.isOpen
  }

  /// What can be a year of a copyright in software.
  static let plausible = 1950...2099
}

extension CopyrightYears: CustomStringConvertible {
  /// `1995-2022, 2024`; `2015-present`.
  var description: String {
    var ranges: [ClosedRange<Int>] = []
    for year in years.sorted() {
      if let last = ranges.last, last.upperBound == year - 1 {
        ranges[ranges.count - 1] = last.lowerBound...year
      } else {
        ranges.append(year...year)
      }
    }
    let texts = ranges.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    guard isOpen, let last = ranges.last else { return texts.joined(separator: ", ") }
    return (texts.dropLast() + ["\(last.lowerBound)-present"]).joined(separator: ", ")
  }
}
