/// Finds the places in a text where copies of licences may be, by the anchors found there.
struct LicensePlaces {
  /// A range of words that may be a licence.
  struct Place: Hashable {
    let sketch: Int
    let words: Range<Int>
  }

  /// All places, licence by licence.
  private(set) var all: [Place] = []

  /// The words in a run; the same in `Scripts/spdx-license-data`.
  private static let run = 4
  /// The minimum share of a licence's anchors for a place.
  private static let share = 0.3

  /// The minimum number of different anchors for a place.
  static func leastHits(of sketch: LicenseSketchTable.Sketch) -> Int {
    max(
      sketch.anchorCount < 2 ? 1 : 2,
      Int((Double(sketch.anchorCount) * share).rounded(.up)))
  }

  /// The most anchors that are found in a text; only a hostile text has more.
  private static let limitHits = 1_000_000

  /// An anchor that was found: sketch, diagonal and position in one number, which sorts by them.
  private struct Hit {
    let key: UInt64

    init(sketch: Int32, position: Int32, word: Int) {
      let diagonal = UInt64(word - Int(position) + 1 << 23)
      key = UInt64(sketch) << 48 | diagonal << 24 | UInt64(position)
    }

    var sketch: Int { Int(key >> 48) }
    var position: Int { Int(key & 0xFF_FFFF) }
    /// Where the licence would begin, in words of the text.
    var diagonal: Int { Int(key >> 24 & 0xFF_FFFF) - 1 << 23 }
    var word: Int { diagonal + position }
  }

  init(of hashes: [UInt32], in table: LicenseSketchTable) {
    var hits = Self.hits(hashes, table)
    guard !hits.isEmpty else { return }
    hits.sort { $0.key < $1.key }
    var positions = Positions(table)
    var start = 0
    while start < hits.count {
      let sketch = table.sketches[hits[start].sketch]
      // Inserted or omitted words shift what follows; a second copy is shifted by the whole length.
      let slack = max(12, sketch.wordCount / 8)
      var end = start + 1
      while end < hits.count, hits[end].sketch == hits[start].sketch,
        hits[end].diagonal - hits[end - 1].diagonal <= slack
      { end += 1 }
      add(hits[start..<end], sketch, hashes, &positions)
      start = end
    }
  }

  /// Adds the places that a cluster of anchors shows, if it has enough of them.
  private mutating func add(
    _ cluster: ArraySlice<Hit>, _ sketch: LicenseSketchTable.Sketch, _ hashes: [UInt32],
    _ positions: inout Positions
  ) {
    let least = Self.leastHits(of: sketch)
    guard cluster.count >= least else { return }
    // Hits on one diagonal have a position each.
    let isStraight = cluster.first?.diagonal == cluster.last?.diagonal
    let nearest = isStraight ? cluster : positions.nearest(in: cluster)
    let count = isStraight ? cluster.count : positions.count(in: cluster)
    let whole = count < least ? nil : Self.place(cluster, sketch, hashes)
    if let whole { all.append(whole) }
    if nearest.count < cluster.count, nearest.count >= least,
      let place = Self.place(nearest, sketch, hashes), place != whole
    {
      all.append(place)
    }
  }

  /// The anchors in a text, of the sketches that have enough of them for a place.
  private static func hits(_ hashes: [UInt32], _ table: LicenseSketchTable) -> [Hit] {
    var hits: [Hit] = []
    guard hashes.count >= run else { return hits }
    hashes.withUnsafeBufferPointer { hashes in
      for index in 0...(hashes.count - run) {
        var value: UInt32 = 0
        for offset in 0..<run { value = value &* 0x9E37_79B1 &+ hashes[index + offset] }
        value ^= value >> 16
        value = value &* 0x85EB_CA6B
        value ^= value >> 13
        value = value &* 0xC2B2_AE35
        value ^= value >> 16
        guard table.mayContain(value), hits.count < limitHits else { continue }
        for anchor in table.anchors(with: value) {
          hits.append(Hit(sketch: anchor.sketch, position: anchor.position, word: index))
        }
      }
    }
    guard !hits.isEmpty else { return hits }
    // Most are only phrases that many licences share.
    var counts = [Int32](repeating: 0, count: table.sketches.count)
    for hit in hits { counts[hit.sketch] += 1 }
    return hits.filter { Int(counts[$0.sketch]) >= table.leastHits[$0.sketch] }
  }

  /// Tells hits at one position of a sketch from each other.
  private struct Positions {
    /// For each position, one more than the index of a hit; all 0 between two calls.
    private var hits: [Int32]

    init(_ table: LicenseSketchTable) {
      hits = [Int32](repeating: 0, count: table.positionCount)
    }

    /// The number of different positions.
    mutating func count(in cluster: ArraySlice<Hit>) -> Int {
      var count = 0
      for hit in cluster where hits[hit.position] == 0 {
        hits[hit.position] = 1
        count += 1
      }
      for hit in cluster { hits[hit.position] = 0 }
      return count
    }

    /// The hits near the middle diagonal, one for each position: without the phrases of what stands
    /// before or after the licence and belongs to the cluster by chance.
    mutating func nearest(in cluster: ArraySlice<Hit>) -> ArraySlice<Hit> {
      let middle = cluster[cluster.startIndex + cluster.count / 2].diagonal
      func distance(_ hit: Hit) -> Int { abs(hit.diagonal - middle) }
      var nearest: ArraySlice<Hit> = []
      for hit in cluster where distance(hit) <= 12 {
        let known = Int(hits[hit.position]) - 1
        if known < 0 {
          nearest.append(hit)
          hits[hit.position] = Int32(nearest.count)
        } else if distance(hit) < distance(nearest[known]) {
          nearest[known] = hit
        }
      }
      for hit in nearest { hits[hit.position] = 0 }
      return nearest
    }
  }

  /// The range that anchors span.
  ///
  /// The outermost anchors found fix the ends; the first and the last run of a licence are always
  /// anchors, so that an unchanged copy is cut out to the word.
  private static func place(
    _ hits: ArraySlice<Hit>, _ sketch: LicenseSketchTable.Sketch, _ hashes: [UInt32]
  ) -> Place? {
    guard let first = hits.min(by: { ($0.position, $0.word) < ($1.position, $1.word) }),
      let last = hits.max(by: { ($0.position, $0.word) < ($1.position, $1.word) })
    else { return nil }
    var low = max(0, first.diagonal)
    var high = min(hashes.count, last.diagonal + max(sketch.wordCount, run))
    guard low < high, first.word <= last.word else { return nil }
    // Omitted text is not part of a licence.
    for index in low..<first.word where hashes[index] == LicenseWords.gap { low = index + 1 }
    if let gap = hashes[last.word..<high].firstIndex(of: LicenseWords.gap) { high = gap }
    return low < high ? Place(sketch: hits.first?.sketch ?? 0, words: low..<high) : nil
  }
}
