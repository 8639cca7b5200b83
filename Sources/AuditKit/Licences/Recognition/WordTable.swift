/// The places of words in a list, by their hashes.
///
/// A word's hash is as good as random, so that it is its own place in the table, and hashing it again,
/// as a dictionary does for every word of every file, is not needed. A text cannot make a search long:
/// the table has the list's words only.
struct WordTable: Sendable {
  /// The hashes, each at the place of its lowest bits or at the next free one; 0 if free.
  private var hashes: [UInt32] = [0]
  private var places: [Int32] = [-1]

  /// The number of words.
  private(set) var count = 0

  /// A table without words.
  init() {}

  /// Creates a table of words with these hashes, which are all different and not 0.
  init(_ words: [UInt32]) {
    var size = 2
    while size < words.count * 4 { size *= 2 }
    hashes = [UInt32](repeating: 0, count: size)
    places = [Int32](repeating: -1, count: size)
    count = words.count
    for (place, word) in words.enumerated() {
      precondition(word != 0, "0 stands for no word")
      let slot = slot(of: word)
      precondition(hashes[slot] == 0, "a word occurs once")
      hashes[slot] = word
      places[slot] = Int32(place)
    }
  }

  /// The place of the word in the list; -1 if it is not there.
  func place(of word: UInt32) -> Int32 { places[slot(of: word)] }

  private func slot(of word: UInt32) -> Int {
    var slot = Int(word) & (hashes.count - 1)
    while hashes[slot] != 0, hashes[slot] != word { slot = (slot + 1) & (hashes.count - 1) }
    return slot
  }
}
