import Testing

@testable import AuditKit

/// Comments that hold a licence's text and none of the words "copyright" and "license".
struct LicenceExcerptsTests {
  private static let zlib = """
    This software is provided 'as-is', without any express or implied
    warranty. In no event will the authors be held liable for any damages
    arising from the use of this software.

    Permission is granted to anyone to use this software for any purpose,
    including commercial applications, and to alter it and redistribute it
    freely, subject to the following restrictions:

    1. The origin of this software must not be misrepresented; you must not
      claim that you wrote the original software. If you use this software
      in a product, an acknowledgment in the product documentation would be
      appreciated but is not required.
    2. Altered source versions must be plainly marked as such, and must not be
      misrepresented as being the original software.
    3. This notice may not be removed or altered from any source distribution.
    """

  private static func comment(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { "// \($0)\n" }.joined() + "\nmodule.exports = {};\n"
  }

  @Test(arguments: ["(C) 1995-2013 Jean-loup Gailly and Mark Adler\n\n", ""])
  func aTextNeedsNoCopyrightLine(holder: String) {
    let text = "'use strict';\n\n" + Self.comment(holder + Self.zlib)
    #expect(RecognisedText.licences(text, named: "deflate.js") == ["Zlib"])
    // Far from a tag, as in a bundle.
    let filler = String(repeating: "var x = [1, 2, 3];\n", count: 1_000)
    let bundle = "/*! a 2.1.0 @license (MIT AND Zlib) */\n" + filler + text
    #expect(RecognisedText.licences(bundle, named: "bundle.js") == ["Zlib"])
  }

  @Test(arguments: [
    "This software is provided 'as-is', without any express or implied warranty.",
    "Redistribution and use of the cache's entries are counted below.",
    "Permission is hereby checked before each write.",
  ])
  func aPhraseAloneIsNoLicence(text: String) {
    #expect(RecognisedText.licences(Self.comment(text), named: "a.js") == [])
  }
}
