import CAuditKit

/// Finds the next of several words in one pass.
///
/// It looks at a few bytes, a gram, at every position that is a multiple of the stride: the shortest
/// needle covers one such gram wherever it begins. Only where a gram is one of the needles' own are
/// needles compared. Unlike in Wu and Manber's method, no step depends on the one before, so that a
/// processor need not wait for what it looks up; of text, every second to sixth byte is read.
struct NeedleSet: Sendable {
  /// A gram of a needle, at one of the places that a sampled gram can have in it.
  private struct Candidate: Sendable {
    let gram: UInt32
    let needle: Int
    /// Where the gram is in the needle.
    let offset: Int
  }

  private let needles: [[UInt8]]
  /// The number of bytes of a gram.
  private let gramBytes: Int
  /// How far apart the grams are that are looked at.
  private let stride: Int
  /// 1 for the hashes of the needles' grams.
  private let marked: [UInt8]
  /// The candidates by the highest bits of their hashes: those with bits `h` are
  /// `candidates[starts[h]..<starts[h + 1]]`. Of one gram, what begins first comes first.
  private let candidates: [Candidate]
  private let starts: [Int]
  private static let bucketBits = 8

  /// Creates a set of words of at least two bytes.
  init(_ words: [String]) {
    self.init(words.map { Array($0.utf8) })
  }

  /// Creates a set of needles of at least two bytes.
  init(_ needles: [[UInt8]]) {
    self.needles = needles
    let shortest = needles.map(\.count).min() ?? 2
    precondition(shortest >= 2, "a needle has two bytes or more")
    let gramBytes = min(max(shortest - 1, 2), 4)
    let stride = shortest - gramBytes + 1
    var candidates: [Candidate] = []
    for (number, needle) in needles.enumerated() {
      needle.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return }
        for offset in 0..<stride {
          candidates.append(
            Candidate(gram: byte_gram(base + offset, gramBytes), needle: number, offset: offset))
        }
      }
    }
    candidates.sort {
      (byte_gram_hash($0.gram), -$0.offset, $0.needle)
        < (byte_gram_hash($1.gram), -$1.offset, $1.needle)
    }
    var marked = [UInt8](repeating: 0, count: Int(BYTE_GRAM_HASHES))
    var starts = [Int](repeating: 0, count: 1 << Self.bucketBits + 1)
    for candidate in candidates {
      marked[Int(byte_gram_hash(candidate.gram))] = 1
      starts[Self.bucket(candidate.gram) + 1] += 1
    }
    for bucket in 1..<starts.count { starts[bucket] += starts[bucket - 1] }
    self.gramBytes = gramBytes
    self.stride = stride
    self.candidates = candidates
    self.marked = marked
    self.starts = starts
  }

  private static func bucket(_ gram: UInt32) -> Int {
    Int(byte_gram_hash(gram)) >> (BYTE_GRAM_HASHES.trailingZeroBitCount - bucketBits)
  }

  /// Where the first needle at or after `start` begins; nil if there is none.
  ///
  /// - Complexity: O(bytes × needles) at worst; on text, few bytes are looked at twice.
  func firstIndex(in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
    firstMatch(in: bytes, from: start)?.index
  }

  /// Where the first needle at or after `start` begins, and its place in the set; nil if there is
  /// none. Of needles that begin at one place, the first of the set.
  ///
  /// - Complexity: as ``firstIndex(in:from:)``.
  func firstMatch(
    in bytes: UnsafeRawBufferPointer, from start: Int = 0
  ) -> (index: Int, needle: Int)? {
    precondition(start >= 0, "a search begins in the bytes or at their end")
    return bytes.withMemoryRebound(to: UInt8.self) { bytes in
      guard let base = bytes.baseAddress else { return nil }
      // A gram at `position` shows needles that begin less than a stride before it, so that those
      // found at one position begin before those of the next.
      var position = start
      while true {
        position = byte_gram_search(marked, gramBytes, stride, base, bytes.count, position)
        guard position < bytes.count else { return nil }
        if let match = match(around: position, in: bytes, from: start) { return match }
        position += stride
      }
    }
  }

  /// The needle that begins first of those that have the gram at `position`.
  private func match(
    around position: Int, in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> (index: Int, needle: Int)? {
    guard let base = bytes.baseAddress else { return nil }
    let gram = byte_gram(base + position, gramBytes)
    let bucket = Self.bucket(gram)
    for place in starts[bucket]..<starts[bucket + 1] where candidates[place].gram == gram {
      let (needle, index) = (candidates[place].needle, position - candidates[place].offset)
      if index >= start, bytes[index...].starts(with: needles[needle]) { return (index, needle) }
    }
    return nil
  }
}
