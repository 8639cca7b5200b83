import Testing

@testable import AuditKit

/// Notices that call a licence by the names that the SPDX list gives it.
struct LicenseNamesTests {
  /// Which names mean something else than the licence that has them, and why.
  private static let otherwise = [
    // Perl's modules call the text of Artistic-1.0-Perl so.
    "Artistic-1.0", "Artistic-1.0-cl8", "Artistic-1.0-Perl",
    // Libpng or libpng-2.0, whichever text the package has.
    "Libpng",
  ]

  private static let licences = LicenseList.current.filter { !otherwise.contains($0.identifier) }

  private static func found(_ text: String) -> [String] {
    RecognisedText.licences("// \(text)\n", named: "a.c")
  }

  @Test func theListHasNames() {
    #expect(Self.licences.count > 600)
    #expect(Self.licences.allSatisfy { !$0.name.isEmpty })
  }

  @Test func aFullNameIsRecognised() {
    for entry in Self.licences {
      #expect(Self.found("Licensed under the \(entry.name).") == [entry.identifier])
      #expect(
        Self.found("Copyright. Released under the terms of \(entry.name).") == [entry.identifier])
    }
  }

  @Test func anIdentifierIsRecognised() {
    for identifier in Self.licences.map(\.identifier) {
      for text in [
        "This file is released under the terms of the \(identifier) license.",
        "License: \(identifier) license",
        "Licensed according to the terms of the \(identifier) license",
      ] {
        #expect(Self.found(text) == [identifier], "\(text)")
      }
    }
  }

  @Test func oneOfTwoIdentifiersIsAChoice() {
    for identifier in Self.licences.map(\.identifier) where identifier != "MIT-0" {
      #expect(
        Self.found("Licensed under \(identifier) OR MIT-0") == ["\(identifier) OR MIT-0"])
      #expect(
        Self.found("Licensed under MIT-0 OR \(identifier)") == ["MIT-0 OR \(identifier)"])
    }
  }

  @Test(
    arguments: [
      ("AFL-2.1", "Academic Free License"), ("OSL-3.0", "Open Software License"),
      ("EPL-2.0", "Eclipse Public License"), ("OLDAP-2.8", "OpenLDAP Public License"),
      ("EUPL-1.2", "European Union Public Licence"), ("LPPL-1.2", "LaTeX Project Public License"),
      ("Apache-2.0", "Apache License"), ("MPL-2.0", "Mozilla Public License"),
      ("OFL-1.1", "SIL Open Font License"), ("ZPL-2.1", "Zope Public License"),
    ])
  func aVersionIsWrittenInManyWays(identifier: String, name: String) {
    let version = identifier.split(separator: "-")[1]
    var forms = [
      "\(version)", "v\(version)", "v. \(version)", "version \(version)", ", Version \(version)",
    ]
    if version.hasSuffix(".0") { forms += ["\(version.first!)", "v\(version.first!)"] }
    for form in forms {
      for text in ["Licensed under the \(name) \(form).", "Licensed under \(name) \(form)"] {
        #expect(Self.found(text) == [identifier], "\(text)")
      }
    }
  }

  @Test(
    arguments: [
      (
        "Released under the Creative Commons CC-BY-SA 4.0 license: <https://example.org/>.",
        "CC-BY-SA-4.0"
      ),
      ("Licensed under CC BY-NC-SA 3.0.", "CC-BY-NC-SA-3.0"),
      ("Licensed under the Creative Commons BY-ND 4.0 license.", "CC-BY-ND-4.0"),
      (
        "Licensed under a Creative Commons Attribution-ShareAlike 4.0 International License.",
        "CC-BY-SA-4.0"
      ),
      (
        "Licensed under a Creative Commons Attribution-NonCommercial-NoDerivatives 4.0 licence.",
        "CC-BY-NC-ND-4.0"
      ),
      (
        "This file is made available under the Creative Commons CC0 1.0\n// Universal Public Domain"
          + " Dedication.", "CC0-1.0"
      ),
      ("This can be redistributed under CNRI's\n// Python 1.6 license.", "CNRI-Python"),
      (
        "Redistribution and use is allowed according to the terms of the New\n// BSD license.",
        "BSD-3-Clause"
      ),
      (
        "Redistribution and use are permitted only as authorized by the OpenLDAP\n"
          + "// Public License.", "LicenseRef-some-OLDAP"
      ),
      (
        "Licensed under the GPL v2 with Classpath exception.",
        "GPL-2.0-only WITH Classpath-exception-2.0"
      ),
      (
        "Licensed under GPL-3.0-or-later WITH GCC-exception-3.1.",
        "GPL-3.0-or-later WITH GCC-exception-3.1"
      ),
      (
        "This is distributed under the GNU GPL v2 with\n// a Linking Exception. See the COPYING file.",
        "GPL-2.0-only WITH LicenseRef-some"
      ),
    ])
  func otherNames(text: String, licence: String) {
    #expect(Self.found(text) == [licence])
  }

  @Test(
    arguments: [
      "Copyright. Tested under Python 2.0 and PHP 3.0.",
      "Copyright. The list is hosted by X and is subject to the PSF code of conduct.",
      "Copyright. Build it under Ruby or Zed.",
    ])
  func aWordIsNoName(text: String) {
    #expect(Self.found(text) == [])
  }

  @Test func anAddressIsNoName() {
    let text =
      "Licensed under the MIT license:\n// http://www.opensource.org/licenses/mit-license.php"
    #expect(Self.found(text) == ["MIT"])
  }

  @Test func whatOthersAreUnderIsNotTheFiles() {
    let text =
      "The only exception are tests that are built on top of CU\nlibrary licensed under LGPL.\n"
    #expect(RecognisedText.licences("This library does this.\n\n" + text, named: "README") == [])
    #expect(
      RecognisedText.licences(
        "Part of the CU library licensed under the MIT license.", named: "README")
        == ["MIT"])
    #expect(
      Self.found(
        "Specific permission is given to link this to that and to distribute same under the\n"
          + "// Aladdin Free Public License (AFPL) version 9.") == [])
    let redistribution = """
      Redistribution and use in source and binary forms, with or without modification, are permitted
      only as authorized by the OpenLDAP Public License.
      """
    #expect(RecognisedText.licences(redistribution, named: "a.txt") == ["LicenseRef-some-OLDAP"])
  }
}
