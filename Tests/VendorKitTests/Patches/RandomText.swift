/// A seeded source of files and edits; the same seed gives the same on every machine (SplitMix64).
struct RandomText {
  private var state: UInt64

  init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 }

  mutating func number(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(limit))
  }

  /// Up to `lines` short lines of few kinds, so that many are equal; sometimes no newline at the end.
  mutating func file(lines: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<number(below: lines + 1) { bytes += line() }
    if number(below: 4) == 0, bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return bytes
  }

  /// `file` with some lines taken out, put in or replaced.
  mutating func edited(_ file: [UInt8], edits: Int) -> [UInt8] {
    var lines = file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Array($0) }
    for _ in 0..<number(below: edits + 1) {
      let index = number(below: lines.count)
      switch number(below: 3) {
      case 0 where lines.count > 1: lines.remove(at: index)
      case 1: lines.insert(line().dropLast(), at: index)
      default: lines[index] = line().dropLast()
      }
    }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }

  private mutating func line() -> [UInt8] {
    let words = ["", "a", "b", "int x;\r", "}", "  return 0;", "@@ -1 +1 @@", "--- a/x", "\\", "é"]
    return Array(words[number(below: words.count)].utf8) + [UInt8(ascii: "\n")]
  }
}
