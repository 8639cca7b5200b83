import Testing

@testable import AuditKit

/// Notices that name licences in a few words, each with what it says.
struct LicenseStatementTests {
  private static let bsd = "LicenseRef-some-BSD"

  static let statements: [(String, [String])] = [
    // One line.
    ("Licensed under the Apache License 2.0 (the \"License\").  You may not use", ["Apache-2.0"]),
    ("This file is LGPL 2.1, see COPYING.", ["LGPL-2.1-only"]),
    ("Distributed under MIT license.\nSee file LICENSE for detail.", ["MIT"]),
    ("Licensed under the MIT License.", ["MIT"]),
    ("License: MIT", ["MIT"]),
    ("This library is MIT licensed.", ["MIT"]),
    ("Released under the zlib/libpng license.", ["Zlib"]),
    ("Distributed under the Boost Software License, Version 1.0.", ["BSL-1.0"]),
    ("This file is part of X and is under the ISC licence.", ["ISC"]),
    (
      "Part of X, under the Apache License v2.0 with LLVM Exceptions.",
      ["Apache-2.0 WITH LLVM-exception"]
    ),
    ("License: GNU GPLv2+", ["GPL-2.0-or-later"]),
    ("Licensed under the OpenSSL license (the \"License\").", ["OpenSSL"]),
    // By reference.
    (
      """
      This file is distributed under the University of Illinois Open Source License. See
      LICENSE.TXT for details.
      """, ["NCSA"]
    ),
    (
      """
      To the extent possible under law, the author has dedicated all rights to the public domain.
      You should have received a copy of the CC0 Public Domain Dedication along with this software.
      See https://creativecommons.org/publicdomain/zero/1.0/
      """, ["CC0-1.0"]
    ),
    ("This work is licensed under CC BY-SA 4.0.", ["CC-BY-SA-4.0"]),
    (
      "This document is licensed under the Creative Commons Attribution 4.0 International License.",
      ["CC-BY-4.0"]
    ),
    ("See https://creativecommons.org/licenses/by/3.0/ for this license.", ["CC-BY-3.0"]),
    (
      """
      This file is part of the Independent JPEG Group's software. For conditions of distribution
      and use, see the accompanying README file.
      """, ["IJG"]
    ),
    (
      """
      This code is released under the libpng license. For conditions of distribution and use, see
      the disclaimer and license in png.h
      """, ["LicenseRef-some-libpng"]
    ),
    (
      "Use of this source code is governed by a BSD-style license that is in the LICENSE file.",
      [bsd]
    ),
    // The GNU licences by version.
    (
      """
      This library is free software; you can redistribute it and/or modify it under the terms of the
      GNU Lesser General Public License as published by the Free Software Foundation; either version
      2 of the License, or (at your option) any later version.
      """, ["LGPL-2.0-or-later"]
    ),
    (
      """
      You may redistribute this program under the terms of the GNU General Public License as
      published by the Free Software Foundation; either version 1, or (at your option) any later
      version.
      """, ["GPL-1.0-or-later"]
    ),
    (
      "This program may be copied under the terms of the GNU General Public License.",
      ["GPL-1.0-or-later"]
    ),
    ("This file is licensed under version 2 of the GNU General Public License.", ["GPL-2.0-only"]),
    (
      """
      You can redistribute it and/or modify it under the terms of version 3 or later of the GNU
      General Public License as published by the FSF.
      """, ["GPL-3.0-or-later"]
    ),
    ("Licensed under the GNU Affero General Public License, version 3.", ["AGPL-3.0-only"]),
    ("Licensed under the GNU LGPL (version 2.1 or newer).", ["LGPL-2.1-or-later"]),
  ]

  @Test(arguments: statements) func says(text: String, licences: [String]) {
    #expect(RecognisedText.licences("/* \(text) */\n", named: "a.c") == licences)
    #expect(RecognisedText.licences("Copyright\n\(text)\n", named: "README") == licences)
  }

