/// Tells most words that are not of a set without looking them up.
struct WordFilter: Sendable {
  /// One bit for each value of the low bits of the words' hashes.
  private var bits = [UInt64](repeating: 0, count: 1 << 10)

  /// Adds a word by its hash.
  mutating func insert(_ word: UInt32) {
    bits[Int(word & 0xFFFF) >> 6] |= 1 << UInt64(word & 63)
  }

  /// Whether the word may be in the set; false positives are possible.
  func mayContain(_ word: UInt32) -> Bool {
    bits[Int(word & 0xFFFF) >> 6] >> UInt64(word & 63) & 1 == 1
  }
}
