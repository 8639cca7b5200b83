/// Finds texts of the SPDX list in a run of words.
///
/// Two steps. Every run of four words is looked up among the anchors of all sketches; anchors in
/// the same order as in a licence show where a copy of it may be. There the words are
/// counted and compared with the licence's own: with *m* required words found, *r* required and *x*
/// in excess, the similarity is 2m / (m + r + x), the Dice coefficient. Words that the list marks as
/// optional or replaceable are neither required nor in excess. If several licences fit one place,
/// the one that leaves the fewest words unmatched is taken.
struct LicenseRecognizer: Sendable {
  /// The minimum similarity for the same text.
  static let threshold = 0.95
  /// The minimum similarity worth reporting.
  static let thresholdOfMention = 0.75

  private let table = LicenseSketchTable.standard
  /// Words that grant or forbid something, in the table's vocabulary: a text without one of them is not a
  /// licence with it, however similar the rest.
  private static let grants = Set(
    ["sell", "sublicense", "modify", "endorse"].map {
      LicenseSketchTable.standard.vocabulary.place(of: LicenseWords.hash($0))
    })

  /// The word that tells a licence from its twin, by the number of its sketch: zlib's with an
  /// acknowledgment that is required has "see the following" where the other says "not required".
  private static let telling: [Int: Int32] = {
    let table = LicenseSketchTable.standard
    let see = table.vocabulary.place(of: LicenseWords.hash("see"))
    let sketches = table.sketches.indices.filter {
      table.sketches[$0].identifiers.contains("zlib-acknowledgement")
    }
    return Dictionary(uniqueKeysWithValues: sketches.map { ($0, see) })
  }()

  /// The result of recognising a text.
  struct Outcome: Sendable {
    /// What was recognised, in reading order, without overlap.
    var matches: [LicenseMatch] = []
    /// The most similar licence below the threshold, outside what was recognised.
    var nearest: Nearest?
  }

  /// A licence that a text resembles.
  struct Nearest: Hashable, Sendable {
    let identifier: String
    let similarity: Double
    let line: Int
  }

  /// Finds all licences in `words`.
  ///
  /// - Complexity: linear in the words, plus the words of each place where a licence may be.
  func outcome(in words: LicenseWords) -> Outcome {
    let places = LicensePlaces(of: words.hashes, in: table)
    guard !places.all.isEmpty else { return Outcome() }
    let indices = words.hashes.map(table.vocabulary.place)
    // The words of one place at a time: what is added is subtracted again.
    var counts = [Int32](repeating: 0, count: table.vocabulary.count)
    let candidates = places.all.map { candidate(at: $0, indices, &counts) }
    return choice(among: candidates, words)
  }

  /// Finds all licences in `words`, also one that the paragraph at `interruption` stands in.
  func outcome(in words: LicenseWords, around interruption: Range<Int>?) -> Outcome {
    var outcome = outcome(in: words)
    guard let interruption,
      !outcome.matches.contains(where: { $0.words.overlaps(interruption) && $0.kind == .text })
    else { return outcome }
    let found = self.outcome(in: words.removing(interruption)).matches.first { match in
      match.kind == .text && match.words.lowerBound < interruption.lowerBound
        && match.words.upperBound > interruption.lowerBound
    }
    guard let found else { return outcome }
    let range = found.words.lowerBound..<(found.words.upperBound + interruption.count)
    outcome.matches.removeAll { $0.words.overlaps(range) }
    outcome.matches.append(
      LicenseMatch(
        kind: found.kind, identifiers: found.identifiers, similarity: found.similarity,
        words: range, lines: words.lines(of: range)))
    outcome.matches.sort { $0.words.lowerBound < $1.words.lowerBound }
    return outcome
  }

  /// A licence at a place, and how well it fits there.
  private struct Candidate {
    let sketch: Int
    let words: Range<Int>
    let similarity: Double
    /// The number of matching words, less five times those that differ: of two licences at one
    /// place the longer one wins, unless it requires changes to the shorter one.
    let balance: Int
  }

