import Testing

@testable import AuditKit

/// The search for several words in one pass, beside one for each.
struct NeedleSetTests {
  @Test func findsWhatEachSearchFinds() {
    let needles = ["icense", "opyright", "ublic domain", "ab", "bab"]
    let set = NeedleSet(needles)
    var state: UInt64 = 11
    for _ in 0..<500 {
      let pieces = needles + ["i", "cens", "b", "a", " domain", "opyr", "\n"]
      var text = ""
      for _ in 0..<30 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += pieces[Int(state >> 33) % pieces.count]
      }
      let bytes = Array(text.utf8)
      var expected: [Int] = []
      for index in bytes.indices
      where needles.contains(where: { bytes[index...].starts(with: $0.utf8) }) {
        expected.append(index)
      }
      var found: [Int] = []
      bytes.withUnsafeBytes { buffer in
        var start = 0
        while let hit = set.firstIndex(in: buffer, from: start) {
          found.append(hit)
          start = hit + 1
        }
      }
      #expect(found == expected)
    }
  }
}
