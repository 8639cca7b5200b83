import BroadcastPool

/// A cache of recognised excerpts: most files of a package have the same notice.
final class RecognitionCache: Sendable {
  /// The most excerpts that are cached, and the most words of one.
  private static let limit = 1000
  private static let limitWords = 4000

  private struct Key: Hashable {
    let hashes: [UInt32]
    let marks: [LicenseWords.Marks]
  }

  private let known = Locked<[Key: [LicenceItem]]>([:])

  /// What is recognised in a file's words.
  struct Outcome {
    var items: [LicenceItem]
    var nearest: LicenseRecognizer.Nearest?
    /// The number of words in what was recognised.
    var wordCount = 0
  }

  /// What is recognised in `words`, which are an excerpt of a file or all of a licence file.
  func outcome(in words: LicenseWords, isWhole: Bool) -> Outcome {
    guard !isWhole else {
      let (items, outcome) = Self.recognised(words)
      // A text that only supplies a choice is recognised as well, and is no item.
      let ranges = RangeSet((outcome.matches.map(\.words) + items.map(\.words)))
      return Outcome(
        items: items, nearest: outcome.nearest,
        wordCount: ranges.ranges.reduce(0) { $0 + $1.count })
    }
    let key = Key(hashes: words.hashes, marks: words.marks)
    if let items = known.withLock({ $0[key] }) {
      return Outcome(items: items.map { $0.placed(in: words) })
    }
    let (items, _) = Self.recognised(words)
    if key.hashes.count <= Self.limitWords {
      known.withLock { if $0.count < Self.limit { $0[key] = items } }
    }
    return Outcome(items: items)
  }

  private static func recognised(
    _ words: LicenseWords
  ) -> (items: [LicenceItem], outcome: LicenseRecognizer.Outcome) {
    let interruption = LicenseChoiceMarks.interruption(in: words)
    let outcome = LicenseRecognizer().outcome(in: words, around: interruption)
    return (
      LicenceItem.items(of: outcome.matches, in: words, around: interruption), outcome
    )
  }
}
