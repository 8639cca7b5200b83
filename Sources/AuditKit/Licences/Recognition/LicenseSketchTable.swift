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
    /// Where the bags are in the bytes.
    fileprivate let bags: Int
  }

  /// A run of four words at one position of a sketch.
  struct Anchor: Sendable {
    let hash: UInt32
    let sketch: Int32
    let position: Int32
  }

  /// How often each word of the vocabulary is required and tolerated.
  typealias Bag = [(word: Int, count: Int32)]

  private(set) var sketches: [Sketch] = []
  /// The minimum number of anchors for a place, for each sketch.
  private(set) var leastHits: [Int] = []
  /// Sorted by hash.
  private(set) var anchors: [Anchor] = []
  private(set) var vocabulary: [UInt32: Int32] = [:]
  private(set) var version = ""
  private let bytes: [UInt8]
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
    self.bytes = bytes
    var reader = Reader(bytes: bytes)
    precondition(reader.take(5) == [0x41, 0x4B, 0x4C, 0x53, 1], "these are not sketches")
    version = reader.string()
    let words = reader.varint()
    vocabulary.reserveCapacity(words)
    for index in 0..<words { vocabulary[reader.word()] = Int32(index) }
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
      sketches.append(
        Sketch(
          kind: kind, identifiers: identifiers, wordCount: wordCount, requiredCount: requiredCount,
          freeCount: freeCount, anchorCount: anchorCount, bags: reader.position))
      reader.skip(bagBytes)
    }
    precondition(reader.position == bytes.count, "the last sketch ends the bytes")
    leastHits = sketches.map(LicensePlaces.leastHits)
    anchors.sort { ($0.hash, $0.sketch, $0.position) < ($1.hash, $1.sketch, $1.position) }
    for anchor in anchors {
      let bit = Int(anchor.hash & (1 << Self.filterBits - 1))
      filter[bit >> 6] |= 1 << UInt64(bit & 63)
    }
  }

  /// Whether an anchor may have this hash; false positives are possible.
  func mayContain(_ hash: UInt32) -> Bool {
    let bit = Int(hash & (1 << Self.filterBits - 1))
    return filter[bit >> 6] >> UInt64(bit & 63) & 1 == 1
  }

  /// The anchors with this hash.
  func anchors(with hash: UInt32) -> ArraySlice<Anchor> {
    var low = 0
    var high = anchors.count
    while low < high {
      let middle = (low + high) / 2
      if anchors[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    return anchors[low...].prefix { $0.hash == hash }
  }

  /// The words that a sketch requires, and those that it tolerates.
  func bags(of sketch: Sketch) -> (required: Bag, tolerated: Bag) {
    var reader = Reader(bytes: bytes, position: sketch.bags)
    func bag() -> Bag {
      var word = -1
      return (0..<reader.varint()).map { _ in
        let value = reader.varint()
        word += value >> 1 + 1
        return (word, value & 1 == 1 ? Int32(reader.varint()) : 1)
      }
    }
    let required = bag()
    return (required, bag())
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
    mutating func skip(_ count: Int) { position += count }
  }
}