  /// - Parameter counts: zero for every word of the vocabulary, and so again afterwards.
  private func candidate(
    at place: LicensePlaces.Place, _ indices: [Int32], _ counts: inout [Int32]
  ) -> Candidate {
    let sketch = table.sketches[place.sketch]
    let words = trimmed(place.words, indices, sketch)
    for index in indices[words] where index >= 0 { counts[Int(index)] += 1 }
    var matched = 0
    var tolerated = 0
    var lacksDecisive = false
    for item in table.bags[sketch.required] {
      let word = Int(item.word)
      let found = min(counts[word], Int32(item.count))
      if found == 0 {
        lacksDecisive = lacksDecisive || isDecisive(Int32(item.word), for: place.sketch)
      }
      counts[word] -= found
      matched += Int(found)
    }
    for item in table.bags[sketch.tolerated] {
      tolerated += Int(min(counts[Int(item.word)], Int32(item.count)))
    }
    for index in indices[words] where index >= 0 { counts[Int(index)] = 0 }
    let excess = max(0, words.count - matched - tolerated - sketch.freeCount)
    let missing = sketch.requiredCount - matched
    let similarity = 2 * Double(matched) / Double(matched + sketch.requiredCount + excess)
    return Candidate(
      sketch: place.sketch, words: words,
      similarity: lacksDecisive ? min(similarity, Self.threshold.nextDown) : similarity,
      balance: matched + tolerated - 5 * (excess + missing))
  }

  private func isDecisive(_ word: Int32, for sketch: Int) -> Bool {
    Self.grants.contains(word) || Self.telling[sketch] == word
  }

  /// The range without words at its ends that the sketch does not have: names and titles that stand
  /// where its own optional words would be.
  private func trimmed(
    _ range: Range<Int>, _ indices: [Int32], _ sketch: LicenseSketchTable.Sketch
  ) -> Range<Int> {
    func isForeign(_ word: Int32) -> Bool {
      !table.contains(word, in: sketch.required) && !table.contains(word, in: sketch.tolerated)
    }
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high, isForeign(indices[low]) { low += 1 }
    while low < high, isForeign(indices[high - 1]) { high -= 1 }
    return low < high ? low..<high : range
  }

  private func choice(among candidates: [Candidate], _ words: LicenseWords) -> Outcome {
    var outcome = Outcome()
    let sorted = candidates.sorted { left, right in
      if left.balance != right.balance { return left.balance > right.balance }
      if left.similarity != right.similarity { return left.similarity > right.similarity }
      return left.sketch < right.sketch
    }
    var taken: [Range<Int>] = []
    func isTaken(_ range: Range<Int>) -> Bool {
      taken.contains { $0.clamped(to: range).count * 2 > min($0.count, range.count) }
    }
    for candidate in sorted where candidate.similarity >= Self.threshold {
      guard !isTaken(candidate.words) else { continue }
      taken.append(candidate.words)
      let sketch = table.sketches[candidate.sketch]
      outcome.matches.append(
        LicenseMatch(
          kind: sketch.kind, identifiers: sketch.identifiers, similarity: candidate.similarity,
          words: candidate.words, lines: words.lines(of: candidate.words)))
    }
    // The example of a notice at the end of a licence's own file is not a notice.
    let texts = Set(outcome.matches.filter { $0.kind == .text }.flatMap(\.identifiers))
    outcome.matches.removeAll { $0.kind == .header && !texts.isDisjoint(with: $0.identifiers) }
    outcome.matches.sort { $0.words.lowerBound < $1.words.lowerBound }
    let near = sorted.filter {
      $0.similarity < Self.threshold && $0.similarity >= Self.thresholdOfMention
        && !isTaken($0.words)
    }.max { $0.similarity < $1.similarity }
    if let near {
      outcome.nearest = Nearest(
        identifier: table.sketches[near.sketch].identifiers[0], similarity: near.similarity,
        line: words.lines(of: near.words).lowerBound)
    }
    return outcome
  }
}

/// A licence, a notice or an exception that was recognised in a text.
struct LicenseMatch: Hashable, Sendable {
  /// What was recognised.
  let kind: LicenseSketchTable.Kind
  /// The identifiers with this text; more than one if only a notice could tell them apart.
  let identifiers: [String]
  /// The similarity of the words, 0.95 to 1.
  let similarity: Double
  /// The range of words it covers in the file's words.
  let words: Range<Int>
  /// The lines it covers.
  let lines: ClosedRange<Int>
}
