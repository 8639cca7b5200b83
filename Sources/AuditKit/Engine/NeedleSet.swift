/// Finds the next of several words in one pass, by Wu and Manber's method with blocks of two bytes
/// ("A fast algorithm for multi-pattern searching", 1994).
struct NeedleSet: Sendable {
  private let needles: [[UInt8]]
  /// The length of the shortest needle.
  private let window: Int
  /// How far to skip after a block, by its hash.
  private let shifts: [UInt8]
  /// The needles that have a block at the end of the window, by its hash.
  private let candidates: [[Int]]

  /// Creates a set of words of at least two and at most 200 bytes.
  init(_ words: [String]) {
    self.init(words.map { Array($0.utf8) })
  }

  /// Creates a set of needles of at least two and at most 200 bytes.
  init(_ needles: [[UInt8]]) {
    self.needles = needles
    window = needles.map(\.count).min() ?? 2
    precondition((2...200).contains(window), "a needle has two bytes or more")
    var shifts = [UInt8](repeating: UInt8(window - 1), count: 4096)
    for needle in needles {
      for end in 1..<window {
        let block = Self.hash(needle[end - 1], needle[end])
        shifts[block] = min(shifts[block], UInt8(window - 1 - end))
      }
    }
    self.shifts = shifts
    var candidates = [[Int]](repeating: [], count: 4096)
    for (index, needle) in needles.enumerated() {
      candidates[Self.hash(needle[window - 2], needle[window - 1])].append(index)
    }
    self.candidates = candidates
  }

  private static func hash(_ first: UInt8, _ second: UInt8) -> Int {
    (Int(first) << 4 ^ Int(second)) & 4095
  }

  /// Where the first needle at or after `start` begins; nil if there is none.
  ///
  /// - Complexity: O(bytes × needles) at worst; on text, about every `window / 2`-th byte is read.
  func firstIndex(in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
    firstMatch(in: bytes, from: start)?.index
  }

  /// Where the first needle at or after `start` begins, and its place in the set; nil if there is
  /// none. Of needles that begin alike, the first of the set.
  ///
  /// - Complexity: as ``firstIndex(in:from:)``.
  func firstMatch(
    in bytes: UnsafeRawBufferPointer, from start: Int = 0
  ) -> (index: Int, needle: Int)? {
    shifts.withUnsafeBufferPointer { shifts in
      var last = start + window - 1
      while last < bytes.count {
        let shift = shifts[Self.hash(bytes[last - 1], bytes[last])]
        if shift > 0 {
          last += Int(shift)
          continue
        }
        let index = last - window + 1
        if let needle = needle(in: bytes, at: index) { return (index, needle) }
        last += 1
      }
      return nil
    }
  }

  private func needle(in bytes: UnsafeRawBufferPointer, at index: Int) -> Int? {
    candidates[Self.hash(bytes[index + window - 2], bytes[index + window - 1])].first { candidate in
      let needle = needles[candidate]
      return index + needle.count <= bytes.count && needle[0] == bytes[index]
        && needle.withUnsafeBytes {
          UnsafeRawBufferPointer(rebasing: bytes[index..<(index + needle.count)]).elementsEqual($0)
        }
    }
  }
}
