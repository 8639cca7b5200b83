import SafeFiles
import Testing

/// Text that comes from anywhere, made safe for a terminal.
struct PrintableTests {
  /// Each character is written the same way by all of them, but for the backslash and ends of lines.
  @Test func allShapesEscapeTheSameCharacters() {
    for value in UInt32(0)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value), !["\\", "\n", "\t"].contains(scalar) else {
        continue
      }
      let text = "a\(String(scalar))b"
      let line = Printable.line(text)
      if Printable.text(of: Array(text.utf8)) != line || Printable.lines(text) != line {
        Issue.record("U+\(String(value, radix: 16))")
      }
    }
  }

  @Test func onlyWhatCannotBeSeenIsEscaped() {
    #expect(Printable.line("a\u{1B}[31m\u{9B}é\u{202E}\n") == "a\\x1B[31m\\u{9B}é\\u{202E}\\x0A")
    #expect(Printable.lines("a\tb\n\u{7}c\\") == "a\tb\n\\x07c\\")
    #expect(Printable.text(of: [0x61, 0x5C, 0xFF]) == #"a\\\xFF"#)
  }

  @Test func aLongLineIsCut() {
    #expect(Printable.line("abcdef", limit: 6) == "abcdef")
    #expect(Printable.line("abcdefg", limit: 6) == "abcde…")
    #expect(Printable.line("\u{1B}bcdefg", limit: 3) == "\\x1Bb…")
  }
}
