import Testing

@testable import AuditKit

/// The search for several words in one pass, beside one for each.
struct NeedleSetTests {
  /// Every occurrence as the set finds it, each searched for from the byte after the one before.
  private static func found(_ needles: [[UInt8]], in bytes: ArraySlice<UInt8>) -> [[Int]] {
    let set = NeedleSet(needles)
    var found: [[Int]] = []
    bytes.withUnsafeBytes { buffer in
      var start = 0
      while let (index, needle) = set.firstMatch(in: buffer, from: start) {
        found.append([index, needle])
        start = index + 1
      }
    }
    return found
  }

  /// The first needle at each place.
  private static func expected(_ needles: [[UInt8]], in bytes: ArraySlice<UInt8>) -> [[Int]] {
    bytes.indices.compactMap { index in
      needles.firstIndex { bytes[index...].starts(with: $0) }
        .map { [index - bytes.startIndex, $0] }
    }
  }

  @Test func findsWhatEachSearchFinds() {
    let words = ["icense", "opyright", "ublic domain", "ab", "bab"].map { Array($0.utf8) }
    let pieces = words + ["i", "cens", "b", "a", " domain", "opyr", "\n"].map { Array($0.utf8) }
    var random = SplitMix(state: 11)
    for _ in 0..<500 {
      let text = (0..<30).flatMap { _ in pieces[Int.random(in: pieces.indices, using: &random)] }
      #expect(Self.found(words, in: text[...]) == Self.expected(words, in: text[...]))
    }
  }

  /// Needles of every length from two bytes on, of few letters so that they overlap, contain and
  /// repeat each other, in buffers that begin and end anywhere.
  @Test func findsNeedlesOfAnyLengthAtAnyPlace() {
    var random = SplitMix(state: 5)
    for shortest in 2...9 {
      for _ in 0..<60 {
        let letters = Int.random(in: 2...4, using: &random)
        func bytes(_ count: Int) -> [UInt8] {
          (0..<count).map { _ in UInt8(Int.random(in: 0..<letters, using: &random)) &* 85 }
        }
        let needles = (0..<Int.random(in: 1...40, using: &random)).map { _ in
          bytes(shortest + Int.random(in: 0...3, using: &random))
        }
        let text = bytes(Int.random(in: 0...200, using: &random))
        let slice = text[Int.random(in: 0...text.count, using: &random)...]
        #expect(Self.found(needles, in: slice) == Self.expected(needles, in: slice))
      }
    }
  }

  @Test func findsNothingBeforeTheStart() {
    let text = Array("license".utf8)
    let set = NeedleSet(["license", "cense"])
    text.withUnsafeBytes { bytes in
      #expect(
        (0...8).map { set.firstIndex(in: bytes, from: $0) } == [0, 2, 2]
          + Array(repeating: nil, count: 6))
    }
    #expect(set.firstIndex(in: UnsafeRawBufferPointer(start: nil, count: 0)) == nil)
  }
}
