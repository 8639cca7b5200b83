import VendorKit

/// A version in the order of RubyGems' `Gem::Version`: a word sorts before a number and before the end.
struct RubyVersion: Sendable {
  private var segments: [VersionSegment] = []

  init(_ text: String) {
    var rest = Substring(text)
    while let first = rest.first {
      if let number = rest.takeNumber() {
        segments.append(.number(number))
      } else if first.isLetter {
        let run = rest.prefix(while: \.isLetter)
        rest = rest[run.endIndex...]
        segments.append(.word(String(run)))
      } else {
        if first == "-" { segments.append(.word("pre")) }
        rest = rest.dropFirst()
      }
    }
    dropZeros(before: segments.count)
    // Zeros before the first word mean nothing either: 1.0.a is 1.a.
    if let word = segments.firstIndex(where: { if case .word = $0 { true } else { false } }) {
      dropZeros(before: word)
    }
  }

  private mutating func dropZeros(before end: Int) {
    var start = end
    while start > 0, case .number(let number) = segments[start - 1], number.digits.isEmpty {
      start -= 1
    }
    segments.removeSubrange(start..<end)
  }

  func compare(_ other: RubyVersion) -> Int {
    compareLists(segments, other.segments, filler: .number(.zero)) { left, right in
      switch (left, right) {
      case (.number(let a), .number(let b)): a.compare(b)
      case (.word(let a), .word(let b)): compareBytes(a, b)
      case (.number, .word): 1
      case (.word, .number): -1
      }
    }
  }
}
