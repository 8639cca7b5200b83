import VendorKit

/// What a tag or a version says of the release: `1.2.3` for `v1.2.3`, `lib-1_2_3` and `release/1.2.3`.
struct ReleaseTag: Hashable, Sendable {
  /// Runs of digits without leading zeros, and runs of letters in lower case.
  private let parts: [Substring]
  /// How many of them are numbers.
  let numberCount: Int

  /// Reads `text`.
  ///
  /// - Parameter names: names of the package in lower case; a tag may begin with one, and where it has
  ///   digits (`bzip2-1.0.8`) they are not the release's.
  /// - Complexity: O(length × names).
  init(_ text: String, names: Set<String>) {
    var rest = Substring(text.lowercased())
    for name in names where name.contains(where: \.isNumber) && rest.hasPrefix(name) {
      let tail = rest.dropFirst(name.count)
      guard let separator = tail.first, "-_/ ".contains(separator) else { continue }
      rest = tail
      break
    }
    parts = Self.parts(of: rest.drop { !($0.isASCII && $0.isNumber) })
    numberCount = parts.count { $0.first?.isNumber ?? true }
  }

  /// Whether there is a number in it.
  var isVersion: Bool { numberCount > 0 }

  /// Whether `other` is this release or a revision of it, as distributions number theirs.
  func begins(_ other: ReleaseTag) -> Bool { other.parts.starts(with: parts) }

  private static func parts(of text: Substring) -> [Substring] {
    var parts: [Substring] = []
    var rest = text
    while let first = rest.first {
      if let number = rest.takeNumber() {
        parts.append(number.digits)
      } else if first.isLetter {
        let run = rest.prefix(while: \.isLetter)
        parts.append(run)
        rest = rest[run.endIndex...]
      } else {
        rest = rest.dropFirst()
      }
    }
    return parts
  }
}
