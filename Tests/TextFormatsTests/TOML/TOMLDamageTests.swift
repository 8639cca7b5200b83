import Testing

@testable import TextFormats

/// Damaged texts and nonsense do no more than throw, at a place that the text has.
struct TOMLDamageTests {
  private static let whole = Array(
    """
    # é
    a.b.'c d' = "x\\ty\\u00e9" # z
    i = [ -1_000, 0xFf, 0b1, 0o7, +2.5e-3, inf, nan, true, ]
    d = [1979-05-27, 07:32:00.5, 1979-05-27 07:32:00, 1979-05-27T07:32:00-08:00]
    m = \"""
    one \\
      two\"""\""
    l = '''
    'x' '''
    t = { p.q = 'r', s = [{}, []] }
    [u.v]
    [[w]]
    x = 1
    [[w]]
    [w.y]
    """.utf8)

  /// Whether the text is taken; where it is not, checks the place.
  private func isTaken(_ text: [UInt8]) -> Bool {
    do {
      _ = try TOMLDocument.tree(of: text, named: "t.toml")
      return true
    } catch {
      let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let problem = error.problems[0]
      let line = problem.line ?? 0
      #expect((1...lines.count).contains(line), "\(error)")
      #expect((1...lines[line - 1].count + 1).contains(problem.column ?? 1), "\(error)")
      return false
    }
  }

  @Test func everyCutAndEveryFlippedBit() {
    #expect(isTaken(Self.whole))
    var taken = 0
    for index in Self.whole.indices {
      taken += isTaken(Array(Self.whole[..<index])) ? 1 : 0
      for bit in 0..<8 {
        var damaged = Self.whole
        damaged[index] ^= 1 << UInt8(bit)
        taken += isTaken(damaged) ? 1 : 0
      }
    }
    // Letters in strings, in comments and in keys may change; most of the rest may not.
    #expect(taken > 0 && taken < Self.whole.count * 9 / 2)
  }

  @Test(arguments: 1...8) func nonsense(seed: UInt64) {
    let tokens = [
      "[", "]", "[[", "]]", "{", "}", "=", ".", ",", "#", "\n", "\n", "\r\n", " ", "\t", "\"", "'",
      "\"\"\"", "'''", "\\", "\\u", "\\x", "a", "b", "a.b", "version", "package", "name", "1", "+1",
      "-", "0x", "0b1", "0o", "1_0", "_", "1e", "e9", "1.", ".5", "inf", "nan", "+inf", "true",
      "fals", "1979-05-27", "T", "07:32:00", ":", "Z", "é", "\u{FEFF}", "\u{A0}", "\u{B}", "\u{7F}",
      "\r", "a = [", "a = {", "a = []\n", "[[a]]\n", "[a]\n", "[a.b]\n", "a = {}\n",
    ]
    var state = seed
    for _ in 0..<4_000 {
      var text = ""
      for _ in 0..<12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += tokens[Int(state >> 33) % tokens.count]
      }
      _ = isTaken(Array(text.utf8))
    }
  }
}
