import BroadcastPool
import VendorKit

/// A cache of recognised excerpts: most files of a package have the same notice.
final class RecognitionCache: Sendable {
  /// The most excerpts that are cached.
  private static let limit = 1 << 16

  /// By the digest of an excerpt's words and marks, which is far shorter than they are.
  private let known = Locked<[SHA256Digest: KnownItems]>([:])

  /// What is recognised in a file's words.
  struct Outcome {
    var items: [LicenceItem]
    /// What the file takes back of a licence in it.
    var restrictions: [UseRestriction]
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
        items: items,
        restrictions: UseRestriction.all(in: words, outcome.matches, isWhole: true),
        nearest: outcome.nearest,
        wordCount: ranges.ranges.reduce(0) { $0 + $1.count })
    }
    let key = words.digest
    if let (items, restrictions) = known.withLock({ $0[key] }) {
      return Outcome(items: items.map { $0.placed(in: words) }, restrictions: restrictions)
    }
    let (items, outcome) = Self.recognised(words)
    let places = items.map { KnownItem($0, in: words) }
    let restrictions = UseRestriction.all(in: words, outcome.matches, isWhole: false)
    known.withLock { if $0.count < Self.limit { $0[key] = (places, restrictions) } }
    return Outcome(items: items, restrictions: restrictions)
  }

  private static func recognised(
    _ words: LicenseWords
  ) -> (items: [LicenceItem], outcome: LicenseRecognizer.Outcome) {
    let marks = LicenseChoiceMarks.all(in: words)
    let interruption = LicenseChoiceMarks.interruption(in: words, marks)
    let outcome = LicenseRecognizer().outcome(in: words, around: interruption)
    return (
      LicenceItem.items(of: outcome.matches, marks, in: words, around: interruption), outcome
    )
  }
}

private typealias KnownItems = (items: [KnownItem], restrictions: [UseRestriction])

/// An item of any file with the same words, on whichever lines they are.
private struct KnownItem: Sendable {
  private let item: LicenceItem
  /// The first words of the first and of the last line of the item, which may be fewer than those of
  /// its words: a choice is said in one line.
  private let lines: ClosedRange<Int>

  init(_ item: LicenceItem, in words: LicenseWords) {
    self.item = item
    let first = words.lines.firstIndex { $0 >= item.lines.lowerBound }
    let last = words.lines.firstIndex { $0 >= item.lines.upperBound }
    guard let first, let last else { preconditionFailure("an item is on lines of its words") }
    lines = first...last
  }

  func placed(in words: LicenseWords) -> LicenceItem {
    var item = item
    item.lines = Int(words.lines[lines.lowerBound])...Int(words.lines[lines.upperBound])
    return item
  }
}

extension LicenseWords {
  /// The digest of the words and of the marks around them.
  fileprivate var digest: SHA256Digest {
    var hash = SHA256()
    hashes.withUnsafeBytes { hash.update($0) }
    marks.withUnsafeBytes { hash.update($0) }
    return hash.finish()
  }
}