  static let choices: [(String, [String])] = [
    (
      """
      This file is provided under the Apache License 2.0, or the GNU General Public License v2.0
      or later.
      """, ["Apache-2.0 OR GPL-2.0-or-later"]
    ),
    (
      """
      This source code is licensed under both the BSD-style license (found in the LICENSE file in
      the root directory of this source tree) and the GPLv2 (found in the COPYING file in the root
      directory of this source tree). You may select, at your option, one of the above-listed
      licenses.
      """, ["\(bsd) OR GPL-2.0-only"]
    ),
    (
      """
      At the discretion of the user of this library, this software may be licensed under the terms
      of the GNU General Public License v3, a BSD-Style license, or the original HIDAPI license as
      outlined in the LICENSE.txt files.
      """, ["GPL-3.0-only OR \(bsd) OR HIDAPI"]
    ),
    (
      """
      HIDAPI can be used under one of three licenses.

      1. The GNU General Public License, version 3.0, in LICENSE-gpl3.txt
      2. A BSD-Style License, in LICENSE-bsd.txt.
      3. The more liberal original HIDAPI license. LICENSE-orig.txt

      The license chosen is at the discretion of the user.
      """, ["GPL-3.0-only OR \(bsd) OR HIDAPI"]
    ),
    (
      """
      This is free software; you can redistribute it and/or modify it under the same terms as the
      Perl 5 programming language system itself.
      """, ["Artistic-1.0-Perl OR GPL-1.0-or-later"]
    ),
    (
      "This code is dual licensed under the MIT and the University of Illinois Open Source Licenses.",
      ["MIT OR NCSA"]
    ),
    (
      """
      This program is free software; you can redistribute it under the terms of either the GNU
      General Public License version 2 or the Artistic License.
      """, ["GPL-2.0-only OR Artistic-1.0-Perl"]
    ),
    (
      """
      Licensed under the Mozilla Public License Version 1.1 (the "License"); you may not use this
      file but in compliance with it.

      Alternatively, the contents of this file may be used under the terms of the GNU General Public
      License Version 2 or later, in which case its provisions apply instead of those above.
      """, ["MPL-1.1 OR GPL-2.0-or-later"]
    ),
    (
      """
      Version: MPL 1.1/GPL 2.0/LGPL 2.1

      The contents of this file are subject to the Mozilla Public License Version 1.1 (the
      "License"); you may not use this file except in compliance with the License.

      Alternatively, the contents of this file may be used under the terms of either the GNU General
      Public License Version 2 or later (the "GPL"), or the GNU Lesser General Public License Version
      2.1 or later (the "LGPL"), in which case the provisions of the GPL or the LGPL are applicable
      instead of those above. If you wish to allow use of your version of this file only under the
      terms of either the GPL or the LGPL, and not to allow others to use your version of this file
      under the terms of the MPL, indicate your decision by deleting the provisions above.
      """, ["MPL-1.1 OR GPL-2.0-or-later OR LGPL-2.1-or-later"]
    ),
    (
      """
      TLS files are provided under a dual [Apache-2.0](https://spdx.org/licenses/Apache-2.0.html) OR
      [GPL-2.0-or-later](https://spdx.org/licenses/GPL-2.0-or-later.html) license. See the file.
      """, ["Apache-2.0 OR GPL-2.0-or-later"]
    ),
    (
      """
      The library is distributed under two licenses. You may choose the terms of either:

       * The Mozilla Public License (MPL) v2.0
       * The GNU Lesser General Public License (LGPL) v2.1
      """, ["MPL-2.0 OR LGPL-2.1-only"]
    ),
    (
      """
      The sources are licensed under the terms of either the GNU General Public License version 2.0
      or later (see the file COPYINGv2) or the GNU Lesser General Public License version 3.0 or later
      (see the file COPYING.LESSERv3), or both in parallel.
      """, ["GPL-2.0-or-later OR LGPL-3.0-or-later"]
    ),
    (
      """
      This library is free software; you can redistribute it and/or modify it under the terms of the
      GNU Lesser General Public License as published by the Free Software Foundation; either version
      2.1 of the License, or (at your option) any later version.

      Alternatively, the contents of this file may be used under the terms of the Mozilla Public
      License (http://mozilla.org/MPL) or under the GNU General Public License, as published by the
      Free Sofware Foundation, either version 2 of the License or (at your option) any later version.
      """, ["LGPL-2.1-or-later OR MPL-1.1 OR GPL-2.0-or-later"]
    ),
    (
      "All software within this repo is dual licensed MIT and Apache-2.0 with LLVM exception.",
      ["MIT OR Apache-2.0 WITH LLVM-exception"]
    ),
    (
      "This part is licensed with a (you choose) BSD 3-clause or GPL2 licence.",
      ["BSD-3-Clause OR GPL-2.0-only"]
    ),
    (
      """
      This software may be distributed either under the terms of the BSD-style license that
      accompanies tcpdump or under the GNU GPL version 2 or later.
      """, ["\(bsd) OR GPL-2.0-or-later"]
    ),
    (
      """
      This software may be distributed under the terms of the BSD-style license that accompanies
      tcpdump and under the GNU GPL version 2 or later.
      """, ["\(bsd) AND GPL-2.0-or-later"]
    ),
    (
      """
      This software is under the BSD-style license that accompanies tcpdump. Or so it was: this file
      is under the GNU GPL version 2 or later.
      """, [bsd, "GPL-2.0-or-later"]
    ),
    (
      """
      The package is distributed with a "you choose" License. Specifically:
      BSD three clause, or GPL2. See the LICENSE file.
      """, ["BSD-3-Clause OR GPL-2.0-only"]
    ),
    (
      """
      The package is distributed with a License. Specifically:
      BSD three clause, and GPL2. See the LICENSE file.
      """, ["BSD-3-Clause AND GPL-2.0-only"]
    ),
    (
      "This program is licensed under both the MIT license and the Boost Software License.",
      ["MIT AND BSL-1.0"]
    ),
    (
      """
      This program is licensed under both the MIT license and the Boost Software License. You may
      choose either.
      """, ["MIT OR BSL-1.0"]
    ),
    (
      "This file is licensed under the Mozilla Public License (https://mozilla.org/MPL/2.0/).",
      ["MPL-2.0"]
    ),
    (
      "Licensed under the Apache License, Version 2.0 and the zlib license.",
      ["Apache-2.0 AND Zlib"]
    ),
  ]

