import Synchronization

/// A cache of recognised stretches of words: most files of a package have the same notice.
final class KnownStretches: Sendable {
  /// The most stretches that are cached, and the most words of one.
  private static let limit = 1000
  private static let limitWords = 4000

  private let known = Mutex<[[UInt32]: [LicenseMatch]]>([:])

  /// What `LicenseRecognizer` recognises in `words`.
  func matches(in words: LicenseWords) -> [LicenseMatch] {
    let key = words.hashes
    if let matches = known.withLock({ $0[key] }) {
      return matches.map { match in
        LicenseMatch(
          kind: match.kind, identifiers: match.identifiers, similarity: match.similarity,
          words: match.words, lines: words.lines(of: match.words))
      }
    }
    let matches = LicenseRecognizer().outcome(in: words).matches
    if key.count <= Self.limitWords {
      known.withLock { if $0.count < Self.limit { $0[key] = matches } }
    }
    return matches
  }
}
