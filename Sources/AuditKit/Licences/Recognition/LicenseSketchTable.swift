import CAuditKit

/// The sketches of the SPDX list, decoded: what `Scripts/spdx-license-data` has computed.
///
/// The bytes, all integers little-endian or LEB128 (`v`): `AKLS` 1; the list's version (v length,
/// UTF-8); v count of vocabulary, then a 32-bit hash for each word, the commonest first; v count of
/// sketches. A sketch: kind byte; v count of identifiers, each v length and UTF-8; v length of the
/// text in words; v required words; v free words; v count of anchors, each a 32-bit hash of a run of
/// four words and v distance of its position from the one before; v bytes of bags; two bags: required
/// and tolerated words. A bag: v count, each v (gap in the vocabulary × 2 + whether a count follows)
/// and v count.
struct LicenseSketchTable: Sendable {
  /// What kind of text a sketch is of.
  enum Kind: UInt8, Sendable {
    case text = 0
    case header = 1
    case exception = 2
  }

  /// One text of the list.
  struct Sketch: Sendable {
    let kind: Kind
    /// The names that share this text, the plainest first.
    let identifiers: [String]
    /// The length from the first to the last required word.
    let wordCount: Int
    /// The number of required words.
    let requiredCount: Int
    /// The number of additional words that are tolerated, for names that are filled in.
    let freeCount: Int
    let anchorCount: Int
    /// Its bags in ``LicenseSketchTable/bags``.
    let required: Range<Int>
    let tolerated: Range<Int>
  }

  /// A run of four words at one position of a sketch.
  struct Anchor: Sendable {
    let hash: UInt32
    let sketch: Int32
    let position: Int32
  }

  /// A word of the vocabulary in a bag, and how often it is there.
  struct BagItem: Sendable {
    let word: UInt16
    let count: UInt16
  }

  private(set) var sketches: [Sketch] = []
  /// The minimum number of anchors for a place, for each sketch.
  private(set) var leastHits: [Int] = []
  /// One more than the farthest position of an anchor.
  private(set) var positionCount = 0
  /// Sorted by hash.
  private(set) var anchors: [Anchor] = []
  /// The anchors by the highest bits of their hashes: those with bits `h` begin at `starts[h]`.
  private var starts = [Int32](repeating: 0, count: 1 << startBits + 1)
  private static let startBits = 16
  private(set) var vocabulary = WordTable()
  /// The words that each sketch requires and tolerates, each bag sorted by word.
  private(set) var bags: [BagItem] = []
  private(set) var version = ""
  /// One bit for each value of the low bits of the anchors' hashes.
  private var filter = [UInt64](repeating: 0, count: 1 << (filterBits - 6))
  private static let filterBits = 19

  /// The table embedded in the program, decoded on first use.
  static let standard: LicenseSketchTable = {
    var count = 0
    let base = license_sketches(&count)
    return LicenseSketchTable(Array(UnsafeBufferPointer(start: base, count: count)))
  }()

  /// Decodes `bytes`.
  ///
  /// - Precondition: they are sketches, which are part of the program.
  init(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    precondition(reader.take(5) == [0x41, 0x4B, 0x4C, 0x53, 1], "these are not sketches")
    version = reader.string()
    let words = reader.varint()
    vocabulary = WordTable((0..<words).map { _ in reader.word() })
    let count = reader.varint()
    sketches.reserveCapacity(count)
    anchors.reserveCapacity(count * 30)
    for index in 0..<count {
      guard let kind = Kind(rawValue: reader.byte()) else {
        preconditionFailure("a sketch is of a text, a header or an exception")
      }
      let identifiers = (0..<reader.varint()).map { _ in reader.string() }
      let wordCount = reader.varint()
      let requiredCount = reader.varint()
      let freeCount = reader.varint()
      let anchorCount = reader.varint()
      var position = 0
      for _ in 0..<anchorCount {
        let hash = reader.word()
        position += reader.varint()
        anchors.append(Anchor(hash: hash, sketch: Int32(index), position: Int32(position)))
      }
      let bagBytes = reader.varint()
      let end = reader.position + bagBytes
      let required = readBag(&reader)
      let tolerated = readBag(&reader)
      precondition(reader.position == end, "two bags end a sketch")
      sketches.append(
        Sketch(
          kind: kind, identifiers: identifiers, wordCount: wordCount, requiredCount: requiredCount,
          freeCount: freeCount, anchorCount: anchorCount, required: required, tolerated: tolerated))
    }
    precondition(reader.position == bytes.count, "the last sketch ends the bytes")
    leastHits = sketches.map(LicensePlaces.leastHits)
    positionCount = (anchors.map { Int($0.position) }.max() ?? -1) + 1
    anchors.sort { ($0.hash, $0.sketch, $0.position) < ($1.hash, $1.sketch, $1.position) }
    for anchor in anchors {
      let bit = Int(anchor.hash & (1 << Self.filterBits - 1))
      filter[bit >> 6] |= 1 << UInt64(bit & 63)
      starts[Int(anchor.hash >> (32 - Self.startBits)) + 1] += 1
    }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
  }

  /// Adds a bag to ``bags``.
  private mutating func readBag(_ reader: inout Reader) -> Range<Int> {
    let start = bags.count
    var word = -1
    for _ in 0..<reader.varint() {
      let value = reader.varint()
      word += value >> 1 + 1
      let count = value & 1 == 1 ? reader.varint() : 1
      bags.append(BagItem(word: UInt16(word), count: UInt16(count)))
    }
    return start..<bags.count
  }

  /// Whether an anchor may have this hash; false positives are possible.
  func mayContain(_ hash: UInt32) -> Bool {
    let bit = Int(hash & (1 << Self.filterBits - 1))
    return filter[bit >> 6] >> UInt64(bit & 63) & 1 == 1
  }

  /// The anchors with this hash.
  func anchors(with hash: UInt32) -> ArraySlice<Anchor> {
    let bits = Int(hash >> (32 - Self.startBits))
    let bucket = anchors[Int(starts[bits])..<Int(starts[bits + 1])]
    return bucket.drop { $0.hash < hash }.prefix { $0.hash == hash }
  }

  /// Whether the bag has the word; no bag has -1.
  func contains(_ word: Int32, in bag: Range<Int>) -> Bool {
    var (low, high) = (bag.lowerBound, bag.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if Int32(bags[middle].word) < word { low = middle + 1 } else { high = middle }
    }
    return low < bag.upperBound && Int32(bags[low].word) == word
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    mutating func byte() -> UInt8 {
      defer { position += 1 }
      return bytes[position]
    }
    mutating func word() -> UInt32 {
      var value: UInt32 = 0
      for shift in 0..<4 { value |= UInt32(byte()) << UInt32(8 * shift) }
      return value
    }
    mutating func varint() -> Int {
      var value = 0
      for shift in stride(from: 0, to: 28, by: 7) {
        let next = byte()
        value |= Int(next & 0x7F) << shift
        if next < 0x80 { return value }
      }
      preconditionFailure("a number has at most four bytes")
    }
    mutating func take(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }
    mutating func string() -> String { String(decoding: take(varint()), as: UTF8.self) }
  }
}