  @Test(arguments: choices) func aChoiceIsKept(text: String, licences: [String]) {
    #expect(RecognisedText.licences("/*\n\(text)\n*/\n", named: "a.c") == licences)
    #expect(RecognisedText.licences(text, named: "LICENSE") == licences)
  }

  /// Sentences that deny a licence, each with one that sounds like it and grants it.
  static let denials: [(denied: String, granted: String, licences: [String])] = [
    (
      "This is NOT licensed under the MIT License. You may not use it under the GPL.",
      "This is licensed under the MIT License. You may not use it without its text.", ["MIT"]
    ),
    (
      "You may not use this file under the GNU General Public License, version 2.",
      "You may not use this file except under the GNU General Public License, version 2.",
      ["GPL-2.0-only"]
    ),
    (
      "This software is not licensed to you under the terms of the ISC license.",
      "This software is not licensed to you except under the terms of the ISC license.", ["ISC"]
    ),
    (
      "This file may not be copied or distributed under the Apache License, Version 2.0.",
      """
      Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file
      except in compliance with the License.
      """, ["Apache-2.0"]
    ),
    (
      "You can't redistribute this library under the MIT license.",
      "You can redistribute this library under the MIT license.", ["MIT"]
    ),
    (
      "No part of this program is licensed under the GPLv3.",
      "This program has no warranty and is licensed under the GPLv3.", ["GPL-3.0-only"]
    ),
    (
      "Do not distribute this code under the zlib license.",
      "If you do not like this, go. This code is distributed under the zlib license.", ["Zlib"]
    ),
    (
      "This file was previously distributed under the MIT license.",
      "This file was written previously. It is distributed under the MIT license.", ["MIT"]
    ),
    (
      "This library isn't licensed under the LGPLv3.",
      "This file is not part of the library and is licensed under the LGPLv3.", ["LGPL-3.0-only"]
    ),
    (
      "The source is not released, sold or shared under the MIT license.",
      "You may redistribute this library, modified or not, under the MIT license.", ["MIT"]
    ),
    (
      "This program is not under the GPLv2.",
      "This program is not only under the GPLv2 but has a commercial licence as well.",
      ["GPL-2.0-only"]
    ),
  ]

  @Test(arguments: denials) func aDenialIsNoGrant(
    denied: String, granted: String, licences: [String]
  ) {
    for name in ["a.c", "README", "LICENSE"] {
      let mark = name == "a.c" ? ("/* Copyright.\n", " */\n") : ("Copyright\n\n", "\n")
      #expect(RecognisedText.licences(mark.0 + denied + mark.1, named: name) == [])
      #expect(RecognisedText.licences(mark.0 + granted + mark.1, named: name) == licences)
    }
  }

