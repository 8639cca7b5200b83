import Testing

@testable import AuditKit

/// Copyright lines, and what they say of a licence.
struct LicenseCopyrightLineTests {
  static let lines: [(String, [String])] = [
    (
      """
      copyright 1995-2020 by the mpg123 project - free software under the terms of the LGPL 2.1
      see COPYING and AUTHORS files in distribution or http://mpg123.org
      """, ["LGPL-2.1-only"]
    ),
    ("Copyright (c) 2010 A. Nother. Licensed under the MIT license.", ["MIT"]),
    ("Copyright 2010 A. Nother, not licensed under the MIT license.", []),
    ("Copyright 2010 A. Nother; it runs on top of a library licensed under the GPLv2.", []),
    ("Copyright 1995-2020 by the LGPL 2.1 project", []),
  ]

  @Test(arguments: lines)
  func aCopyrightLineMaySayTheLicence(text: String, licences: [String]) {
    #expect(RecognisedText.licences("/*\n\t\(text)\n*/\n", named: "a.c") == licences)
    #expect(RecognisedText.licences("\(text)\n", named: "README") == licences)
  }
}
