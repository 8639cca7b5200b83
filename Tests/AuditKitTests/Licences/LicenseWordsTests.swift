import Testing

@testable import AuditKit

/// What makes no difference to a licence's words; `Scripts/spdx-license-data --words` prints the same.
struct LicenseWordsTests {
  static let texts: [(String, String)] = [
    ("Permission IS hereby\ngranted", "permission is hereby granted"),
    ("licence Licences sublicence https://x", "license licenses sublicense http x"),
    ("dnl this is\nrem free", "this is free"),
    ("1. One\n  a) two\niv. three\n * 12) four\n", "one two three four"),
    ("a.b 1.5 1.\n", "a b 1 5 1"),
    ("Copyright (c) 2020 Us\nthe copyright notice\n# copyright 1999, me\n", "the copyright notice"),
    ("Copyright 2020 Us, licensed under X", "copyright 2020 us licensed under x"),
    ("Copyright (c) 2020 Underground Terms\nCopyright [yyyy] Us, licensed under X\nend", "end"),
    ("copyright\nCopyright holders\nPortions Copyright [c] us\n", "copyright copyright holders"),
    ("All rights reserved. All  rights", "all rights"),
    ("<b>bold</b> &quot;said&quot; 1 < 2", "bold said 1 2"),
    ("\u{201C}as is\u{201D} \u{2014} caf\u{E9}", "as is café"),
    ("one\rtwo\r\nthree\r\n\r\n2. four", "one two three four"),
    ("", ""), ("\n\n", ""), ("x", "x"),
  ]

  @Test(arguments: texts) func normalWords(text: String, words: String) {
    var found = LicenseWords()
    Array(text.utf8).withUnsafeBytes { found.append($0, line: 7) }
    #expect(found.hashes == words.split(separator: " ").map { LicenseWords.hash(String($0)) })
    #expect(found.lines.count == found.hashes.count)
  }

  @Test func linesAreCountedByLineFeeds() {
    var found = LicenseWords()
    Array("a\r\nb\rc\n\nd".utf8).withUnsafeBytes { found.append($0, line: 3) }
    found.appendGap()
    found.appendGap()
    Array("e\n".utf8).withUnsafeBytes { found.append($0, line: 20) }
    #expect(found.lines == [3, 4, 4, 6, 6, 20])
    #expect(found.hashes[4] == LicenseWords.gap)
  }
}