  @Test(
    arguments: [
      ("a.c", "printf(\"License GPLv3+: GNU GPL version 3 or later.\\n\"\n  \"This program is\"\n"),
      ("a.c", "puts(\"This file is licensed under the MIT license\");\n"),
      ("a.c", "/* Builds under BSD. Copyright */\n"),
      ("a.c", "/* Copyright. We tested some systems. Specifically: BSD 2, or BSD 3. */\n"),
      ("a.c", "/* Copyright: no longer licensed under the MIT license */\n"),
      ("a.c", "/* This copyright is compatible with the GPL. */\n"),
      (
        "a.m4",
        "dnl This file can be used in projects which are not available under the GNU\n"
          + "dnl General Public License.\n"
      ),
      ("ChangeLog", "The license is now: this file is licensed under the MIT license.\n"),
      ("INSTALL", "Since cygwin1.dll is under the GPL licence, this forces you.\n"),
      (
        "NOTES.md",
        "The other programs in this distribution are licensed under the GPL, version 2.\n"
      ),
      ("a.c", "/* Copyright. All other programs in this distribution are under the GPL. */\n"),
      ("Makefile.am", "EXTRA_DIST = \\\n LICENSE-gpl3.txt \\\n LICENSE\n"),
    ])
  func noNotice(name: String, text: String) {
    #expect(RecognisedText.licences(text, named: name) == [])
  }

  @Test(
    arguments: [
      "All programs in this distribution are licensed under the GPL, version 2.",
      "The contents of this repository are licensed under the GPL, version 2.",
    ])
  func whatIsSaidOfAllIsSaidOfEach(text: String) {
    #expect(RecognisedText.licences(text, named: "NOTES.md") == ["GPL-2.0-only"])
  }

  @Test(arguments: ["MIT\n", "\n0BSD", "Apache-2.0 OR GPL-2.0-or-later\r\n"])
  func aLicenceFileMayBeNothingButAnExpression(text: String) {
    let expected = text.filter { !$0.isNewline }
    #expect(RecognisedText.licences(text, named: "LICENSE") == [expected])
    #expect(RecognisedText.licences(text, named: "names.txt") == [])
    #expect(RecognisedText.licences(text + "and more", named: "LICENSE") == [])
  }

  @Test func aStatementIsOnItsLine() throws {
    let text = "/*\n * A copyright.\n *\n * Released under the\n * MIT license.\n */\n"
    let item = try #require(RecognisedText.facts(text, named: "a.c").items.first)
    #expect(item.lines == 4...5)
  }

  @Test func anExceptionBelongsToTheNoticeAboveIt() {
    let gpl = """
      is free software; you can redistribute it and/or modify it under the terms of the GNU
      General Public License as published by the Free Software Foundation; either version 2 of
      the License, or (at your option) any later version.

      """
    let exception = """
      As a special exception to the GNU General Public License, if you distribute this file as
      part of a program or library that is built using GNU Libtool, you may include this file
      under the same distribution terms that you use for the rest of that program.

      """
    let filler = String(repeating: "and so on it goes\n", count: 80)
    #expect(
      RecognisedText.licences("This \(gpl)\(exception)\(filler)This \(gpl)", named: "README")
        == ["GPL-2.0-or-later WITH Libtool-exception", "GPL-2.0-or-later"])
  }

  @Test(arguments: [
    ("Licensed under the Apache License or GPL version 2.", ["Apache-2.0 OR GPL-2.0-only"]),
    ("Licensed under the GPL or 3-clause BSD.", ["GPL-1.0-or-later OR BSD-3-Clause"]),
    ("Licensed under the LGPL or GPL version 3.", ["LGPL-2.0-or-later OR GPL-3.0-only"]),
    (
      "Permission is granted to use, link and distribute this library under the terms of the GNU "
        + "Lesser General Public License version 2.1.", ["LGPL-2.1-only"]
    ),
    ("This program can be used under X11 or Wayland.", []),
    ("The patents are available under fair or reasonable terms.", []),
    ("It is available under Python or Ruby.", []),
  ])
  func aNameHasItsOwnVersionAndAWordIsNoName(text: String, licences: [String]) {
    #expect(RecognisedText.licences("/*\n\(text)\n*/\n", named: "a.c") == licences)
  }

  /// Each in less than a second; quadratic, they would take minutes.
  @Test(arguments: [
    "under gpl or under lgpl or ", "license either\nMIT\n", "BSD licensed.\n",
  ])
  func aTextThatRepeatsItselfIsReadOnce(text: String) {
    let whole = String(repeating: text, count: 20_000)
    #expect(RecognisedText.licences(whole, named: "README").count <= 64)
  }
}
