/// Finds the next of several words in one pass, by Wu and Manber's method with blocks of two bytes
/// ("A fast algorithm for multi-pattern searching", 1994).
struct NeedleSet: Sendable {
  /// A needle that ends the window with some block.
  private struct Candidate: Sendable {
    let needle: Int
    /// Its first two bytes, most of which tell that it is not there.
    let head: UInt16
  }

  private let needles: [[UInt8]]
  /// The length of the shortest needle.
  private let window: Int
  /// How far to skip after a block; of text, few of the 64 KiB are touched.
  private let shifts: [UInt8]
  /// The needles by the hash of the block at the end of the window: those of hash `h` are
  /// `candidates[starts[h]..<starts[h + 1]]`.
  private let candidates: [Candidate]
  private let starts: [UInt16]

  /// Creates a set of words of at least two and at most 200 bytes.
  init(_ words: [String]) {
    self.init(words.map { Array($0.utf8) })
  }

  /// Creates a set of needles of at least two and at most 200 bytes.
  init(_ needles: [[UInt8]]) {
    self.needles = needles
    let window = needles.map(\.count).min() ?? 2
    self.window = window
    precondition((2...200).contains(window), "a needle has two bytes or more")
    var shifts = [UInt8](repeating: UInt8(window - 1), count: 1 << 16)
    for needle in needles {
      for end in 1..<window {
        let block = Int(Self.block(needle[end - 1], needle[end]))
        shifts[block] = min(shifts[block], UInt8(window - 1 - end))
      }
    }
    self.shifts = shifts
    let hashes = needles.map { Self.hash(Self.block($0[window - 2], $0[window - 1])) }
    let order = needles.indices.sorted { (hashes[$0], $0) < (hashes[$1], $1) }
    candidates = order.map {
      Candidate(needle: $0, head: Self.block(needles[$0][0], needles[$0][1]))
    }
    var starts = [UInt16](repeating: 0, count: 257)
    for hash in hashes { starts[hash + 1] += 1 }
    for hash in 0..<256 { starts[hash + 1] += starts[hash] }
    self.starts = starts
  }

  private static func block(_ first: UInt8, _ second: UInt8) -> UInt16 {
    UInt16(first) << 8 | UInt16(second)
  }

  private static func hash(_ block: UInt16) -> Int { Int((block &* 40503) >> 8) }

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
        let block = Self.block(bytes[last - 1], bytes[last])
        let shift = shifts[Int(block)]
        if shift > 0 {
          last &+= Int(shift)
          continue
        }
        let index = last - window + 1
        if let needle = needle(in: bytes, at: index, endingWith: block) { return (index, needle) }
        last += 1
      }
      return nil
    }
  }

  private func needle(
    in bytes: UnsafeRawBufferPointer, at index: Int, endingWith block: UInt16
  ) -> Int? {
    let head = Self.block(bytes[index], bytes[index + 1])
    let hash = Self.hash(block)
    for place in Int(starts[hash])..<Int(starts[hash + 1]) where candidates[place].head == head {
      let needle = needles[candidates[place].needle]
      if index + needle.count <= bytes.count,
        needle.elementsEqual(bytes[index..<(index + needle.count)])
      {
        return candidates[place].needle
      }
    }
    return nil
  }
}
