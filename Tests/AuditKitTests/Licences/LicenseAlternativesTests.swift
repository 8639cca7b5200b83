import Testing

@testable import AuditKit

/// Lists of licences one of which is enough, over several lines.
struct LicenseAlternativesTests {
  private static let bsd = "LicenseRef-some-BSD"

  static let lists: [(String, [String])] = [
    (
      """
      This library is free software; you can redistribute it and/or modify it under the terms of
      EITHER:
        (1) The GNU Lesser General Public License as published by the Free Software Foundation;
            either version 2.1 of the License, or (at your option) any later version. The text of the
            GNU Lesser General Public License is included with this library in the file LICENSE.TXT.
        (2) The BSD-style license that is included with this library in the file LICENSE-BSD.TXT.
      """, ["LGPL-2.1-or-later OR \(bsd)"]
    ),
    (
      """
      This library is free software; you can redistribute it and/or
      modify it under the terms of EITHER:

       * The GNU Lesser General Public License version 2.1 or any later.

       * The BSD-style License.

      See the [COPYING](https://example.org/COPYING) file for more details.

       * Instructions are in the [INSTALL.txt](https://example.org/INSTALL.txt) file.
      """, ["LGPL-2.1-or-later OR \(bsd)"]
    ),
    (
      """
      It is licensed under the following three licenses as alternatives:
        1. GNU Lesser General Public License (LGPL) V2.1 or any newer version
        2. GNU General Public License (GPL) V2 or any newer version
        3. Apache License, V2.0 or any newer version

      You may not use this file except in compliance with at least one of the above three licenses.
      """, ["LGPL-2.1-or-later OR GPL-2.0-or-later OR Apache-2.0"]
    ),
    (
      """
      It is Free Software, and can be licensed under any of the
      following three licenses:

        1. GNU Lesser General Public License (LGPL) V2.1 or any
           newer version
        2. GNU General Public License (GPL) V2 or any newer version
        3. Apache License, V2.0 or any newer version
      """, ["LGPL-2.1-or-later OR GPL-2.0-or-later OR Apache-2.0"]
    ),
    (
      """
      This package is Free Software available under any one of the specified licenses below, or any
      newer version of those licenses. All the licenses below are alternatives and if you select one
      license, that one alone applies.

      1. The GNU Lesser General Public License (LGPL) Version 2.1 or any newer version

         This package is free software; you can redistribute it and/or modify it under the terms of
         the GNU Lesser General Public License Version 2.1 as published by the Free Software
         Foundation or any newer version.

      2. GNU General Public License (GPL) V2 or any newer version

         Under Term 3 of the LGPL Version 2.1, you may choose to license the entire package under the
         GPL.

      3. The Apache License V2.0 or any newer version
      """, ["LGPL-2.1-or-later OR GPL-2.0-or-later OR Apache-2.0"]
    ),
    (
      """
      This project is licensed under either of

      * [Apache License, Version 2.0](https://www.apache.org/licenses/LICENSE-2.0)
        ([LICENSE-APACHE](https://github.com/a/b/blob/HEAD/LICENSE-APACHE))

      * [MIT License](https://opensource.org/licenses/MIT)
        ([LICENSE-MIT](https://github.com/a/b/blob/HEAD/LICENSE-MIT))

      at your option.
      """, ["Apache-2.0 OR MIT"]
    ),
    (
      """
      ODE is dual-licensed under either:

          * GNU Lesser General Public License v 2.1 or later.
              see LICENSE.TXT

          * Modified 3-clause BSD license.
              see LICENSE-BSD.TXT

      Third-party libraries bundled with ODE:

          * libccd: Modified 3-clause BSD License
              see libccd/BSD-LICENSE

          * OU/ODER: triple-licensed under either:
              - GNU Lesser General Public License v 3 or later.
                  see ou/LICENSE.TXT
              - Modified 3-clause BSD license.
                  see ou/LICENSE-BSD.TXT
              - ZLIB license.
                  see ou/LICENSE-ZLIB.TXT
      """,
      [
        "LGPL-2.1-or-later OR BSD-3-Clause", "LGPL-3.0-or-later OR BSD-3-Clause OR Zlib",
      ]
    ),
    (
      """
      You may use this software under your choice of:

       - the MIT license (see LICENSE.MIT); this is what most people will want
       - the GNU GPL, version 3 or any later version.
      """, ["MIT OR GPL-3.0-or-later"]
    ),
    (
      """
      This program is triple-licensed. You can use it under any of the following, at your choice:
        i) MPL 1.1 (see the file MPL.txt in the root folder of what you have fetched)
        ii) GPLv2 or later
        iii) LGPL 2.1 or later
      """, ["MPL-1.1 OR GPL-2.0-or-later OR LGPL-2.1-or-later"]
    ),
    (
      """
      This code is disjunctively dual-licensed under the

      • Apache License 2.0, whose text is in the folder docs

      • zlib License
      """, ["Apache-2.0 OR Zlib"]
    ),
    (
      """
      Licensed under any one of the following licenses, at your option:
        a) The MIT license. It is short and it is what we should take.
        b) The Boost Software License, Version 1.0
        c) The ISC license
      """, ["MIT OR BSL-1.0 OR ISC"]
    ),
    // Links whose tags are on two lines.
    (
      """
      All intellectual property within this crate that is **not generated** using the
      Unicode Character Database as input is licensed under either of <a
      href="LICENSE-APACHE">Apache License, Version 2.0</a> or <a
      href="LICENSE-MIT">MIT license</a> at your option.

      The **generated** files incorporate tabular data derived from the Unicode
      Character Database, together with intellectual property from the original source
      code content of the crate.
      """, ["Apache-2.0 OR MIT"]
    ),
    (
      """
      All intellectual property within this crate is licensed under the <a
      href="LICENSE-APACHE">Apache License, Version 2.0</a> and the <a
      href="LICENSE-MIT">MIT license</a>.
      """, ["Apache-2.0 AND MIT"]
    ),
    // The names below the list are none of it.
    (
      """
      This library is free software; you can redistribute it under the terms of either:

        * the GNU Lesser General Public License as published by the Free Software Foundation; either
          version 3 of the License, or (at your option) any later version.

      or

        * the GNU General Public License as published by the Free Software Foundation; either
          version 2 of the License, or (at your option) any later version.

      You should have received copies of the GNU General Public License and
      the GNU Lesser General Public License along with it.
      """, ["LGPL-3.0-or-later OR GPL-2.0-or-later"]
    ),
  ]

  @Test(arguments: lists) func aListIsAChoice(text: String, licences: [String]) {
    #expect(RecognisedText.licences(text, named: "README.md") == licences)
    #expect(RecognisedText.licences(text, named: "LICENSE") == licences)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let comment = lines.map { " * \($0)\n" }.joined()
    #expect(RecognisedText.licences("/*\n\(comment) */\n", named: "a.c") == licences)
  }

  @Test(
    arguments: [
      "Copyright. It needs one of the following:\n  * OpenSSL\n  * zlib\n",
      "Copyright. Build it with either:\n  * Boost\n  * Apache\n",
    ])
  func aListOfOtherThingsIsNone(text: String) {
    #expect(RecognisedText.licences(text, named: "README.md") == [])
  }
}
